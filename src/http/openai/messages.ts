import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { MAX_ATTACHED_RESOURCES, MAX_HISTORY_TURNS, MAX_MESSAGE_CHARS } from "../../domain/conversation.ts";
import { type AsciiText, isDataUrl } from "../inline-files.ts";
import { type LongStrings, readAscii, readBeginning, readString } from "../long-strings.ts";
import { Refused } from "./errors.ts";
import type { ContentPart, OpenAiMessage } from "./schemas.ts";

export interface ChatTurn {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly files: readonly GivenFile[];
}

/** The messages of a chat: what is asked for now, and what was said before. */
export interface ChatDialogue {
  readonly asked: ChatTurn;
  /** The newest turns, oldest first. */
  readonly before: readonly ChatTurn[];
}

/**
 * Reads the messages: those of the user at the end are the request. Instructions (`system`, `developer`) are not part
 * of it, as what they say would be planned as if it were asked for; nor are calls of tools, and what they gave.
 * @throws {Refused} where the last message is not the user's, says nothing or brings too much
 */
export function readMessages(messages: readonly OpenAiMessage[], strings: LongStrings): ChatDialogue {
  const start = requestStart(messages);
  const turns = turnsOf(messages);
  const asked = turns.filter(({ role, at }) => role === "user" && at >= start);
  const last = messages.findLast(({ role }) => role === "user" || role === "assistant" || role === "tool");
  if (asked.length === 0 || last?.role === "assistant")
    throw new Refused("invalid-request", "messages", "The last message must be the user's");
  const told = asked.map((turn) => said(turn, strings));
  const text = told.map((turn) => turn.text).join("\n\n");
  if (text.trim() === "") {
    throw new Refused("invalid-request", "messages", "The last message needs a text that says what to do");
  }
  const files = told.flatMap((turn) => turn.files);
  if (files.length > MAX_ATTACHED_RESOURCES) {
    throw new Refused("invalid-request", "messages", `A request may bring ${MAX_ATTACHED_RESOURCES} files`);
  }
  const before = turns.filter(({ at }) => at < start).slice(-MAX_HISTORY_TURNS);
  return {
    asked: { role: "user", text, files },
    before: before.map((turn) => said(turn, strings, true)),
  };
}

/**
 * Where the request begins: behind the last answer, so that the texts between it and the results of tools are all part of
 * it; where there are no results, behind the last message of the assistant's.
 */
export function requestStart(messages: readonly OpenAiMessage[]): number {
  const spoken = messages.filter(({ role }) => role !== "system" && role !== "developer");
  // Words that calls follow are none.
  const answer = spoken.findLast(
    (message, at) =>
      message.role === "assistant" && isEmpty(message.tool_calls) && spoken[at + 1]?.role !== "assistant",
  );
  const behindAnswer = answer ? messages.lastIndexOf(answer) + 1 : 0;
  const hasResults = messages.slice(behindAnswer).some(({ role }) => role === "tool");
  return hasResults ? behindAnswer : messages.findLastIndex(({ role }) => role === "assistant") + 1;
}

const isEmpty = (list: readonly unknown[] | null | undefined): boolean => (list ?? []).length === 0;

/** A turn whose long strings are not decoded yet. */
interface Turn {
  /** Of its message. */
  readonly at: number;
  readonly role: ChatTurn["role"];
  readonly parts: readonly LocatedPart[];
  /** The audio of an earlier answer. */
  readonly spoken: readonly GivenFile[];
}

function turnsOf(messages: readonly OpenAiMessage[]): readonly Turn[] {
  const labels = new FileLabels();
  return messages.flatMap((message, at): readonly Turn[] => {
    if (message.role !== "user" && message.role !== "assistant") return [];
    const { role, content } = message;
    const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
    const placed = parts.map((part, index) => ({
      part,
      place: `messages.${at}.content${typeof content === "string" ? "" : `.${index}`}`,
      label: labels.next(part),
    }));
    const audio = message.role === "assistant" ? message.audio : null;
    return [
      { at, role, parts: placed, spoken: audio ? [{ by: "id", id: audio.id, place: `messages.${at}.audio.id` }] : [] },
    ];
  });
}

/**
 * The text and files of a turn.
 * @param lenient leaves out parts that would be refused, as clients repeat refused messages as history
 * @throws {Refused} unless lenient
 */
function said({ role, parts, spoken }: Turn, strings: LongStrings, lenient = false): ChatTurn {
  const texts: string[] = [];
  const files: GivenFile[] = [];
  for (const placed of parts) {
    try {
      texts.push(...textIn(placed, strings));
      files.push(...fileIn(placed, strings));
    } catch (thrown) {
      if (!lenient || !(thrown instanceof Refused)) throw thrown;
    }
  }
  return { role, text: texts.join("\n").toWellFormed(), files: [...files, ...spoken] };
}

/** A file of a message: its URL, its id or its content. */
export type GivenFile = {
  /** Its path in the request, with dots. */
  readonly place: string;
} & (
  | { readonly by: "url"; readonly url: string }
  | { readonly by: "id"; readonly id: string }
  | ({ readonly by: "content" } & GivenContent)
);

export interface GivenContent {
  /** Base64, or a data URL. */
  readonly content: AsciiText;
  /** Null where the request gives none. */
  readonly name: string | null;
  /** The name of a file without one: `image-2` is the second picture of the chat, in this request and in the next. */
  readonly label: string;
  /** Null to detect it from the content. */
  readonly mediaType: string | null;
}

/** A part of a message, whose long strings are not decoded yet. */
interface LocatedPart {
  readonly part: ContentPart;
  /** As a path with dots. */
  readonly place: string;
  readonly label: string;
}

/** Numbers the files of a chat by kind. */
class FileLabels {
  readonly #counts = new Map<string, number>();

  next({ type }: ContentPart): string {
    const kind = FILE_KINDS[type];
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${kind}-${count}`;
  }
}

const FILE_KINDS: Readonly<Record<ContentPart["type"], string>> = {
  text: "text",
  refusal: "text",
  image_url: "image",
  audio_url: "audio",
  video_url: "video",
  input_audio: "audio",
  file: "file",
};

/**
 * The beginning of the words of a message, without its files: so many characters, and one more where there are more. No
 * more than that is ever decoded.
 */
export function beginningOf(
  content: string | readonly ContentPart[] | null | undefined,
  strings: LongStrings,
  maxChars: number,
): string {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
  let words = "";
  let isFirst = true;
  for (const part of parts) {
    const text = wordsOf(part);
    if (text === null || words.length > maxChars) continue;
    const long = strings.find(text);
    words += (isFirst ? "" : "\n") + (long ? readBeginning(long, (maxChars + 1) * MAX_WRITTEN_BYTES) : text);
    isFirst = false;
  }
  return words.slice(0, maxChars + 1).toWellFormed();
}

/** The text of a part as it stands in the body; null for a file. */
export const wordsOf = (part: ContentPart): string | null =>
  part.type === "text" ? part.text : part.type === "refusal" ? part.refusal : null;

/** The text of a part, if it is one. @throws {Refused} for a text that is too long */
function textIn({ part, place }: LocatedPart, strings: LongStrings): readonly string[] {
  const text = wordsOf(part);
  if (text === null) return [];
  const long = strings.find(text);
  if (!long) return [text];
  // A string with more bytes than the longest text can take in JSON need not be decoded.
  if (long.byteLength > MAX_MESSAGE_CHARS * MAX_WRITTEN_BYTES) {
    const message = `A text may hold ${MAX_MESSAGE_CHARS} characters; attach a file`;
    throw new Refused("resource-too-large", place, message);
  }
  return [readString(long)];
}

/** Of one character in JSON, as in `\u0000`. */
export const MAX_WRITTEN_BYTES = 6;

/** The file of a part, if it is one. @throws {Refused} for a URL that is too long */
function fileIn({ part, place, label }: LocatedPart, strings: LongStrings): readonly GivenFile[] {
  const given = (text: string): AsciiText => {
    const long = strings.find(text);
    return long ? readAscii(long) : text;
  };
  const within = (content: AsciiText, more: Partial<GivenContent> = {}): GivenFile => ({
    ...{ by: "content", place, content, label, name: null, mediaType: null },
    ...more,
  });
  const addressed = (address: AsciiText): GivenFile => {
    if (isDataUrl(address)) return within(address);
    if (typeof address === "string") return { by: "url", place, url: address };
    throw new Refused("invalid-request", place, `An address may hold ${MAX_ADDRESS_CHARS} characters`);
  };
  switch (part.type) {
    case "text":
    case "refusal":
      return [];
    case "image_url":
      return [addressed(given(part.image_url.url))];
    case "audio_url":
      return [addressed(given(part.audio_url.url))];
    case "video_url":
      return [addressed(given(part.video_url.url))];
    case "input_audio": {
      const { data, format } = part.input_audio;
      return [within(given(data), { mediaType: AUDIO_TYPES.get(format.toLowerCase()) ?? null })];
    }
    case "file": {
      const { file_data, file_id, filename } = part.file;
      if (file_data) return [within(given(file_data), { name: filename ?? null })];
      return file_id ? [{ by: "id", place, id: file_id }] : [];
    }
  }
}

/** Media types by the format names of OpenAI and compatible servers. */
const AUDIO_TYPES: ReadonlyMap<string, string> = new Map([
  ["wav", "audio/wav"],
  ["mp3", "audio/mpeg"],
  ["flac", "audio/flac"],
  ["ogg", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["aac", "audio/aac"],
  ["m4a", "audio/mp4"],
]);
