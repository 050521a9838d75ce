import { type HistoryTurn, MAX_ATTACHED_RESOURCES } from "../../domain/conversation.ts";
import type { ResourceId } from "../../domain/resources.ts";
import { type BroughtFile, bringFiles } from "../bring-files.ts";
import type { AppContext } from "../context.ts";
import { InvalidRequest } from "../problem.ts";
import type { HuggingGptMessage } from "./body.ts";
import { mediaIn, replaceMedia } from "./media-names.ts";
import { unescapeHtml } from "./plain-answer.ts";

/** The messages of a request as a new conversation takes them: files by their names in place of paths. */
export interface HuggingGptDialogue {
  readonly text: string;
  readonly resources: readonly ResourceId[];
  readonly history: readonly HistoryTurn[];
  /** By the id that a file has in the new conversation: the path that the client knows it by. */
  readonly paths: ReadonlyMap<ResourceId, string>;
}

/** Messages whose files are where they were yet. */
export interface GivenDialogue {
  /** What the last message says. */
  readonly asked: string;
  /** Brings over the files that paths in the messages name, the newest first; once, however often it is asked. */
  bring(): Promise<HuggingGptDialogue>;
}

/**
 * Reads the messages, and stores nothing.
 * @throws {AppError} `invalid-request` when the last message asks for nothing
 */
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
    bring: () => {
      brought ??= bringOver(c, said);
      return brought;
    },
  };
}

interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

async function bringOver(c: AppContext, said: readonly Turn[]): Promise<HuggingGptDialogue> {
  const mentioned = said.toReversed().flatMap(({ text }) => mediaIn(text));
  const brought = await bringFiles(c, [...new Set(mentioned.map(({ id }) => id))]);
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

/** A browser says which page calls. */
export const isPage = (c: AppContext): boolean => c.req.header("origin") !== undefined;

function withFiles(
  text: string,
  brought: ReadonlyMap<ResourceId, BroughtFile>,
): { readonly text: string; readonly resources: readonly ResourceId[] } {
  const files = mediaIn(text).flatMap(({ id }) => brought.get(id) ?? []);
  return {
    text: replaceMedia(text, (id) => brought.get(id)?.name ?? null),
    resources: [...new Set(files.map(({ id }) => id))].slice(0, MAX_ATTACHED_RESOURCES),
  };
}
