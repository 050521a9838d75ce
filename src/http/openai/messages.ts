import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { MAX_ATTACHED_RESOURCES, MAX_HISTORY_TURNS, MAX_MESSAGE_CHARS } from "../../domain/conversation.ts";
import { type AsciiText, isDataUrl } from "../inline-files.ts";
import { type LongStrings, readAscii, readString } from "../long-strings.ts";
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
export function readMessages(all: readonly OpenAiMessage[], strings: LongStrings): ChatDialogue {
  const { messages } = partExchange(all);
  const turns = turnsOf(messages);
  const asked = turns.slice(turns.findLastIndex(({ role }) => role !== "user") + 1);
  if (asked.length === 0) throw new Refused("invalid-request", "messages", "The last message must be the user's");
  const told = asked.map((turn) => said(turn, strings));
  const text = told.map((turn) => turn.text).join("\n\n");
  if (text.trim() === "") {
    throw new Refused("invalid-request", "messages", "The last message needs a text that says what to do");
  }
  const files = told.flatMap((turn) => turn.files);
  if (files.length > MAX_ATTACHED_RESOURCES) {
    throw new Refused("invalid-request", "messages", `A request may bring ${MAX_ATTACHED_RESOURCES} files`);
  }
  const before = turns.slice(0, turns.length - asked.length).slice(-MAX_HISTORY_TURNS);
  return {
    asked: { role: "user", text, files },
    before: before.map((turn) => said(turn, strings, true)),
  };
}

/**
 * The messages without the calls of tools that follow the last of the user's, which those are for; where a tool's result
 * is the last message of all.
 */
export function partExchange(messages: readonly OpenAiMessage[]): {
  readonly messages: readonly OpenAiMessage[];
  readonly exchange: readonly OpenAiMessage[];
} {
  const isToBeAnswered = messages.at(-1)?.role === "tool";
  const end = isToBeAnswered ? messages.findLastIndex(({ role }) => role === "user") + 1 : messages.length;
  return { messages: messages.slice(0, end), exchange: messages.slice(end) };
}

/** A turn whose long strings are not decoded yet. */
interface Turn {
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
      { role, parts: placed, spoken: audio ? [{ by: "id", id: audio.id, place: `messages.${at}.audio.id` }] : [] },
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

/** The words of a message's content, without its files. @throws {Refused} for a text that is too long */
export function wordsIn(
  content: string | readonly ContentPart[] | null | undefined,
  place: string,
  strings: LongStrings,
): string {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
  return parts
    .flatMap((part) => textIn({ part, place, label: "" }, strings))
    .join("\n")
    .toWellFormed();
}

/** The text of a part, if it is one. @throws {Refused} for a text that is too long */
function textIn({ part, place }: LocatedPart, strings: LongStrings): readonly string[] {
  if (part.type !== "text" && part.type !== "refusal") return [];
  const text = part.type === "text" ? part.text : part.refusal;
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
