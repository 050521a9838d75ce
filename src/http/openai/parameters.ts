import type { ChatBody } from "./body.ts";
import { Refused } from "./errors.ts";

interface Impossible {
  isAsked(value: unknown): boolean;
  readonly why: string;
}

const isFull = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== 0;
const NO_TOOLS = "There are no tools of a caller's own here: the run chooses among expert models";

/** What cannot be done; ignored, it would make the answer another than its reader takes it for. */
const IMPOSSIBLE: Readonly<Record<string, Impossible>> = {
  n: { isAsked: (value) => (value ?? 1) !== 1, why: "There is one answer: leave `n` out, or set it to 1" },
  tools: { isAsked: isFull, why: NO_TOOLS },
  functions: { isAsked: isFull, why: NO_TOOLS },
  tool_choice: { isAsked: (value) => isSet(value) && value !== "none" && value !== "auto", why: NO_TOOLS },
  function_call: { isAsked: (value) => isSet(value) && value !== "none" && value !== "auto", why: NO_TOOLS },
  response_format: {
    isAsked: (value) =>
      isSet(value) && !(typeof value === "object" && value && "type" in value && value.type === "text"),
    why: "The answer is Markdown; GET /v1/runs/{id} has the results of its tasks as data",
  },
  logprobs: { isAsked: isSet, why: "Answers have no log probabilities" },
  top_logprobs: { isAsked: isSet, why: "Answers have no log probabilities" },
  web_search_options: { isAsked: isSet, why: "The web is not searched" },
  modalities: {
    isAsked: (value) => Array.isArray(value) && value.some((one) => one !== "text" && one !== "audio"),
    why: "Answers are `text`, and may come with `audio`",
  },
  approval: {
    isAsked: (value) => isSet(value) && value !== "none",
    why: "Nobody can approve a plan through this API: POST /v1/runs takes `approval`",
  },
};

/** @throws {Refused} for the first that is asked for and cannot be done */
export function refuseImpossible(body: ChatBody): void {
  for (const [name, { isAsked, why }] of Object.entries(IMPOSSIBLE)) {
    if (isAsked(body[name])) throw new Refused("invalid-request", name, `\`${name}\` cannot be followed: ${why}`);
  }
}

const READ: ReadonlySet<string> = new Set([
  ...["model", "messages", "stream", "stream_options", "modalities", "audio", "metadata"],
  ...["constraints", "budget", "controller", "planning", "selection", "conversation", "progress", "detached"],
  ...Object.keys(IMPOSSIBLE),
]);
/** What a header holds, and a person reads. */
const MAX_NAMED = 20;
const PLAIN_NAME = /^[\w.-]{1,50}$/;

/** The parts of a request that change nothing, by their names. */
export function ignoredIn(body: ChatBody): readonly string[] {
  const names = Object.keys(body).filter((name) => !READ.has(name) && PLAIN_NAME.test(name));
  const hasInstructions = body.messages.some(({ role }) => role === "system" || role === "developer");
  return [...(hasInstructions ? ["messages.system"] : []), ...names].slice(0, MAX_NAMED);
}
