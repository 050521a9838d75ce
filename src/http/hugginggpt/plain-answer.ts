/**
 * Fenced text, an escaped character, a link, strong words: what our answers are written with. Each alternative ends at
 * its own delimiter, so that the whole is read once.
 */
const MARKDOWN =
  /^(`{3,})[^\n`]*\n([\s\S]*?)\n\1$|\\([\\`*_{}[\]<>#|~!])|\[((?:\\.|[^\]\\\n]){0,500})\]\(([^()\s]{1,2000})\)|\*\*/gm;

/**
 * An answer as the original server gives it: words without Markdown, and files by their paths.
 * @param pathOf the path of a file by its address in the answer, or null to leave that as it is
 */
export const withoutMarkdown = (markdown: string, pathOf: (address: string) => string | null = () => null): string =>
  markdown.replaceAll(
    MARKDOWN,
    (_, _fence: string | undefined, code?: string, escaped?: string, label?: string, address?: string) => {
      if (code !== undefined) return code;
      if (escaped !== undefined) return escaped;
      if (label === undefined || address === undefined) return "";
      return `${withoutMarkdown(label)} (${pathOf(address) ?? address})`;
    },
  );

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" },
};
const CHARACTERS: ReadonlyMap<string, string> = new Map(Object.entries(ENTITIES).map(([one, entity]) => [entity, one]));

/**
 * The original web client puts an answer into its page as HTML, and what looks like the address of a medium, whatever
 * stands in it, between the quotes of an attribute.
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
/** What that client sends back as history. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity);
