import { BASE_KINDS, type BaseKind } from "../../../domain/kinds.ts";
import type { Resource } from "../../../domain/resources.ts";

/** A piece of a request that is material to work on, not instruction. */
export type MaterialPart =
  /** Words in quotation marks or square brackets; `asked` when they are introduced as a question. */
  | { readonly as: "quote"; readonly text: string; readonly asked: boolean }
  /** A passage that follows a colon or stands in paragraphs of its own; `label` is the word before its colon. */
  | { readonly as: "passage"; readonly text: string; readonly label: string | null; readonly asked: boolean }
  | { readonly as: "code"; readonly text: string }
  /** Data that is written out: JSON, or lines of cells. */
  | { readonly as: "table"; readonly text: string }
  /** A file or an address; `resource` is null when nothing of that name is known. */
  | {
      readonly as: "file";
      readonly name: string;
      readonly kind: BaseKind | null;
      readonly resource: Resource | null;
      /** The letter it is listed under: "A: a.jpg". */
      readonly letter: string | null;
    };

/** Where a part stands in the masked text. */
export interface PlacedPart {
  readonly part: MaterialPart;
  readonly start: number;
  readonly end: number;
}

/** A request with every part replaced by a word such as `@image` or `@quote`, so that no cue is read inside one. */
export interface MaskedRequest {
  readonly masked: string;
  readonly parts: readonly PlacedPart[];
  /** True when the request was longer than what is read as instruction. */
  readonly cut: boolean;
}

/** A masked request that knows where its words were written. */
export interface Reading extends MaskedRequest {
  /** The request as it was written. */
  readonly text: string;
  /** The stretch of it that a stretch of the masked text stands for; an empty one stands behind what is before it. */
  readonly stretchOf: (start: number, end: number) => Stretch;
}

/** Offsets of a text, in UTF-16 units: `to` is behind the last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The word that stands for a part in the masked text. */
export const maskOf = (part: MaterialPart): string => (part.as === "file" ? `@${part.kind ?? "file"}` : `@${part.as}`);

/** What a part says, when it is words. */
export const wordsOf = (part: MaterialPart): string | null => (part.as === "file" ? null : part.text);

/** Extensions that are no file when nothing of that name is known, such as the "js" of "Node.js", are left out. */
const KIND_BY_EXTENSION: Readonly<Record<BaseKind, readonly string[]>> = {
  image: ["jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff", "svg", "heic", "avif"],
  audio: ["wav", "mp3", "flac", "ogg", "oga", "opus", "m4a", "aac", "wma", "aiff"],
  video: ["mp4", "mov", "webm", "avi", "mkv", "mpg", "mpeg", "m4v"],
  document: ["pdf", "doc", "docx", "odt", "rtf", "ppt", "pptx"],
  table: ["csv", "tsv", "xls", "xlsx", "ods", "parquet"],
  data: ["json", "jsonl", "xml", "yaml"],
  text: ["txt", "md", "srt", "vtt"],
};

const kindByExtension = new Map<string, BaseKind>();

/** The kind that a file name's extension tells, or `undefined` when it ends in none that is known. */
export function kindOfFileName(name: string): BaseKind | undefined {
  if (kindByExtension.size === 0) {
    for (const kind of BASE_KINDS)
      for (const extension of KIND_BY_EXTENSION[kind]) kindByExtension.set(extension, kind);
  }
  const dot = name.lastIndexOf(".");
  return dot < 1 || /[/\\]/.test(name.charAt(dot - 1))
    ? undefined
    : kindByExtension.get(name.slice(dot + 1).toLowerCase());
}

const QUOTED = /^(["“”„«‘'`])(.+)["“”»’'`]$/su;

/** The files that are named there, by the words that name them, without quotation marks: a path or an address whole. */
export const filesAsWritten = (parts: readonly PlacedPart[], { text, stretchOf }: Reading): readonly string[] =>
  parts.flatMap(({ part, start, end }) => {
    const { from, to } = stretchOf(start, end);
    const written = text.slice(from, to);
    return part.as === "file" ? [QUOTED.exec(written)?.[2]?.trim() ?? written] : [];
  });
