import { type ExpertEntry, NOTHING_LEARNT } from "../expert.ts";

const MEBIBYTE = 1024 * 1024;

/** The expert that runs programs, inside the Worker. */
export const CODE_EXPERTS: readonly ExpertEntry[] = [
  {
    model: "quickjs",
    taskType: "code-execution",
    description: "Runs small JavaScript programs in QuickJS, without network, files or clock",
    licence: "MIT",
    grade: "full",
    stated: NOTHING_LEARNT,
    // QuickJS's 48 MiB at most, and the inputs and the results as text beside it.
    memoryBytes: 56 * MEBIBYTE,
    work: { characters: { most: 1_000_000, perTurn: 200_000 } },
    load: async () => (await import("./code-execution.ts")).expert,
  },
];
