import type { ReactNode } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { readLink } from "../ui/links.ts";

/** A line of the report, with links to its files and to nothing else. */
export function InlineText({
  markdown,
  files,
}: {
  readonly markdown: string;
  readonly files: readonly ResourceView[];
}) {
  return readInline(markdown).map(({ words, href }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the line never changes, and a piece has no other name
    <SafeLink key={place} href={href} files={files}>
      {words}
    </SafeLink>
  ));
}

/** Words that lead where the page sends anybody; else the words alone. */
export function SafeLink({
  href,
  files,
  children,
}: {
  readonly href: string | undefined;
  readonly files: readonly ResourceView[];
  readonly children: ReactNode;
}) {
  const link = readLink(href, files, location.origin);
  if (link.as === "text") return <>{children}</>;
  const isOutside = link.as === "outside";
  return (
    <a href={link.href} rel="noreferrer noopener" {...(isOutside || link.as === "file" ? { target: "_blank" } : {})}>
      {children}
      {isOutside ? ` (${link.host})` : ""}
    </a>
  );
}

/** A piece of a line of the report: words as they are, or words that lead somewhere. */
export interface Piece {
  readonly words: string;
  readonly href?: string;
}

/** A link as the report writes it, with its name escaped: `[a \[b\].png](/v1/resources/res_…)`. */
const LINK = /\[((?:\\.|[^\\[\]]){1,2000})\]\(([^\s()<>]{1,2000})\)/g;
const ESCAPED = /\\([\\`*_{}[\]<>#|~!])/g;

const unescaped = (text: string): string => text.replaceAll(ESCAPED, "$1");

/** Reads what an output is in words: escaped text with links to files. Nothing else in it means anything. */
export function readInline(markdown: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of markdown.matchAll(LINK)) {
    // What looks like a link after a backslash is a text that was escaped.
    if (isEscaped(markdown, found.index)) continue;
    if (found.index > end) pieces.push({ words: unescaped(markdown.slice(end, found.index)) });
    pieces.push({ words: unescaped(found[1] ?? ""), href: found[2] ?? "" });
    end = found.index + found[0].length;
  }
  if (end < markdown.length) pieces.push({ words: unescaped(markdown.slice(end)) });
  return pieces;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  const before = /\\*$/.exec(text.slice(Math.max(0, place - 20), place))?.[0] ?? "";
  return before.length % 2 === 1;
}
