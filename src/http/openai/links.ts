import type { Resource, ResourceId } from "../../domain/resources.ts";

/** By the id that it has where it comes from: a file as the conversation may have it. */
export type KnownResources = ReadonlyMap<ResourceId, Pick<Resource, "id" | "name">>;

/** A file of this API: by its path, or by a link to it that is signed. */
const LINK = /(\]\()?(?:https?:\/\/[^\s/"'<>()[\]]{1,255})?\/v1\/resources\/(res_[0-9a-f]{56})(?:\?[\w=&-]{0,300})?/g;
const WHOLE = /^(?:https?:\/\/[^\s/]{1,255})?\/v1\/resources\/(res_[0-9a-f]{56})(?:[?#]|$)/;

/** The ids that links in a text name; the MAC in each says whether it is ours. */
export const linksIn = (text: string): readonly ResourceId[] => [...text.matchAll(LINK)].map(([, , id = ""]) => id);

/** The id that an address names as that of a file here, or null. */
export const ownFileAt = (url: string): ResourceId | null => WHOLE.exec(url)?.[1] ?? null;

/**
 * The text with links to our own files as a chat log has them: without host and signature, and with the id that the
 * file has where it was brought; outside of Markdown by its name, as people write.
 */
export const withoutLinks = (text: string, known: KnownResources): string =>
  text.replaceAll(LINK, (link: string, inMarkdown: string | undefined, id: string) => {
    const file = known.get(id);
    if (!file) return link;
    return inMarkdown === undefined ? file.name : `${inMarkdown}/v1/resources/${file.id}`;
  });
