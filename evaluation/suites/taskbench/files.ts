import type { Kind } from "../../../src/domain/kinds.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { FILE_EXTENSIONS, typeOfName } from "../../file-types.ts";

/** No request of the benchmark names a tenth of it. */
const MAX_FILES = 32;
const FILE_NAME = new RegExp(`[\\p{L}\\p{N}_-]{1,100}\\.(?:${FILE_EXTENSIONS.join("|")})\\b`, "giu");

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
  const { kind, mediaType } = typeOfName(name);
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
