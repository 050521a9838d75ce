import { relative, sep } from "node:path";
import { fileOf, type SavedFile } from "../src/client/command-line/save-files.ts";

const LINK = /\]\((\/v1\/resources\/[^\s()]*)\)/g;

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
