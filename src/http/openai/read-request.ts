import type * as z from "zod";
import { MAX_INSTRUCTION_CHARS, shortened } from "../../domain/caller-tools.ts";
import { AppError } from "../../domain/errors.ts";
import type { CheckInDecision } from "../../domain/goal/events.ts";
import { selectionOptionsOf } from "../../domain/selection.ts";
import { issuesOf } from "../../domain/zod-issues.ts";
import type { Wiring } from "../../wiring.ts";
import { cutLongStrings, type LongStrings, readString } from "../long-strings.ts";
import { InvalidRequest } from "../problem.ts";
import { isJson, MAX_JSON_BYTES, parseJson, readBytes } from "../read-json.ts";
import { sha256Hex } from "../sha256.ts";
import type { AnswerLimits } from "./answer-bounds.ts";
import { Refused } from "./errors.ts";
import { listModels, optionsOfModel, usesLanguageModel } from "./models.ts";
import { instructionsIn } from "./read-tools.ts";
import { type ChatBody, goalFields, type OwnFields, ownFields } from "./schemas.ts";

/** Enough for files of 20 MiB in base64 and the text beside them. */
const MAX_CHAT_BODY_BYTES = 30 * 1024 * 1024;

export interface ReadBody<Body> {
  readonly body: Body;
  /** The long strings that were cut out of the body. */
  readonly strings: LongStrings;
  /** SHA-256 of the whole body, in lower-case hexadecimal. */
  readonly digest: string;
}

/** Reads the body of a request without making strings of its files. @throws {AppError} as reading JSON does */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<ReadBody<z.output<Schema>>> {
  if (!isJson(request.headers.get("content-type") ?? undefined)) {
    throw new AppError("unsupported-media-type", "The body must be application/json");
  }
  const bytes = await readBytes(
    request,
    MAX_CHAT_BODY_BYTES,
    `The body of this request may hold ${MAX_CHAT_BODY_BYTES / 1024 / 1024} MiB`,
  );
  const digest = await sha256Hex(bytes);
  const strings = cutLongStrings(bytes);
  const parsed = schema.safeParse(parseJson(strings.text));
  if (!parsed.success) {
    throw new InvalidRequest("The body is not as described in /openapi.json", issuesOf(parsed.error));
  }
  return { body: parsed.data, strings, digest };
}

/** How a chat request is to be run and answered. */
export interface ChatOptions {
  /** The id of the conversation to go on with; null for a new one. */
  readonly conversation: string | null;
  /** Whether a language model takes part, always or where the embedded controller is unsure. */
  readonly hasLanguageModel: boolean;
  /** The fields of a message of `/v1/runs` beside its text, unchecked. */
  readonly runFields: Readonly<Record<string, unknown>>;
  readonly progress: NonNullable<OwnFields["progress"]>;
  /** The run goes on when the client leaves; null where the request does not say. */
  readonly isDetached: boolean | null;
  readonly includesUsage: boolean;
  /** False where the answer is to end before how it was done. */
  readonly explains: boolean;
  /** The answer is to be JSON, and nothing beside it. */
  readonly isJson: boolean;
  /** Of words; a value by a schema is whole, and calls are. */
  readonly bounds: AnswerLimits;
  /** Null where no audio is wanted inside the answer; a `format` of null takes any. */
  readonly audio: { readonly format: string | null } | null;
}

/** The options of a chat request. @throws {Refused} or {InvalidRequest} for those that cannot be followed */
export function readOptions(
  body: ChatBody,
  strings: LongStrings,
  { controllerChoice: choice, config: { openAiModelAliases: aliases } }: Pick<Wiring, "controllerChoice" | "config">,
  query: Readonly<Record<string, string>>,
): ChatOptions {
  const options = optionsOfModel(choice, body.model, aliases);
  if (!options) {
    const names = listModels(choice, true, aliases).map(({ id }) => id);
    const how = "a deployment may have others answered as `impresario`, by OPENAI_MODEL_ALIASES";
    throw new Refused("not-found", "model", `There is no model ${body.model}; there are ${names.join(", ")}; ${how}`);
  }
  const {
    conversation,
    progress,
    explain = explainOf(query),
    detached,
    constraints,
    selection,
    ...given
  } = ownFieldsOf(body, ownFields);
  for (const name of ["controller", "planning"] as const) {
    const [own, named] = [given[name], options[name]];
    if (own === undefined || named === undefined || own === named) continue;
    throw new Refused("invalid-request", name, `The model ${body.model} has \`${name}: "${named}"\`, not "${own}"`);
  }
  const { budget, ...who } = given;
  const { response_format: format } = body;
  const isJson = format?.type === "json_schema" || format?.type === "json_object";
  if (holdsLongString(format, strings)) {
    throw new Refused("invalid-request", "response_format", "A text in it is too long: 4 KiB at most");
  }
  if (isJson && progress === "content") {
    const message = "Progress in the content would leave it no JSON: leave it out, or set it to `reasoning` or `none`";
    throw new Refused("invalid-request", "progress", message);
  }
  const controller = options.controller ?? choice.configured.find((name) => name === who.controller);
  return {
    conversation: conversation ?? null,
    hasLanguageModel: usesLanguageModel(choice, controller),
    runFields: {
      ...selectionOptionsOf(options),
      ...who,
      ...(constraints === undefined ? {} : { constraints: parsed("constraints", constraints, strings) }),
      ...(selection === undefined ? {} : { selection }),
      ...(format ? { response_format: describedBy(format, instructionsIn(body.messages, strings)) } : {}),
      budget: withoutAsking(parsed("budget", budget ?? {}, strings)),
    },
    progress: progress ?? "reasoning",
    isDetached: isDetachedIn(detached),
    explains: explain !== false && explain !== "false",
    isJson,
    includesUsage: body.stream_options?.include_usage === true,
    bounds: boundsIn(body),
    audio: body.modalities?.includes("audio") ? { format: body.audio?.format ?? null } : null,
  };
}

/** A form that names no schema, with what the caller's program says of it: `json_object` is described in words alone. */
function describedBy(format: NonNullable<ChatBody["response_format"]>, instructions: string): object {
  if (format.type !== "json_object") return format;
  const description = [format.description ?? "", instructions].filter((text) => text !== "").join("\n\n");
  return { ...format, ...(description ? { description: shortened(description, MAX_INSTRUCTION_CHARS) } : {}) };
}

const boundsIn = ({ stop, max_completion_tokens, max_tokens }: ChatBody): AnswerLimits => ({
  maxTokens: max_completion_tokens ?? max_tokens ?? null,
  stops: [stop ?? []].flat(),
});

/** The fields that OpenAI's API lacks, from the body and from `metadata`, without those that are null. */
function ownFieldsOf<Fields extends z.ZodObject>(body: ChatBody, known: Fields): z.output<Fields> {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(known.shape)) {
    const [beside, inMetadata] = [body[name] ?? undefined, body.metadata?.[name] ?? undefined];
    if (beside !== undefined && inMetadata !== undefined) {
      throw new Refused("invalid-request", name, `\`${name}\` is given twice: beside \`metadata\` and in it`);
    }
    const value = beside ?? inMetadata;
    if (value !== undefined) fields[name] = value;
  }
  if ((body.metadata?.approval ?? "none") !== "none")
    throw new Refused("invalid-request", "metadata.approval", "Nobody can approve a plan through this API");
  const read = known.safeParse(fields);
  if (!read.success) throw InvalidRequest.from("body", read.error);
  return read.data;
}

/** How a request for a goal is to be pursued and answered. */
export interface GoalOptions {
  /** The fields of a goal of `/v1/goals` beside its text and files, unchecked. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The question that the message answers; null for a message that is a goal. */
  readonly answers: { readonly goal: string; readonly checkIn: number } | null;
  /** Null where the message has to say it. */
  readonly decision: CheckInDecision | null;
  readonly progress: ChatOptions["progress"];
  readonly isDetached: ChatOptions["isDetached"];
  readonly includesUsage: boolean;
}

/** The options of a request for a goal. @throws {Refused} or {InvalidRequest} for those that cannot be followed */
export function readGoalOptions(body: ChatBody, strings: LongStrings): GoalOptions {
  const { constraints, budget, checkIns, goal, checkIn, decision, progress, detached } = ownFieldsOf(body, goalFields);
  const json = { constraints, budget, checkIns };
  const fields = Object.entries(json).filter(([, value]) => value !== undefined);
  if ((body.response_format?.type ?? "text") !== "text") {
    throw new Refused("invalid-request", "response_format", "A goal is answered in words: leave it out");
  }
  if (isFull(body.tools) && body.tool_choice !== "none") {
    throw new Refused("invalid-request", "tools", "A goal calls no tools of its caller: leave them out");
  }
  if (goal !== undefined && checkIn === undefined) {
    throw new Refused("invalid-request", "checkIn", "`goal` needs `checkIn` beside it: the number of the question");
  }
  return {
    fields: Object.fromEntries(fields.map(([name, value]) => [name, parsed(name, value, strings)])),
    answers: goal === undefined || checkIn === undefined ? null : { goal, checkIn },
    decision: decision ?? null,
    progress: progress ?? "reasoning",
    isDetached: isDetachedIn(detached),
    includesUsage: body.stream_options?.include_usage === true,
  };
}

const isDetachedIn = (detached: OwnFields["detached"]): boolean | null =>
  detached === undefined ? null : detached === true || detached === "true";

/** The one field that may stand in the address. @throws {InvalidRequest} for what is neither true nor false */
function explainOf({ explain }: Readonly<Record<string, string>>): OwnFields["explain"] {
  const read = ownFields.shape.explain.safeParse(explain);
  if (!read.success) throw InvalidRequest.from("query", read.error);
  return read.data;
}

/** The value of a field that may be given as a string of JSON. */
function parsed(name: string, value: unknown, strings: LongStrings): unknown {
  if (typeof value !== "string") return value;
  const long = strings.find(value);
  if (long && long.byteLength > MAX_JSON_BYTES) {
    throw new Refused("resource-too-large", name, `\`${name}\` may hold 1 MiB`);
  }
  try {
    return JSON.parse(long ? readString(long) : value);
  } catch {
    throw new Refused("invalid-request", name, `\`${name}\` is no JSON`);
  }
}

/** True for a value in which a long string was cut out: its name would be taken for what it says. */
function holdsLongString(value: unknown, strings: LongStrings): boolean {
  if (typeof value === "string") return strings.find(value) !== null;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, inside]) => strings.find(name) || holdsLongString(inside, strings));
}

/** The budget with `onExhausted: "answer"`, as nobody can raise a budget through this API. */
function withoutAsking(budget: unknown): unknown {
  if (typeof budget !== "object" || budget === null) return budget;
  const { onExhausted = "answer", ...limits } = budget as { readonly onExhausted?: unknown };
  if (onExhausted === "ask") {
    const message = "Nobody can raise a budget through this API: leave `onExhausted` out, or use POST /v1/runs";
    throw new Refused("invalid-request", "budget.onExhausted", message);
  }
  return { ...limits, onExhausted };
}

interface Impossible {
  isAsked(value: unknown): boolean;
  readonly why: string;
}

const isFull = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== 0;
const NO_FUNCTIONS = "`tools` and `tool_choice` have taken its place";

/** Parameters that cannot be followed, and that nobody would notice being ignored from the answer. */
const IMPOSSIBLE: Readonly<Record<string, Impossible>> = {
  functions: { isAsked: isFull, why: NO_FUNCTIONS },
  function_call: { isAsked: (value) => isSet(value) && value !== "none" && value !== "auto", why: NO_FUNCTIONS },
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

/** @throws {Refused} for the first parameter that cannot be followed */
export function refuseImpossible(body: ChatBody): void {
  for (const [name, { isAsked, why }] of Object.entries(IMPOSSIBLE)) {
    if (isAsked(body[name])) throw new Refused("invalid-request", name, `\`${name}\` cannot be followed: ${why}`);
  }
}

const READ_BY_ALL = [
  ...["model", "messages", "stream", "stream_options", "response_format", "metadata", "n"],
  ...Object.keys(IMPOSSIBLE),
];
const TOOL_FIELDS = ["tools", "tool_choice", "parallel_tool_calls"];
const BOUNDS = ["stop", "max_tokens", "max_completion_tokens"];
const READ: ReadonlySet<string> = new Set([
  ...READ_BY_ALL,
  ...TOOL_FIELDS,
  ...BOUNDS,
  "modalities",
  "audio",
  ...Object.keys(ownFields.shape),
]);
export const READ_FOR_GOALS: ReadonlySet<string> = new Set([...READ_BY_ALL, ...Object.keys(goalFields.shape)]);
/** So that a header can hold the names. */
const MAX_NAMED = 20;
const PLAIN_NAME = /^[\w.-]{1,50}$/;

/**
 * The names of parameters that are ignored.
 * @param unread those of messages and tools
 * @param read those of fields that are not
 */
export const ignoredIn = (
  body: ChatBody,
  unread: readonly string[],
  read: ReadonlySet<string> = READ,
): readonly string[] => {
  // Experts compute, and language models are asked at temperature 0: further choices would repeat the first.
  const several = (body.n ?? 1) > 1 ? ["n"] : [];
  return [...new Set([...unread, ...several, ...namesBeside(body, read)])].slice(0, MAX_NAMED);
};

/** The names of the fields of a body that are not read. */
export const namesBeside = (body: object, read: ReadonlySet<string>): readonly string[] =>
  Object.keys(body)
    .filter((name) => !read.has(name) && PLAIN_NAME.test(name))
    .slice(0, MAX_NAMED);
