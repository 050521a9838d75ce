import type { RunRecord } from "../../domain/conversation.ts";
import { signLink } from "../../domain/links.ts";
import type { ResourceId } from "../../domain/resources.ts";
import type { RunView, TaskView } from "../../domain/views.ts";
import type { AppContext } from "../context.ts";
import { originOf } from "../origin.ts";
import { type AnswerLinkParts, AnswerLinks } from "./answer-links.ts";
import type { ChatAudio } from "./audio.ts";
import { type OpenAiError, runError } from "./errors.ts";

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
export interface ChatUsage {
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
export async function completionOf(
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
