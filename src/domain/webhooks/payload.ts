import { slackBody } from "../hooks/slack-body.ts";
import type {
  CheckInFacts,
  FileFacts,
  GoalFacts,
  GoalWebhookFacts,
  OutputFacts,
  RunFacts,
  RunWebhookFacts,
  TaskFacts,
  WebhookFacts,
} from "./facts.ts";

/** A link to a file that needs no key, with its expiry. */
interface WebhookLink {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A file as receivers see it. */
interface LinkedFile extends FileFacts {
  readonly url: string;
  readonly urlExpiresAt: string;
}

type Linked<T> = { readonly [Field in keyof T]: T[Field] extends FileFacts ? LinkedFile : T[Field] };

type LinkedOutputs = Readonly<Record<string, Linked<OutputFacts>>>;

/** The payload of a delivery. Times are RFC 3339 in UTC. */
export interface WebhookPayload {
  readonly type: WebhookFacts["type"];
  /** When it happened. */
  readonly timestamp: string;
  readonly data: RunData | GoalData;
}

export interface RunData {
  readonly run: Omit<RunFacts, "startedAt" | "endedAt" | "files"> & {
    readonly conversation: string;
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly files: readonly LinkedFile[];
  };
  readonly task?: Omit<TaskFacts, "outputs"> & { readonly outputs: LinkedOutputs };
  readonly goal?: never;
  readonly checkIn?: never;
}

export interface GoalData {
  readonly goal: Omit<GoalFacts, "startedAt" | "endedAt" | "outputs"> & {
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly outputs: LinkedOutputs;
  };
  /** `answerAt` is the address that takes the answer. */
  readonly checkIn?: CheckInFacts & { readonly answerAt: string };
  readonly run?: never;
  readonly task?: never;
}

type LinkFile = (file: FileFacts) => Promise<LinkedFile | null>;

interface PayloadParts {
  /** The public id of the conversation that a run stands in. */
  readonly conversation: () => Promise<string>;
  /** Of the server, as the receiver's owner knows it. */
  readonly origin: string;
  /** Makes the link of a file; null for a file that is gone, which is left out. */
  readonly link: (file: FileFacts) => Promise<WebhookLink | null>;
}

/** Makes the payload of a delivery from its stored facts. */
export async function payloadOf(facts: WebhookFacts, parts: PayloadParts): Promise<WebhookPayload> {
  const linked: LinkFile = async (file) => {
    const made = await parts.link(file);
    return made && { ...file, url: made.url, urlExpiresAt: rfc3339(made.expiresAt) };
  };
  const data =
    "run" in facts ? await runData(facts, await parts.conversation(), linked) : await goalData(facts, parts, linked);
  return { type: facts.type, timestamp: rfc3339(facts.at), data };
}

async function runData({ run, task }: RunWebhookFacts, conversation: string, linked: LinkFile): Promise<RunData> {
  const { startedAt, endedAt, files, ...rest } = run;
  return {
    run: {
      ...rest,
      conversation,
      ...span(startedAt, endedAt),
      files: (await Promise.all(files.map(linked))).filter((file) => file !== null),
    },
    ...(task ? { task: { ...task, outputs: await linkOutputs(task.outputs, linked) } } : {}),
  };
}

async function goalData(
  { goal, checkIn }: GoalWebhookFacts,
  { origin }: PayloadParts,
  linked: LinkFile,
): Promise<GoalData> {
  const { startedAt, endedAt, outputs, ...rest } = goal;
  const answerAt = `${origin}/v1/goals/${goal.id}/approve`;
  return {
    goal: { ...rest, ...span(startedAt, endedAt), outputs: await linkOutputs(outputs, linked) },
    ...(checkIn ? { checkIn: { ...checkIn, answerAt } } : {}),
  };
}

const span = (startedAt: number, endedAt: number | null) => ({
  startedAt: rfc3339(startedAt),
  endedAt: endedAt === null ? null : rfc3339(endedAt),
});

async function linkOutputs(outputs: TaskFacts["outputs"], linked: LinkFile): Promise<LinkedOutputs> {
  const entries = Object.entries(outputs).map(async ([port, output]) => {
    if (!("file" in output)) return [[port, output]] as const;
    const file = await linked(output.file);
    return file ? ([[port, { kind: output.kind, file }]] as const) : [];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

const rfc3339 = (ms: number): string => new Date(ms).toISOString();

/** The format of deliveries: Standard Webhooks, or Slack's, which is not signed. */
export type WebhookFormat = "standard" | "slack";

interface Format {
  readonly isSigned: boolean;
  /** The request's body, before it is serialised as JSON. */
  readonly body: (payload: WebhookPayload) => unknown;
}

export const FORMATS: Readonly<Record<WebhookFormat, Format>> = {
  standard: { isSigned: true, body: (payload) => payload },
  // Whoever knows a `response_url` may write there, and Slack looks at no signature.
  slack: { isSigned: false, body: ({ data }) => slackBody(data.run ?? { ...data.goal, files: [] }) },
};
