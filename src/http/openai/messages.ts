import { MAX_MESSAGE_CHARS } from "../../domain/conversation.ts";
import { MAX_HISTORY_TURNS } from "../../domain/history.ts";
import type { AsciiText } from "../inline-files.ts";
import { type LongStrings, readAscii, readString } from "../long-strings.ts";
import type { ChatMessage, ContentPart } from "./body.ts";
import { Refused } from "./errors.ts";

/** A file of a message: its content, or where it is. */
export type GivenFile =
  | { readonly by: "content"; readonly content: AsciiText; readonly name: string | null; readonly kind: string }
  | { readonly by: "url"; readonly url: string }
  | { readonly by: "id"; readonly id: string };

export interface Said {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly files: readonly GivenFile[];
}

/** The messages of a request: what is asked for, and what was said before. */
export interface Dialogue {
  readonly asked: Said;
  /** The newest turns, oldest first. */
  readonly before: readonly Said[];
}

/**
 * Reads the messages: those of the user at the end are the request. Instructions (`system`, `developer`) are not part
 * of it, as what they say would be planned as if it were asked for; nor are tools and what they answered.
 * @throws {Refused} where the last message is not the user's
 */
export function readMessages(messages: readonly ChatMessage[], strings: LongStrings): Dialogue {
  const said = messages.flatMap((message) =>
    message.role === "user" || message.role === "assistant" ? [message] : [],
  );
  const asked = said.slice(said.findLastIndex(({ role }) => role !== "user") + 1);
  if (asked.length === 0) throw new Refused("invalid-request", "messages", "The last message must be the user's");
  const before = said.slice(0, said.length - asked.length).slice(-MAX_HISTORY_TURNS);
  const all = asked.map((message) => turnOf(message, strings));
  const text = all.map((turn) => turn.text).join("\n\n");
  if (text.trim() === "") {
    throw new Refused("invalid-request", "messages", "The last message needs a text that says what to do");
  }
  return {
    asked: { role: "user", text, files: all.flatMap(({ files }) => files) },
    before: before.map((message) => turnOf(message, strings)),
  };
}

type Turn = Extract<ChatMessage, { role: "user" | "assistant" }>;

function turnOf(message: Turn, strings: LongStrings): Said {
  const { role, content } = message;
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
  const spoken: GivenFile[] = message.role === "assistant" && message.audio ? [{ by: "id", id: message.audio.id }] : [];
  return {
    role,
    text: parts.flatMap((part) => textIn(part, strings)).join("\n"),
    files: [...parts.flatMap((part) => fileIn(part, strings)), ...spoken],
  };
}

function textIn(part: ContentPart, strings: LongStrings): readonly string[] {
  if (part.type !== "text" && part.type !== "refusal") return [];
  const text = part.type === "text" ? part.text : part.refusal;
  const long = strings.find(text);
  if (!long) return [text];
  // What is longer in UTF-8 than the longest text can be written in JSON need not be read.
  if (long.byteLength > MAX_MESSAGE_CHARS * MAX_WRITTEN_BYTES) {
    throw new Refused(
      "resource-too-large",
      "messages",
      `A text may hold ${MAX_MESSAGE_CHARS} characters; attach a file`,
    );
  }
  return [readString(long)];
}

/** Of one character in JSON: `\u0000`. */
const MAX_WRITTEN_BYTES = 6;

function fileIn(part: ContentPart, strings: LongStrings): readonly GivenFile[] {
  const content = (text: string): AsciiText => {
    const long = strings.find(text);
    return long ? readAscii(long) : text;
  };
  switch (part.type) {
    case "text":
    case "refusal":
      return [];
    case "image_url":
      return [addressed(content(part.image_url.url), "image")];
    case "audio_url":
      return [addressed(content(part.audio_url.url), "audio")];
    case "video_url":
      return [addressed(content(part.video_url.url), "video")];
    case "input_audio":
      return [{ by: "content", content: content(part.input_audio.data), name: null, kind: "audio" }];
    case "file": {
      const { file_data, file_id, filename } = part.file;
      if (file_data) return [{ by: "content", content: content(file_data), name: filename ?? null, kind: "file" }];
      return file_id ? [{ by: "id", id: file_id }] : [];
    }
  }
}

/** Only data is as long as to be cut out of the body. */
const addressed = (address: AsciiText, kind: string): GivenFile =>
  typeof address === "string" && !/^data:/i.test(address)
    ? { by: "url", url: address }
    : { by: "content", content: address, name: null, kind };
