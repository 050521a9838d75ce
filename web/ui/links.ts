import type { ResourceView } from "../../src/client/client.ts";

/**
 * What may become of a link that a model wrote. `text`: it leads nowhere that we would send anybody; `file`: a file
 * of this server, with what is known of it; `inside`: another path of this server.
 */
export type ReadLink =
  | { readonly as: "text" }
  | { readonly as: "outside"; readonly href: string; readonly host: string }
  | { readonly as: "inside"; readonly href: string }
  | { readonly as: "file"; readonly href: string; readonly file: ResourceView | null };

const LEADS_NOWHERE: ReadLink = { as: "text" };
const FILE_PATH = /^\/v1\/resources\/([\w-]+)$/;

/** Where a file lies on the server that this page came from, signed. The origin in its `url` may be another name of it. */
export function pathOf({ id, url }: Pick<ResourceView, "id" | "url">, origin: string): string {
  const path = `/v1/resources/${encodeURIComponent(id)}`;
  if (!URL.canParse(url, origin)) return path;
  const { pathname, search } = new URL(url, origin);
  return pathname === path ? path + search : path;
}

/**
 * Judges a link of an answer. Only http, https and paths from the root of this server lead anywhere; a file's own name
 * leads to the file.
 */
export function readLink(href: string | undefined, files: readonly ResourceView[], origin: string): ReadLink {
  const named = files.find(({ name }) => name === href || encodeURI(name) === href);
  if (named) return { as: "file", href: pathOf(named, origin), file: named };
  if (href === undefined || !(href.startsWith("/") || /^https?:\/\//i.test(href))) return LEADS_NOWHERE;
  if (!URL.canParse(href, origin)) return LEADS_NOWHERE;
  const url = new URL(href, origin);
  // A name before the host makes a stranger's address look like somebody else's.
  if (url.username !== "" || url.password !== "") return LEADS_NOWHERE;
  if (url.origin !== origin) return { as: "outside", href: url.href, host: url.host };
  const id = FILE_PATH.exec(url.pathname)?.[1];
  if (id === undefined) return { as: "inside", href: url.pathname + url.search + url.hash };
  const file = files.find((one) => one.id === id) ?? null;
  return { as: "file", href: file ? pathOf(file, origin) : url.pathname + url.search, file };
}

const SHOWN_IN_PLACE: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/avif",
]);

/** Whether a file is a picture that every browser shows, and that holds nothing but pixels. */
export const isPicture = ({ mediaType }: Pick<ResourceView, "mediaType">): boolean => SHOWN_IN_PLACE.has(mediaType);
