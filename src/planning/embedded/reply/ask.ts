import { lowerFirst } from "../../../domain/lower-first.ts";
import { escapeMarkdown } from "../../../domain/markdown.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import type { PlanRequest } from "../../controller.ts";
import { kindInWords, namesOf } from "../bind/plan-builder.ts";
import type { Referent } from "../bind/referents.ts";
import type { MaskedRequest, PlacedPart } from "../read/parts.ts";

/**
 * Asks for what a task lacks, in words that say which task and what.
 * @param others what came with the message, and is none
 */
export function askFor(type: TaskType, port: Port, others: readonly Referent[] = []): string {
  if (port.name === "question" && others.length > 0)
    return `What would you like to know about ${escapeMarkdown(namesOf(others))}?`;
  if (port.takes) {
    const of = port.description === port.name ? "" : `: ${escapeMarkdown(lowerFirst(port.description))}`;
    return `For ${type.aliases[0] ?? type.name} I need “${port.name}”${of}. Please say what it is to be.`;
  }
  const wanted =
    port.name === "labels"
      ? "the labels to choose from"
      : port.name === "question"
        ? "a question"
        : kindInWords(port.kinds);
  const how = port.kinds.includes("text") ? "quote it, paste it or attach a file" : "attach one or give its address";
  const none =
    others.length === 0
      ? "there is none here or earlier in this conversation"
      : `${escapeMarkdown(namesOf(others))} ${others.length === 1 ? "is" : "are"} none`;
  return `To ${lowerFirst(type.description)}, I need ${wanted}, and ${none}. Please ${how}.`;
}

/** Asks for something to work on, where what is said would fit things of several kinds. */
export const ASK_FOR_ANYTHING =
  "There is nothing here or earlier in this conversation to do that with. Please attach a file, paste a text or give an address, and say what you want to know or have made of it.";

/** Before the name that a result is to have: "save it as @text", "convert that to @image". */
const BEFORE_RESULT =
  /\b(?:as|to|into|called|named|titled|(?:call|name) (?:it|them|this|that)|(?:save|store|put|write)\b[^.?!]*\bin) *$/i;

/** The first file that the words are about and that nobody gave. */
export const lostFileIn = ({ masked, parts }: MaskedRequest): PlacedPart | undefined =>
  parts.find(({ part, start }) => part.as === "file" && !part.resource && !BEFORE_RESULT.test(masked.slice(0, start)));

export const askForFile = ({ part }: PlacedPart): string =>
  `I can't find "${part.as === "file" ? part.name.slice(0, 200) : ""}": it is neither attached nor part of this conversation. Please attach it.`;

/** Names shown when asking what to do with attachments. */
const MAX_NAMES = 5;

/** Asks what is to be done, with the files at hand where there are some. */
export function askWhat(attached: PlanRequest["attached"]): string {
  const names = attached.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = attached.length > MAX_NAMES ? ` and ${attached.length - MAX_NAMES} more` : "";
  return names.length > 0 ? `What should I do with ${names.join(", ")}${more}?` : "What should I do?";
}
