import type { ReactNode } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { readLink } from "../ui/links.ts";
import { readInline } from "./inline.ts";

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
