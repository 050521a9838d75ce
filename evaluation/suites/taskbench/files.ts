import type { Kind } from "../../../src/domain/kinds.ts";
import type { Resource } from "../../../src/domain/resources.ts";

const EXTENSIONS: Readonly<Record<string, readonly [kind: Kind, mediaType: string]>> = {
  jpg: ["image", "image/jpeg"],
  jpeg: ["image", "image/jpeg"],
  png: ["image", "image/png"],
  gif: ["image", "image/gif"],
  webp: ["image", "image/webp"],
  bmp: ["image", "image/bmp"],
  wav: ["audio", "audio/wav"],
  mp3: ["audio", "audio/mpeg"],
  flac: ["audio", "audio/flac"],
  ogg: ["audio", "audio/ogg"],
  mp4: ["video", "video/mp4"],
  mov: ["video", "video/quicktime"],
  webm: ["video", "video/webm"],
  pdf: ["document", "application/pdf"],
  txt: ["text", "text/plain"],
  md: ["text", "text/markdown"],
  csv: ["table", "text/csv"],
  tsv: ["table", "text/tab-separated-values"],
  json: ["data", "application/json"],
};

/** No request of the benchmark names a tenth of it. */
const MAX_FILES = 32;
const FILE_NAME = new RegExp(`[\\p{L}\\p{N}_-]{1,100}\\.(?:${Object.keys(EXTENSIONS).join("|")})\\b`, "giu");

/** The files that a text names, each once, in the order of their mention. */
export function fileNames(text: string): readonly string[] {
  const names = new Set<string>();
  for (const [name] of text.matchAll(FILE_NAME)) {
    names.add(name);
    if (names.size === MAX_FILES) break;
  }
  return [...names];
}

/**
 * The file of this name as a user would have uploaded it; its kind is what its extension says. The benchmark knows no
 * documents, so that a PDF is a text as well, to the tools that read one.
 */
export function toResources(name: string): readonly Resource[] {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const [kind, mediaType] = EXTENSIONS[extension] ?? ["text", "text/plain"];
  const resource = (id: string, as: Kind): Resource => ({
    id,
    name,
    kind: as,
    mediaType,
    bytes: 0,
    sha256: "0".repeat(64),
    createdAt: 0,
    origin: { by: "upload" },
  });
  const own = resource(`res_${name}`, kind);
  return kind === "document" ? [own, resource(`res_text-of-${name}`, "text")] : [own];
}
