import type { CommandName } from "./help.ts";

/** Every command knows these. */
export const COMMON_OPTIONS = {
  server: { type: "string" },
  key: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
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
  detach: { type: "boolean" },
  events: { type: "boolean" },
  ids: { type: "boolean" },
  limit: { type: "string" },
  cursor: { type: "string" },
  task: { type: "string" },
  language: { type: "string" },
  provider: { type: "string" },
  organization: { type: "string" },
  "min-parameters": { type: "string" },
  "max-parameters": { type: "string" },
  benchmark: { type: "string" },
  availability: { type: "string" },
  order: { type: "string" },
  snippets: { type: "boolean" },
  url: { type: "string" },
  format: { type: "string" },
  header: { type: "string", multiple: true },
  "same-as": { type: "string" },
  from: { type: "string" },
  source: { type: "string" },
  template: { type: "string" },
  name: { type: "string" },
  secret: { type: "string" },
  event: { type: "string", multiple: true },
  description: { type: "string" },
} as const;
export type OptionName = keyof typeof OPTIONS;

const CASTING_OPTIONS = ["constraints", "licence", "avoid", "selection", "controller", "planning", "hf-token"] as const;
const BUDGET_OPTIONS = ["time", "usd", "llm-calls", "tasks"] as const;
const MODEL_CONDITIONS = [
  ...(["task", "licence", "language", "provider", "organization", "min-parameters", "max-parameters"] as const),
  ...(["benchmark", "availability", "order", "limit", "cursor"] as const),
] as const;

/** What follows a command that does several things, and the options that go with each. */
export const ACTIONS = {
  runs: {
    list: ["limit", "conversation"],
    show: [],
    watch: ["out", "ids"],
    report: [],
    approve: ["plan"],
    reject: [],
    cancel: [],
    pause: [],
    resume: BUDGET_OPTIONS,
  },
  models: {
    search: MODEL_CONDITIONS,
    show: ["snippets"],
    own: [],
    add: ["task", "url", "format", "header", "licence", "same-as", "from"],
    remove: ["task"],
  },
  hooks: {
    list: [],
    show: [],
    add: ["source", "template", "name", "secret", "from"],
    rotate: ["secret"],
    remove: [],
  },
  webhooks: {
    list: [],
    show: [],
    add: ["event", "description", "secret"],
    rotate: ["secret"],
    enable: [],
    remove: [],
    deliveries: ["limit", "cursor"],
    replay: [],
  },
} as const satisfies { readonly [Command in CommandName]?: Readonly<Record<string, readonly OptionName[]>> };

const optionsOf = (command: keyof typeof ACTIONS): readonly OptionName[] => [
  ...new Set<OptionName>(Object.values(ACTIONS[command]).flat()),
];

/** The options that a command knows besides the common ones; any other is wrong usage. */
export const OWN_OPTIONS: Readonly<Record<CommandName, readonly OptionName[]>> = {
  ask: [
    ...(["file", "conversation", "approve", "plan", "out", "detach", "events", "ids"] as const),
    ...CASTING_OPTIONS,
    ...BUDGET_OPTIONS,
    "on-exhausted",
  ],
  chat: [
    ...(["file", "conversation", "approve", "out", "ids"] as const),
    ...CASTING_OPTIONS,
    ...BUDGET_OPTIONS,
    "on-exhausted",
  ],
  plan: ["file", "conversation", "plan", "pddl", ...CASTING_OPTIONS, ...BUDGET_OPTIONS],
  runs: optionsOf("runs"),
  models: optionsOf("models"),
  hooks: optionsOf("hooks"),
  webhooks: optionsOf("webhooks"),
  upload: [],
  "task-types": [],
  health: [],
};
