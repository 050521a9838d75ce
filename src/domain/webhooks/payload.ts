import { slackBody } from "../hooks/slack-body.ts";
import type { FileFacts, OutputFacts, RunFacts, TaskFacts, WebhookFacts } from "./facts.ts";

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

/** The payload of a delivery. Times are RFC 3339 in UTC. */
export interface WebhookPayload {
  readonly type: WebhookFacts["type"];
  /** When it happened. */
  readonly timestamp: string;
  readonly data: {
    readonly run: Omit<RunFacts, "startedAt" | "endedAt" | "files"> & {
      readonly conversation: string;
      readonly startedAt: string;
      readonly endedAt: string | null;
      readonly files: readonly LinkedFile[];
    };
    readonly task?: Omit<TaskFacts, "outputs"> & {
      readonly outputs: Readonly<Record<string, Linked<OutputFacts>>>;
    };
  };
}

interface PayloadParts {
  /** The public id of the conversation. */
  readonly conversation: string;
  /** Makes the link of a file; null for a file that is gone, which is left out. */
  readonly link: (file: FileFacts) => Promise<WebhookLink | null>;
}

/** Makes the payload of a delivery from its stored facts. */
export async function payloadOf(facts: WebhookFacts, { conversation, link }: PayloadParts): Promise<WebhookPayload> {
  const linked = async (file: FileFacts): Promise<LinkedFile | null> => {
    const made = await link(file);
    return made && { ...file, url: made.url, urlExpiresAt: rfc3339(made.expiresAt) };
  };
  const { startedAt, endedAt, files, ...run } = facts.run;
  return {
    type: facts.type,
    timestamp: rfc3339(facts.at),
    data: {
      run: {
        ...run,
        conversation,
        startedAt: rfc3339(startedAt),
        endedAt: endedAt === null ? null : rfc3339(endedAt),
        files: (await Promise.all(files.map(linked))).filter((file) => file !== null),
      },
      ...(facts.task ? { task: { ...facts.task, outputs: await linkOutputs(facts.task.outputs, linked) } } : {}),
    },
  };
}

async function linkOutputs(
  outputs: TaskFacts["outputs"],
  linked: (file: FileFacts) => Promise<LinkedFile | null>,
): Promise<Readonly<Record<string, Linked<OutputFacts>>>> {
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
  slack: { isSigned: false, body: ({ data: { run } }) => slackBody(run) },
};
