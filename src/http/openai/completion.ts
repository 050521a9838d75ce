import { withoutHow } from "../../domain/answer-form.ts";
import { failure } from "../../domain/errors.ts";
import { baseKind } from "../../domain/kinds.ts";
import { parseReference } from "../../planning/index.ts";
import { readParts } from "../../resources/parts.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import type { ResourceView, RunView, TaskView } from "../schemas/views.ts";
import { BoundedAnswer } from "./answer-bounds.ts";
import { answerLinks } from "./answer-links.ts";
import type { ChatRun, CompletionIdentity } from "./chat-run.ts";
import { brokenOff, runError } from "./errors.ts";
import type { ChatOptions } from "./read-request.ts";
import type {
  ChatAudio,
  ChatCompletion,
  ChatMetadata,
  ChatToolCall,
  ChatUsage,
  FinishReason,
  OpenAiError,
} from "./schemas.ts";

/** Keeps client libraries from repeating a run that was made: many retry after every 5xx. */
export const NO_RETRY = { "x-should-retry": "false" } as const;

/** The answer in one piece, once the run has ended. */
export const wholeCompletion = (c: AppContext, chatRun: ChatRun): Promise<Response> =>
  wholeAnswer(c, chatRun, (run) => completionOf(c, chatRun.identity, run, chatRun.options));

/** An answer of any shape in one piece. @param shape makes it of the run, which did not fail */
export async function wholeAnswer(
  c: AppContext,
  { events, ended, disconnect }: Pick<ChatRun, "events" | "ended" | "disconnect">,
  shape: (run: RunView) => Promise<object | Response>,
): Promise<Response> {
  try {
    for await (const _ of events) {
      // Until the last one: the run has ended then.
    }
    const run = await ended();
    const failed = failureOf(run);
    if (failed) return c.json({ error: failed }, failed.code === "budget-exceeded" ? 402 : 400, NO_RETRY);
    const shaped = await shape(run);
    return shaped instanceof Response ? shaped : c.json(shaped);
  } catch (thrown) {
    // Nobody reads this answer.
    if (disconnect.signal.aborted) return problem(c, failure("cancelled", "The client has left"));
    return c.json({ error: brokenOff(c, thrown) }, 400, NO_RETRY);
  } finally {
    disconnect.end();
  }
}

/** Tokens of the language models that took part, and the cost of everything. */
export function usageOf({ usage }: RunView): ChatUsage {
  const [prompt_tokens, completion_tokens] = [usage.inputTokens ?? 0, usage.outputTokens ?? 0];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, cost: usage.usd };
}

/** The error that a failed or cancelled run is answered with; null for a run that has an answer. */
export function failureOf({ status, error, answer, tasks }: RunView): OpenAiError | null {
  if (status !== "failed" && status !== "cancelled") return null;
  const first = error ?? tasks.find((task: TaskView) => task.error)?.error;
  const message = status === "failed" ? (answer ?? "").trim() : "";
  return runError({
    code: first?.code ?? (status === "cancelled" ? "cancelled" : "internal"),
    message: message || first?.message || `The run was ${status}`,
  });
}

/** The whole answer, as a client that does not stream gets it. */
async function completionOf(
  c: AppContext,
  identity: CompletionIdentity,
  run: RunView,
  options: ChatOptions,
): Promise<ChatCompletion> {
  const audio = await audioOf(c, run, options.audio);
  const { said, finish } = await saidOf(c, run, options);
  return {
    ...identity,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: null, refusal: null, ...said, ...(audio ? { audio } : {}) },
        logprobs: null,
        finish_reason: finish,
      },
    ],
    usage: usageOf(run),
    metadata: metadataOf(run),
  };
}

/** What an answer says: words, a value by a schema or why there is none, or calls. */
export interface SaidAnswer {
  readonly content?: string;
  readonly refusal?: string;
  readonly tool_calls?: ChatToolCall[];
}

/** What the answer of an ended run says, and why it ends there. */
export async function saidOf(
  c: AppContext,
  run: RunView,
  options: Pick<ChatOptions, "bounds" | "explains" | "isJson">,
): Promise<{ readonly said: SaidAnswer; readonly finish: FinishReason }> {
  if (run.calls) return { said: { tool_calls: toolCallsOf(run) }, finish: "tool_calls" };
  if (options.isJson) return { said: jsonAnswerOf(run), finish: "stop" };
  const bounded = new BoundedAnswer(options.bounds);
  return { said: { content: await wordsOf(c, run, options, bounded) }, finish: bounded.finish };
}

/** The words of an answer, with links that need no key. */
async function wordsOf(
  c: AppContext,
  run: RunView,
  { explains }: Pick<ChatOptions, "explains">,
  bounded: BoundedAnswer,
): Promise<string> {
  const answer = run.answer ?? "";
  const pictures = new Set(run.files.filter(({ kind }) => baseKind(kind) === "image").map(({ id }) => id));
  const links = answerLinks(c, (id) => pictures.has(id));
  const words = bounded.push((explains ? answer : withoutHow(answer, true)).trim()) + bounded.end();
  return ((await links.push(words)) + (await links.end())).trim();
}

/** The answer in the form that was wanted, or why there is none in it. */
export function jsonAnswerOf({
  structured,
  answer,
}: RunView): { readonly content: string } | { readonly refusal: string } {
  if (structured?.as === "filled") return { content: JSON.stringify(structured.value) };
  return { refusal: structured?.why ?? answer ?? "" };
}

/** The id of the call at a place among those of a run. */
export const toolCallId = (run: string, at: number): string => `call_${run.replace(/^run_/, "")}_${at}`;

/** The calls that the caller is asked to make, under ids that are theirs alone. */
export const toolCallsOf = ({ id, calls = [] }: RunView): ChatToolCall[] =>
  calls.map(({ tool, arguments: given }, at) => ({
    ...{ id: toolCallId(id, at), type: "function" },
    function: { name: tool, arguments: JSON.stringify(given) },
  }));

/** What OpenAI's API lacks: how to go on, and the results as data. */
export const metadataOf = ({ conversation, choices, results }: RunView): ChatMetadata => ({
  conversation,
  results,
  ...(choices.length === 0 ? {} : { choices: [...choices] }),
});

/** Some minutes of speech, as all of it is in memory at once as base64. Longer sound stays a link. */
const MAX_AUDIO_BYTES = 8 * 1024 * 1024;

/** Media types by OpenAI's names for formats. */
export const AUDIO_FORMATS: ReadonlyMap<string, RegExp> = new Map([
  ["wav", /^audio\/(?:x-|vnd\.)?wave?$/],
  ["mp3", /^audio\/(?:mpeg|mp3)$/],
  ["flac", /^audio\/(?:x-)?flac$/],
  ["opus", /^audio\/(?:ogg|opus)$/],
  ["aac", /^audio\/(?:aac|mp4|x-m4a)$/],
]);

/** The last sound that the run made in the format that was asked for; null where there is none. */
export async function audioOf(c: AppContext, run: RunView, wanted: ChatOptions["audio"]): Promise<ChatAudio | null> {
  if (!wanted) return null;
  const made = run.files.findLast((file) => isWanted(file, wanted.format));
  if (!made) return null;
  const bytes = await bytesOf(c, made.id, MAX_AUDIO_BYTES);
  if (!bytes) return null;
  const expires = Math.floor(Date.parse(made.urlExpiresAt) / 1000);
  return { id: made.id, data: bytes.toBase64(), expires_at: expires, transcript: transcriptOf(made, run.tasks) };
}

/** The bytes of a file of the caller's; null where it is gone, or has more. */
export async function bytesOf(c: AppContext, id: string, maxBytes: number): Promise<Uint8Array | null> {
  const stored = await c.var.wiring.resources.open(c.var.holder.tenant, id);
  if (!stored?.body) return null;
  for await (const { bytes, isLast } of readParts(stored.body, Math.max(1, maxBytes), Number.POSITIVE_INFINITY))
    return isLast && bytes.byteLength <= maxBytes ? bytes : null;
  return null;
}

const isWanted = ({ kind, mediaType, bytes }: ResourceView, format: string | null): boolean =>
  baseKind(kind) === "audio" &&
  bytes <= MAX_AUDIO_BYTES &&
  (format === null || AUDIO_FORMATS.get(format)?.test(mediaType) === true);

/** The text that was read aloud; empty for sound that was not made from text. */
function transcriptOf(made: ResourceView, tasks: readonly TaskView[]): string {
  const maker = tasks.find(({ outputs }) =>
    Object.values(outputs).some((value) => "resource" in value && value.resource.id === made.id),
  );
  const text = maker?.args.text;
  if (typeof text !== "string") return "";
  const reference = parseReference(text);
  if (!reference) return text;
  const outputs = tasks.find(({ id }) => id === reference.task)?.outputs ?? {};
  const value =
    reference.output === undefined
      ? Object.values(outputs).find(({ kind }) => kind === "text")
      : outputs[reference.output];
  if (!value) return "";
  return "text" in value ? value.text : "resource" in value ? (value.excerpt ?? "") : "";
}
