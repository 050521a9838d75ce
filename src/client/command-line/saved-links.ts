import { relative, sep } from "node:path";
import type { SavedFile } from "./save-files.ts";

const FILE_PATH = /^\/v1\/resources\/(res_[0-9a-f]+)(?:\?|$)/;
const LINK = /\]\((\/v1\/resources\/[^\s()]*)\)/g;

/** The id of the file that a path of the API leads to; null for any other address. */
export const fileOf = (href: string): string | null => FILE_PATH.exec(href)?.[1] ?? null;

/** Markdown that is to lie in `folder`, with its links to files leading to where they are saved, where they are. */
export function linkToSaved(markdown: string, saved: readonly SavedFile[], folder: string): string {
  const paths = new Map(saved.map(({ id, path }) => [id, path]));
  return markdown.replaceAll(LINK, (link: string, href: string) => {
    const path = paths.get(fileOf(href) ?? "");
    return path === undefined ? link : `](${toHref(relative(folder, path))})`;
  });
}

/** A relative path as a link: a name may hold what would end the link, or be read as a query. */
const toHref = (path: string): string =>
  path
    .split(sep)
    .map((part) => encodeURIComponent(part).replaceAll(/[()]/g, (mark) => (mark === "(" ? "%28" : "%29")))
    .join("/");
