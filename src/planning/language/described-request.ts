import type { JsonValue } from "../../domain/json.ts";
import type { Resource, ResourceId } from "../../domain/resources.ts";
import type { ChatLogEntry, PlanRequest } from "../controller.ts";
import { findNamed, indexResources } from "../wire/resource-index.ts";
import { estimateTokens } from "./tokens.ts";

/** Some 4,000 tokens; the rest of a longer message is material more often than instruction. */
export const MAX_TEXT_CHARS = 16_000;
/** Cut further than this a request says nothing; the prompt is too long then. */
const MIN_TEXT_CHARS = 200;
/** Some 2,000 tokens of what was said before; the newest turns are kept. */
export const MAX_LOG_CHARS = 8_000;
/** One long answer must not push out all others. */
const MAX_TURN_CHARS = 2_000;
/** The newest; a conversation holds more than anybody still means. How many are older is said. */
export const MAX_FILES = 100;
/** Shown; a longer name is called by its id. */
const MAX_NAME_CHARS = 100;

/** A request as a model is shown it, and whether a part of its text is missing. */
export interface DescribedRequest {
  /** One JSON object: whatever people and files say stays within its quotation marks. */
  readonly content: string;
  readonly isCut: boolean;
}

export type DescribedMessage = Pick<PlanRequest, "text" | "attached" | "log">;

/**
 * A request in as many tokens as there is room for: its newest files, then its text, cut in the middle where it must
 * be, then the newest turns of the log. Files and the ends of the text stay even where there is no room for them.
 */
export function describeRequest(
  { text, attached, log }: DescribedMessage,
  roomTokens: number = Number.POSITIVE_INFINITY,
): DescribedRequest {
  const all = allFiles(attached, log);
  const files = all.slice(-MAX_FILES);
  const refs = nameAll(files);
  const older = all.length - files.length;
  const table = {
    files: files.map((file) => describeFile(file, refs)),
    ...(older > 0 ? { filesNotShown: older } : {}),
    attached: refsOf(attached, refs),
  };
  const besideTable = roomTokens - estimateTokens(JSON.stringify({ ...table, earlier: [], request: "" }));
  const request = shortenTo(besideTable, text);
  const earlier = newestTurns(log, refs, besideTable - tokensInJson(request));
  return { content: JSON.stringify({ ...table, earlier, request }), isCut: request !== text };
}

const tokensInJson = (value: JsonValue): number => estimateTokens(JSON.stringify(value));

/** All that can be meant, oldest first, each once. */
function allFiles(attached: readonly Resource[], log: readonly ChatLogEntry[]): readonly Resource[] {
  const all = [...log.flatMap(({ resources }) => resources), ...attached];
  return [...new Map(all.map((resource) => [resource.id, resource])).values()];
}

/** What a plan calls each file, by its id: its address or name where that means it alone, else the id. */
type Refs = ReadonlyMap<ResourceId, string>;

function nameAll(files: readonly Resource[]): Refs {
  const shelf = indexResources(files);
  const refOf = (file: Resource): string => {
    const names = file.origin.by === "url" ? [file.origin.url, file.name] : [file.name];
    const isClear = (name: string): boolean => {
      const meant = name.length <= MAX_NAME_CHARS ? findNamed(name, shelf) : [];
      return meant.length === 1 && meant[0] === file;
    };
    return names.find(isClear) ?? file.id;
  };
  return new Map(files.map((file) => [file.id, refOf(file)]));
}

const refsOf = (files: readonly Resource[], refs: Refs): readonly string[] =>
  files.flatMap(({ id }) => refs.get(id) ?? []);

function describeFile({ id, name, kind }: Resource, refs: Refs): JsonValue {
  const ref = refs.get(id) ?? id;
  return ref === name ? { ref, kind } : { ref, kind, name: name.slice(0, MAX_NAME_CHARS) };
}

/** The end of the chat log, as far as there is room for it. */
function newestTurns(log: readonly ChatLogEntry[], refs: Refs, roomTokens: number): readonly JsonValue[] {
  const turns: JsonValue[] = [];
  let chars = MAX_LOG_CHARS;
  let tokens = roomTokens;
  for (const { role, text, resources } of log.toReversed()) {
    const turn = { role, text: shorten(text, MAX_TURN_CHARS), files: refsOf(resources, refs) };
    chars -= turn.text.length;
    tokens -= tokensInJson(turn);
    if (chars < 0 || tokens < 0) break;
    turns.unshift(turn);
  }
  return turns;
}

/** A text in so many tokens, or in the fewest characters that say anything. */
function shortenTo(roomTokens: number, text: string): string {
  let maxChars = Math.min(text.length, MAX_TEXT_CHARS);
  let shortened = shorten(text, maxChars);
  // A quarter less each time: from 16,000 characters sixteen times at most.
  while (tokensInJson(shortened) > roomTokens && maxChars > MIN_TEXT_CHARS) {
    maxChars = Math.max(MIN_TEXT_CHARS, Math.floor(maxChars * 0.75));
    shortened = shorten(text, maxChars);
  }
  return shortened;
}

/** Beginning and end: what is asked stands at either. */
function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const half = Math.floor(maxChars / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters are left out here …]\n${text.slice(-half)}`;
}
