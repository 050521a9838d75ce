import type { ConversationView, ResourceView, RunView } from "../../src/client/client.ts";

type RunStatus = RunView["status"];

/** A message and what became of it. */
export interface Turn {
  readonly run: string;
  readonly status: RunStatus;
  readonly text: string;
  readonly attached: readonly ResourceView[];
  /** Null until it is written. */
  readonly answer: string | null;
  readonly made: readonly ResourceView[];
  /** How many go first; 0 for the one whose turn it is, and for those that have ended. */
  readonly before: number;
}

/** Complete, so that a new status fails to compile here. */
const ENDED: Readonly<Record<RunStatus, boolean>> = {
  planning: false,
  "awaiting-approval": false,
  running: false,
  paused: false,
  responding: false,
  succeeded: true,
  partial: true,
  failed: true,
  cancelled: true,
};

export const isEnded = (status: RunStatus): boolean => ENDED[status];

/** The log of a conversation by its runs, in their order. */
export function turnsOf({ log, runs, resources }: ConversationView): readonly Turn[] {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const known = (ids: readonly string[]): readonly ResourceView[] => ids.flatMap((id) => byId.get(id) ?? []);
  const open = runs.filter(({ status }) => !isEnded(status)).map(({ id }) => id);
  return runs.map(({ id, status, text }) => {
    const asked = log.find(({ run, role }) => run === id && role === "user");
    const answered = log.find(({ run, role }) => run === id && role === "assistant");
    return {
      run: id,
      status,
      text: asked?.text ?? text,
      attached: known(asked?.resources ?? []),
      answer: answered?.text ?? null,
      made: known(answered?.resources ?? []),
      before: Math.max(0, open.indexOf(id)),
    };
  });
}

/** The run of a conversation that is at work, or waits for a person: the first that has not ended. */
export const currentRun = ({ runs }: ConversationView): string | null =>
  runs.find(({ status }) => !isEnded(status))?.id ?? null;

/** A conversation with one more message, before the server is asked for it anew. */
export function withMessage(
  conversation: ConversationView | undefined,
  { id, status, text, createdAt, ...run }: RunView,
  attached: readonly ResourceView[],
): ConversationView {
  const before = conversation ?? { id: run.conversation, createdAt, log: [], runs: [], resources: [] };
  if (before.runs.some((one) => one.id === id)) return before;
  const known = new Set(before.resources.map((one) => one.id));
  return {
    ...before,
    log: [
      ...before.log,
      { role: "user", text, run: id, at: createdAt, resources: attached.map((resource) => resource.id) },
    ],
    runs: [...before.runs, { id, status, text, createdAt }],
    resources: [...before.resources, ...attached.filter((resource) => !known.has(resource.id))],
  };
}

/** A conversation with what became of one of its runs. */
export const withStatus = (conversation: ConversationView, { id, status }: RunView): ConversationView => ({
  ...conversation,
  runs: conversation.runs.map((run) => (run.id === id ? { ...run, status } : run)),
});
