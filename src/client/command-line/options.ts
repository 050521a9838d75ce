import type { CommandName } from "./help.ts";

/** Every command knows these. */
export const COMMON_OPTIONS = {
  server: { type: "string" },
  key: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export const OPTIONS = {
  ...COMMON_OPTIONS,
  file: { type: "string", short: "f", multiple: true },
  conversation: { type: "string", short: "c" },
  approve: { type: "boolean" },
  plan: { type: "string" },
  constraints: { type: "string" },
  licence: { type: "string", multiple: true },
  avoid: { type: "string", multiple: true },
  selection: { type: "string" },
  controller: { type: "string" },
  planning: { type: "string" },
  "hf-token": { type: "string" },
  time: { type: "string" },
  usd: { type: "string" },
  "llm-calls": { type: "string" },
  tasks: { type: "string" },
  "on-exhausted": { type: "string" },
  pddl: { type: "boolean" },
  out: { type: "string", short: "o" },
  events: { type: "boolean" },
} as const;
export type OptionName = keyof typeof OPTIONS;

const CASTING_OPTIONS = ["constraints", "licence", "avoid", "selection", "controller", "planning", "hf-token"] as const;
export const BUDGET_OPTIONS = ["time", "usd", "llm-calls", "tasks"] as const;

/** The options that a command knows besides the common ones; any other is wrong usage. */
export const OWN_OPTIONS: Readonly<Record<CommandName, readonly OptionName[]>> = {
  ask: [
    ...(["file", "conversation", "approve", "plan", "out", "events"] as const),
    ...CASTING_OPTIONS,
    ...BUDGET_OPTIONS,
    "on-exhausted",
  ],
  plan: ["file", "conversation", "plan", "pddl", ...CASTING_OPTIONS, ...BUDGET_OPTIONS],
  runs: ["out", ...BUDGET_OPTIONS],
  report: [],
  cancel: [],
  "task-types": [],
  health: [],
};
