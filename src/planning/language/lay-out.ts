import { AppError } from "../../domain/errors.ts";
import { type DescribedMessage, describeRequest } from "./described-request.ts";
import type { ChatMessage } from "./language-model.ts";
import { tokensOf } from "./tokens.ts";

/** As long a plan as a small model can write; some sixty tasks, or the models for as many. */
export const MAX_ANSWER_TOKENS = 4_096;

/** What a prompt is made of: only the request and the demonstrations may give way. */
export interface PromptParts {
  readonly system: string;
  /** The most telling first. */
  readonly demonstrations: readonly (readonly ChatMessage[])[];
  readonly said: DescribedMessage;
  /** After the request: a plan that did not pass, and why. */
  readonly after?: readonly ChatMessage[];
  /** Of prompt and answer together. */
  readonly contextTokens: number;
}

export interface LaidOut {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  /** A part of the request's text is missing. */
  readonly isCut: boolean;
}

/** What a prompt has to fit into, and what a deployment sets it by. */
export const contextInWords = (contextTokens: number): string =>
  `its context of ${contextTokens} tokens, which MODEL_CONTEXT_TOKENS sets`;

/** The tokens kept free for an answer at least. */
const answerTokens = (contextTokens: number): number => Math.min(MAX_ANSWER_TOKENS, Math.floor(contextTokens / 4));

/**
 * A prompt that fits a model's context with its answer. Files are shown whole; where there is no room for the request
 * beside them the last demonstrations go, then the oldest turns of the log, then the middle of the request.
 * @throws {AppError} `resource-too-large` where even that is too long.
 */
export function layOut({ system, demonstrations, said, after = [], contextTokens }: PromptParts): LaidOut {
  const opening: ChatMessage = { role: "system", content: system };
  const room = contextTokens - answerTokens(contextTokens) - tokensOf([opening, ...after, { content: "" }]);
  // Files of earlier turns are shown where the turns' words are not.
  const least = describeRequest({ ...said, log: said.log.map((turn) => ({ ...turn, text: "" })) });
  const shown = fitting(demonstrations, room - tokensOf([least]));
  const request = describeRequest(said, room - tokensOf(shown));
  const messages: readonly ChatMessage[] = [opening, ...shown, { role: "user", content: request.content }, ...after];
  const free = contextTokens - tokensOf(messages);
  if (free < answerTokens(contextTokens)) {
    throw new AppError("resource-too-large", `the request does not fit into ${contextInWords(contextTokens)}`);
  }
  return { messages, maxTokens: Math.min(MAX_ANSWER_TOKENS, free), isCut: request.isCut };
}

function fitting(demonstrations: PromptParts["demonstrations"], roomTokens: number): readonly ChatMessage[] {
  let room = roomTokens;
  const kept = demonstrations.findIndex((turns) => {
    room -= tokensOf(turns);
    return room < 0;
  });
  return (kept < 0 ? demonstrations : demonstrations.slice(0, kept)).flat();
}

/**
 * The first of several ways to tell a prompt's material that fits a model's context with its answer: with the
 * demonstrations, else without them.
 * @throws {AppError} `resource-too-large`, with these words, where none does.
 */
export function firstThatFits(
  system: string,
  demonstrations: readonly ChatMessage[],
  ways: readonly (() => string)[],
  contextTokens: number,
  tooLarge: string,
): Pick<LaidOut, "messages"> & { readonly free: number } {
  for (const shown of [demonstrations, []]) {
    for (const tell of ways) {
      const messages: readonly ChatMessage[] = [
        { role: "system", content: system },
        ...shown,
        { role: "user", content: tell() },
      ];
      const free = contextTokens - tokensOf(messages);
      if (free >= answerTokens(contextTokens)) return { messages, free };
    }
  }
  throw new AppError("resource-too-large", tooLarge);
}
