const MAX_HEADER_CHARS = 8_000;
const MAX_LINKS = 16;

/**
 * The address behind `rel="next"` of a `Link` header (RFC 8288), as the Hub sends it:
 * `<https://huggingface.co/api/models?…&cursor=…>; rel="next"`. Null where there is none, and where it leads to
 * another origin: whoever can write this header must not choose what is fetched next, nor who is shown the token.
 */
export function nextPage(header: string | null, from: URL): URL | null {
  if (header === null || header.length > MAX_HEADER_CHARS) return null;
  const target = links(header).find(({ relations }) => relations.includes("next"))?.target;
  const url = target === undefined ? null : URL.parse(target, from.href);
  return url !== null && url.origin === from.origin ? url : null;
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
