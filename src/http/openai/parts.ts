import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { MAX_MESSAGE_CHARS } from "../../domain/conversation.ts";
import { type AsciiText, isDataUrl } from "../inline-files.ts";
import { type LongStrings, readAscii, readString } from "../long-strings.ts";
import type { ContentPart } from "./body.ts";
import { Refused } from "./errors.ts";

/** A file of a message: its content, or where it is. */
export type GivenFile = {
  /** The part of the request that it is, as a path with dots. */
  readonly place: string;
} & (
  | { readonly by: "url"; readonly url: string }
  | { readonly by: "id"; readonly id: string }
  | ({ readonly by: "content" } & GivenContent)
);

export interface GivenContent {
  /** Base64, or a data URL. */
  readonly content: AsciiText;
  /** Null where the request has none. */
  readonly name: string | null;
  /** What it is called without one: `image-2` is the second picture of the dialogue, in this request and in the next. */
  readonly label: string;
  /** Null to tell it from the content. */
  readonly mediaType: string | null;
}

/** A part of a message, of which nothing long is read yet. */
export interface LocatedPart {
  readonly part: ContentPart;
  /** As a path with dots. */
  readonly place: string;
  readonly label: string;
}

/** Counts the files of a dialogue. */
export class FileLabels {
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

/** @throws {Refused} for one that is too long */
export function textIn({ part, place }: LocatedPart, strings: LongStrings): readonly string[] {
  if (part.type !== "text" && part.type !== "refusal") return [];
  const text = part.type === "text" ? part.text : part.refusal;
  const long = strings.find(text);
  if (!long) return [text];
  // What is longer in UTF-8 than the longest text can be written in JSON need not be read.
  if (long.byteLength > MAX_MESSAGE_CHARS * MAX_WRITTEN_BYTES) {
    const message = `A text may hold ${MAX_MESSAGE_CHARS} characters; attach a file`;
    throw new Refused("resource-too-large", place, message);
  }
  return [readString(long)];
}

/** Of one character in JSON: `\u0000`. */
const MAX_WRITTEN_BYTES = 6;

/** @throws {Refused} for an address that is too long */
export function fileIn({ part, place, label }: LocatedPart, strings: LongStrings): readonly GivenFile[] {
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

/** As OpenAI and its likes name them. */
const AUDIO_TYPES: ReadonlyMap<string, string> = new Map([
  ["wav", "audio/wav"],
  ["mp3", "audio/mpeg"],
  ["flac", "audio/flac"],
  ["ogg", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["aac", "audio/aac"],
  ["m4a", "audio/mp4"],
]);
