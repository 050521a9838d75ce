import type { ResourceId } from "../../domain/resources.ts";

/** A block of quoted text, which stays as it is, or the address of a link. */
const LINK = /^(`{3,})[^\n`]*\n[\s\S]*?\n\1$|(?<=[^\\]\]\()\/v1\/resources\/(res_[0-9a-f]{56})(?=\))/gm;
/** More are left as paths of the API, which need the caller's key. */
const MAX_SIGNED = 200;

/**
 * An answer whose own links to files are signed: their paths mean nothing to somebody who reads it elsewhere. Paths that
 * stand in what it quotes are no links of its own: a signature would go where a stranger's words lead.
 */
export async function withSignedLinks(markdown: string, sign: (id: ResourceId) => Promise<string>): Promise<string> {
  const named = [...markdown.matchAll(LINK)].flatMap(([, , id]) => id ?? []);
  const ids = [...new Set(named)].slice(0, MAX_SIGNED);
  const links = new Map(await Promise.all(ids.map(async (id) => [id, await sign(id)] as const)));
  return markdown.replaceAll(LINK, (path: string, _fence?: string, id?: string) => links.get(id ?? "") ?? path);
}
