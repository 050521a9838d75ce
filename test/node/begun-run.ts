import type { RunView } from "../../src/client/client.ts";

/** A run that has just begun. */
export const BEGUN_RUN: RunView = {
  ...{ id: "run_1", conversation: "conv_1", status: "planning", queuePosition: 0, text: "" },
  ...{ createdAt: "", endedAt: null, seq: 1, planVersion: 0 },
  ...{ understanding: [], repairs: [], tasks: [], answer: null, choices: [], results: [], files: [] },
  usage: { timeMs: 0, llmCalls: 0, tasks: 0, attempts: 0, usd: 0, unpricedCalls: 0 },
};
