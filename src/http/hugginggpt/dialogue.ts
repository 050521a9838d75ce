import { type HistoryTurn, MAX_ATTACHED_RESOURCES } from "../../domain/conversation.ts";
import type { ResourceId } from "../../domain/resources.ts";
import { type AdoptableFile, adoptableFiles } from "../adoptable-files.ts";
import type { AppContext } from "../context.ts";
import { InvalidRequest } from "../problem.ts";
import type { HuggingGptMessage } from "./body.ts";
import { mediaIn, replaceMedia } from "./media-names.ts";

/** The messages of a request as a new conversation takes them: paths of files are replaced by their names. */
export interface HuggingGptDialogue {
  readonly text: string;
  readonly resources: readonly ResourceId[];
  readonly history: readonly HistoryTurn[];
  /** The paths that the client knows files by, by the ids that these have in the new conversation. */
  readonly paths: ReadonlyMap<ResourceId, string>;
}

/** The messages of a request whose files are not stored anew yet. */
export interface GivenDialogue {
  /** The text of the last message. */
  readonly asked: string;
  /** Stores the files that paths in the messages name, the newest first; once, however often it is called. */
  storeFiles(): Promise<HuggingGptDialogue>;
}

/** Reads the messages, and stores nothing. @throws {AppError} `invalid-request` when the last message is no request */
export function readDialogue(c: AppContext, messages: readonly HuggingGptMessage[]): GivenDialogue {
  const turns = messages.flatMap(({ role, content }) => (role === "system" ? [] : [{ role, text: content }]));
  const last = turns.at(-1);
  if (last?.role !== "user" || last.text.trim() === "") {
    throw new InvalidRequest("The last message is the request: it has the role `user` and says something");
  }
  const said = turns.map(({ role, text }) => ({
    role,
    text: role === "assistant" && isPage(c) ? unescapeHtml(text) : text,
  }));
  let brought: Promise<HuggingGptDialogue> | null = null;
  return {
    asked: last.text,
    storeFiles: () => {
      brought ??= storeFiles(c, said);
      return brought;
    },
  };
}

interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

async function storeFiles(c: AppContext, said: readonly Turn[]): Promise<HuggingGptDialogue> {
  const mentioned = said.toReversed().flatMap(({ text }) => mediaIn(text));
  const brought = await adoptableFiles(c.var, [...new Set(mentioned.map(({ id }) => id))]);
  const turn = ({ role, text }: Turn): HistoryTurn => ({ role, ...withFiles(text, brought) });
  return {
    ...withFiles(said.at(-1)?.text ?? "", brought),
    history: said.slice(0, -1).map(turn),
    paths: new Map(
      mentioned.flatMap(({ path, id }) => {
        const file = brought.get(id);
        return file ? [[file.id, path] as const] : [];
      }),
    ),
  };
}

/** True for a call by a page in a browser, which says which page it is. */
export const isPage = (c: AppContext): boolean => c.req.header("origin") !== undefined;

function withFiles(
  text: string,
  brought: ReadonlyMap<ResourceId, AdoptableFile>,
): { readonly text: string; readonly resources: readonly ResourceId[] } {
  const files = mediaIn(text).flatMap(({ id }) => brought.get(id) ?? []);
  return {
    text: replaceMedia(text, (id) => brought.get(id)?.name ?? null),
    resources: [...new Set(files.map(({ id }) => id))].slice(0, MAX_ATTACHED_RESOURCES),
  };
}

/**
 * The Markdown of our answers: a fenced block, an escaped character, a link, the sign of strong words. Each alternative
 * ends at its own delimiter, so that the whole is read once.
 */
const MARKDOWN =
  /^(`{3,})[^\n`]*\n([\s\S]*?)\n\1$|\\([\\`*_{}[\]<>#|~!])|\[((?:\\.|[^\]\\\n]){0,500})\]\(([^()\s]{1,2000})\)|\*\*/gm;

/**
 * The answer in plain text, with the targets of links in parentheses: `**Done**: [a](b)` → `Done: a (b)`.
 * @param pathOf the path of a file by its link in the answer, or null to keep the link
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
 * The text with characters of HTML escaped, quotes as well: the original web client puts an answer into its page as HTML,
 * and what looks like the path of a file into an attribute.
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
/** The text of an answer as that client sends it back as history. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity);
