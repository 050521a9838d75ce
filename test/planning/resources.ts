import type { Kind } from "../../src/domain/kinds.ts";
import type { Provenance, Resource } from "../../src/domain/resources.ts";

const KIND_BY_EXTENSION: Readonly<Record<string, Kind>> = {
  png: "image",
  jpg: "image",
  wav: "audio",
  mp3: "audio",
  mp4: "video",
  pdf: "document",
  txt: "text",
  csv: "table",
  json: "data",
};

/** A resource of the kind that its name's extension tells, or of `kind`. Its id is `res_` and its name. */
export function resource(name: string, kind?: Kind, origin: Provenance = { by: "upload" }): Resource {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return {
    id: `res_${name}`,
    name,
    kind: kind ?? KIND_BY_EXTENSION[extension] ?? "text",
    mediaType: "application/octet-stream",
    bytes: 1_000,
    sha256: "0".repeat(64),
    createdAt: 1_800_000_000_000,
    origin,
  };
}
