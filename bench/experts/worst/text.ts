import type { WorstCase } from "./case.ts";

/** Hostile texts and tables. */
export const TEXT_CASES: readonly WorstCase[] = [
  {
    taskType: "token-classification",
    what: "capitalised words",
    inputs: () => ({ text: "Acme Ltd ".repeat(22_000) }),
  },
];
