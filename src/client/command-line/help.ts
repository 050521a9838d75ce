import { HOOKS_HELP } from "./help/hooks.ts";
import { MODELS_HELP } from "./help/models.ts";
import { COMMON, EXIT_CODES, PROGRAM } from "./help/parts.ts";
import { ASK_HELP, CHAT_HELP, PLAN_HELP, UPLOAD_HELP } from "./help/requests.ts";
import { RUNS_HELP } from "./help/runs.ts";
import { WEBHOOKS_HELP } from "./help/webhooks.ts";

export { DEFAULT_SERVER, PROGRAM, serverFlag } from "./help/parts.ts";

export const COMMANDS = [
  "ask",
  "chat",
  "plan",
  "runs",
  "models",
  "upload",
  "hooks",
  "webhooks",
  "task-types",
  "health",
] as const;
export type CommandName = (typeof COMMANDS)[number];

export const GENERAL_HELP = `Impresario: asks a running server, and shows the run while it goes on.

  ${PROGRAM} ask TEXT [--file PATH]…     ask for something, with files
  ${PROGRAM} chat                        ask again and again, in one conversation
  ${PROGRAM} plan TEXT [--file PATH]…    what would be done for that, and why that is sound; nothing runs
  ${PROGRAM} runs list                   your runs; also show, watch, report, approve, cancel, pause, resume
  ${PROGRAM} models search [WORDS]       find models; also show, add, own, remove
  ${PROGRAM} upload PATH…                put files on the server
  ${PROGRAM} hooks list                  webhooks that make requests; also add, show, rotate, remove
  ${PROGRAM} webhooks list               who is told of runs; also add, deliveries, replay, rotate, remove
  ${PROGRAM} task-types                  what kinds of tasks there are
  ${PROGRAM} health                      whether a server answers

Each command has a --help of its own. Start a server on this machine with \`npm start\`. Then try:

  ${PROGRAM} ask "Read the text in invoice.png and tell me what has to be paid" --file demo/invoice.png

${COMMON}

${EXIT_CODES}`;

export const HELP: Readonly<Record<CommandName, string>> = {
  ask: ASK_HELP,
  chat: CHAT_HELP,
  plan: PLAN_HELP,
  runs: RUNS_HELP,
  models: MODELS_HELP,
  upload: UPLOAD_HELP,
  hooks: HOOKS_HELP,
  webhooks: WEBHOOKS_HELP,
  "task-types": `Lists the kinds of tasks that a plan can hold, with what goes in and what comes out.

  ${PROGRAM} task-types

${COMMON}`,
  health: `Says whether a server answers.

  ${PROGRAM} health

${COMMON}`,
};
