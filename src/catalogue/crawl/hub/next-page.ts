const MAX_HEADER_CHARS = 8_000;
const MAX_LINKS = 16;

/** A `Link` that is there and cannot be followed: whoever took it for the last page would have half a list. */
export class UnusableLink extends Error {}

/**
 * The address behind `rel="next"` of a `Link` header (RFC 8288), as the Hub sends it:
 * `<https://huggingface.co/api/models?…&cursor=…>; rel="next"`. Null where there is none.
 * @throws {UnusableLink} where it cannot be read, and where it leads to another origin: whoever can write this header
 *   must not choose what is fetched next, nor who is shown the token
 */
export function nextPage(header: string | null, from: URL): URL | null {
  if (header === null || header.trim() === "") return null;
  if (header.length > MAX_HEADER_CHARS) throw new UnusableLink("the Link to the next page is too long");
  const found = links(header);
  if (found.length === 0) throw new UnusableLink("the Link to the next page cannot be read");
  const target = found.find(({ relations }) => relations.includes("next"))?.target;
  if (target === undefined) return null;
  const url = URL.parse(target, from.href);
  if (url?.origin !== from.origin) throw new UnusableLink("the Link to the next page leads to another server");
  return url;
}

/** Walks from bracket to bracket, as an address may hold commas and semicolons itself. */
function links(header: string): { readonly target: string; readonly relations: readonly string[] }[] {
  const found: { readonly target: string; readonly relations: readonly string[] }[] = [];
  let open = header.indexOf("<");
  while (open !== -1 && found.length < MAX_LINKS) {
    const close = header.indexOf(">", open);
    if (close === -1) break;
    const next = header.indexOf("<", close);
    const parameters = header.slice(close + 1, next === -1 ? undefined : next);
    const relations = /;\s*rel="?([^";,]*)/i.exec(parameters)?.[1] ?? "";
    found.push({ target: header.slice(open + 1, close), relations: relations.trim().toLowerCase().split(/\s+/) });
    open = next;
  }
  return found;
}
