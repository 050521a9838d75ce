import type { ContentBlock as Block } from "@modelcontextprotocol/server";
import type { ResourceView } from "../schemas/views.ts";
import { type Contents, readFile } from "./resources/files.ts";
import type { Exchange } from "./tool.ts";

/** Of one file that is in a result or a prompt: clients refuse results of more than about a mebibyte. */
export const MAX_SHOWN_BYTES = 512 * 1024;
/** Of all files in one result together. */
const MAX_SHOWN_IN_ALL_BYTES = 1024 * 1024;

/** The files of a result as links; and where the client wants that, the small ones themselves. */
export async function blocksOf(
  { c, showsFiles }: Pick<Exchange, "c" | "showsFiles">,
  files: readonly ResourceView[],
): Promise<readonly Block[]> {
  let left = MAX_SHOWN_IN_ALL_BYTES;
  const shown = files.filter(({ bytes }) => {
    if (!showsFiles || bytes > Math.min(left, MAX_SHOWN_BYTES)) return false;
    left -= bytes;
    return true;
  });
  const contents = await Promise.all(shown.map(async ({ id, mediaType }) => blockOf(await readFile(c, id), mediaType)));
  return [...files.map(linkTo), ...contents];
}

const linkTo = ({ url, name, mediaType, bytes }: ResourceView): Block => ({
  ...{ type: "resource_link", uri: url, name, mimeType: mediaType, size: bytes },
});

/** The content of a file as models look at it: pictures and sounds as such, all else as a resource. */
export function blockOf(contents: Contents, mediaType: string): Block {
  const [base] = mediaType.split("/");
  if ("blob" in contents && (base === "image" || base === "audio")) {
    return { type: base, data: contents.blob, mimeType: mediaType };
  }
  return { type: "resource", resource: contents };
}
