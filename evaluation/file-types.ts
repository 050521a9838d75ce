import type { Kind } from "../src/domain/kinds.ts";

export interface FileType {
  readonly kind: Kind;
  readonly mediaType: string;
}

const EXTENSIONS: Readonly<Record<string, readonly [kind: Kind, mediaType: string]>> = {
  jpg: ["image", "image/jpeg"],
  jpeg: ["image", "image/jpeg"],
  png: ["image", "image/png"],
  gif: ["image", "image/gif"],
  webp: ["image", "image/webp"],
  bmp: ["image", "image/bmp"],
  tif: ["image", "image/tiff"],
  tiff: ["image", "image/tiff"],
  wav: ["audio", "audio/wav"],
  mp3: ["audio", "audio/mpeg"],
  flac: ["audio", "audio/flac"],
  ogg: ["audio", "audio/ogg"],
  m4a: ["audio", "audio/mp4"],
  mp4: ["video", "video/mp4"],
  mov: ["video", "video/quicktime"],
  webm: ["video", "video/webm"],
  pdf: ["document", "application/pdf"],
  docx: ["document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  pptx: ["document", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  odt: ["document", "application/vnd.oasis.opendocument.text"],
  eml: ["document", "message/rfc822"],
  html: ["document", "text/html"],
  txt: ["text", "text/plain"],
  md: ["text", "text/markdown"],
  csv: ["table", "text/csv"],
  xlsx: ["table", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ods: ["table", "application/vnd.oasis.opendocument.spreadsheet"],
  tsv: ["table", "text/tab-separated-values"],
  json: ["data", "application/json"],
};

/** Extensions of the files that requests of the benchmarks name. */
export const FILE_EXTENSIONS: readonly string[] = Object.keys(EXTENSIONS);

/** What a file of this name holds, as its extension says; text where it says nothing. */
export function typeOfName(name: string): FileType {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const [kind, mediaType] = (Object.hasOwn(EXTENSIONS, extension) && EXTENSIONS[extension]) || TEXT;
  return { kind, mediaType };
}

const TEXT = ["text", "text/plain"] as const;
