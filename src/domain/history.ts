import { MAX_MESSAGE_CHARS } from "./conversation.ts";
import type { ResourceId } from "./resources.ts";

/** What was said before a conversation began, somewhere else: its chat log begins with it. */
export interface HistoryTurn {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Ids of uploads. */
  readonly resources: readonly ResourceId[];
}

/** Controllers see no more of a chat log. */
export const MAX_HISTORY_TURNS = 20;
/** Of all turns together. */
export const MAX_HISTORY_CHARS = 2 * MAX_MESSAGE_CHARS;
/** Of all turns together: each is adopted with the conversation. */
export const MAX_HISTORY_RESOURCES = 32;

/** The newest turns, as far as there is room for them; a long text is cut to its beginning, and turns that say nothing go. */
export function recentHistory(turns: readonly HistoryTurn[]): readonly HistoryTurn[] {
  let chars = MAX_HISTORY_CHARS;
  let resources = MAX_HISTORY_RESOURCES;
  const kept: HistoryTurn[] = [];
  const told = turns.filter((turn) => turn.text.trim() !== "" || turn.resources.length > 0);
  for (const turn of told.slice(-MAX_HISTORY_TURNS).toReversed()) {
    const text = turn.text.slice(0, MAX_MESSAGE_CHARS).toWellFormed();
    chars -= text.length;
    if (chars < 0) break;
    const some = turn.resources.slice(0, resources);
    resources -= some.length;
    kept.push({ role: turn.role, text, resources: some });
  }
  return kept.toReversed();
}
