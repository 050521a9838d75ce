import type { RunRecord } from "../../domain/conversation.ts";
import { failure } from "../../domain/errors.ts";
import { baseKind } from "../../domain/kinds.ts";
import { signLink } from "../../domain/links.ts";
import type { ResourceId } from "../../domain/resources.ts";
import type { ResourceView, RunView, TaskView } from "../../domain/views.ts";
import { readParts } from "../../resources/parts.ts";
import type { AppContext } from "../context.ts";
import { originOf } from "../origin.ts";
import { problem } from "../problem.ts";
import { type AnswerLinkParts, AnswerLinks } from "./answer-links.ts";
import type { ToldRun } from "./chat-run.ts";
import { brokenOff, type OpenAiError, runError } from "./errors.ts";
import type { ChatOptions } from "./read-request.ts";

/** So that no library runs anew, unasked, what was run: many take every 5xx for worth another try. */
const NO_RETRY = { "x-should-retry": "false" } as const;

/** The answer in one piece, once the run has ended. */
export async function wholeCompletion(
  c: AppContext,
  { identity, options, events, ended, leaving }: ToldRun,
): Promise<Response> {
  try {
    for await (const _ of events) {
      // Until the last one: the run has ended then.
    }
    const run = await ended();
    const failed = failureOf(run);
    if (failed) return c.json({ error: failed }, failed.code === "budget-exceeded" ? 402 : 400, NO_RETRY);
    return c.json(await completionOf(c, identity, run, await audioOf(c, run, options.audio)));
  } catch (thrown) {
    // Nobody reads it.
    if (leaving.signal.aborted) return problem(c, failure("cancelled", "The client has left"));
    return c.json({ error: brokenOff(c, thrown) }, 400, NO_RETRY);
  } finally {
    leaving.end();
  }
}

/** What is the same of every object that tells of one run. */
export interface CompletionIdentity {
  /** The run's. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly model: string;
}

export const identityOf = (
  { id, createdAt }: Pick<RunRecord, "id" | "createdAt">,
  model: string,
): CompletionIdentity => ({
  ...{ id, created: Math.floor(createdAt / 1000), model },
});

/** In tokens of the language models that took part; and what all of it cost. */
interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  /** US dollars. */
  readonly cost: number;
}

export function usageOf({ usage }: RunView): ChatUsage {
  const [prompt_tokens, completion_tokens] = [usage.inputTokens ?? 0, usage.outputTokens ?? 0];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, cost: usage.usd };
}

/** What a run that came to nothing is answered with; null for one that has an answer. */
export function failureOf({ status, error, answer, tasks }: RunView): OpenAiError | null {
  if (status !== "failed" && status !== "cancelled") return null;
  const first = error ?? tasks.find((task: TaskView) => task.error)?.error;
  const message = status === "failed" ? (answer ?? "").trim() : "";
  return runError({
    code: first?.code ?? (status === "cancelled" ? "cancelled" : "internal"),
    message: message || first?.message || `The run was ${status}`,
  });
}

/** Signs what an answer links to. @param pictures that the run made */
export function linksOf(c: AppContext, isPicture: AnswerLinkParts["isPicture"]): AnswerLinks {
  const { wiring, holder } = c.var;
  const origin = originOf(c);
  const now = Date.now();
  const sign = async (id: ResourceId): Promise<string> =>
    (await signLink(wiring.ids, holder.tenant, id, origin, now)).url;
  return new AnswerLinks({ sign, isPicture });
}

/** The whole answer, as a client that does not stream gets it. */
async function completionOf(
  c: AppContext,
  identity: CompletionIdentity,
  run: RunView,
  audio: ChatAudio | null,
): Promise<object> {
  const pictures = new Set(run.files.filter(({ kind }) => isPicture(kind)).map(({ id }) => id));
  const links = linksOf(c, (id) => pictures.has(id));
  const content = (await links.push(run.answer ?? "")) + (await links.end());
  return {
    ...identity,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: content.trim(), refusal: null, ...(audio ? { audio } : {}) },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: usageOf(run),
    metadata: { conversation: run.conversation },
  };
}

export const isPicture = (kind: string): boolean => kind === "image" || kind.startsWith("image/");

/** Minutes of speech; what is longer stays a link. As base64 it is in memory at once. */
const MAX_AUDIO_BYTES = 8 * 1024 * 1024;

/** Sound inside an answer, as OpenAI has it. */
interface ChatAudio {
  readonly id: string;
  /** Base64. */
  readonly data: string;
  /** Seconds since the epoch: when its link expires. */
  readonly expires_at: number;
  /** What is said, as far as that is known. */
  readonly transcript: string;
}

/** By the names that OpenAI has for them. */
const FORMATS: ReadonlyMap<string, RegExp> = new Map([
  ["wav", /^audio\/(?:x-|vnd\.)?wave?$/],
  ["mp3", /^audio\/(?:mpeg|mp3)$/],
  ["flac", /^audio\/(?:x-)?flac$/],
  ["opus", /^audio\/(?:ogg|opus)$/],
  ["aac", /^audio\/(?:aac|mp4|x-m4a)$/],
]);

/** The last sound that the run made, if it is in the format that was asked for; null where there is none. */
export async function audioOf(c: AppContext, run: RunView, wanted: ChatOptions["audio"]): Promise<ChatAudio | null> {
  if (!wanted) return null;
  const made = run.files.findLast((file) => isWanted(file, wanted.format));
  if (!made) return null;
  const stored = await c.var.wiring.resources.open(c.var.holder.tenant, made.id);
  if (!stored?.body) return null;
  for await (const { bytes, isLast } of readParts(stored.body, MAX_AUDIO_BYTES, Number.POSITIVE_INFINITY)) {
    if (!isLast) return null;
    const expires = Math.floor(Date.parse(made.urlExpiresAt) / 1000);
    return { id: made.id, data: bytes.toBase64(), expires_at: expires, transcript: transcriptOf(made, run.tasks) };
  }
  return null;
}

const isWanted = ({ kind, mediaType, bytes }: ResourceView, format: string | null): boolean =>
  baseKind(kind) === "audio" &&
  bytes <= MAX_AUDIO_BYTES &&
  (format === null || FORMATS.get(format)?.test(mediaType) === true);

/** The text that was read aloud; empty for a sound that was made of something else. */
function transcriptOf(made: ResourceView, tasks: readonly TaskView[]): string {
  const maker = tasks.find(({ outputs }) =>
    Object.values(outputs).some((value) => "resource" in value && value.resource.id === made.id),
  );
  const text = maker?.args.text;
  if (typeof text !== "string") return "";
  const [, task, port] = /^<resource>-(\d+)(?:\.(\S+))?$/.exec(text) ?? [];
  if (task === undefined) return text;
  const outputs = tasks.find(({ id }) => String(id) === task)?.outputs ?? {};
  const value = port === undefined ? Object.values(outputs).find(({ kind }) => kind === "text") : outputs[port];
  if (!value) return "";
  return "text" in value ? value.text : "resource" in value ? (value.excerpt ?? "") : "";
}
