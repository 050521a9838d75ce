import { MAX_ATTACHED_RESOURCES, MAX_HISTORY_TURNS } from "../../domain/conversation.ts";
import type { LongStrings } from "../long-strings.ts";
import type { OpenAiMessage } from "./body.ts";
import { Refused } from "./errors.ts";
import { FileLabels, fileIn, type GivenFile, type LocatedPart, textIn } from "./parts.ts";

export interface ChatTurn {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly files: readonly GivenFile[];
}

/** The messages of a request: what is asked for, and what was said before. */
export interface ChatDialogue {
  readonly asked: ChatTurn;
  /** The newest turns, oldest first. */
  readonly before: readonly ChatTurn[];
}

/**
 * Reads the messages: those of the user at the end are the request. Instructions (`system`, `developer`) are not part
 * of it, as what they say would be planned as if it were asked for; nor are tools and what they answered.
 * @throws {Refused} where the last message is not the user's, says nothing or brings too much
 */
export function readMessages(messages: readonly OpenAiMessage[], strings: LongStrings): ChatDialogue {
  const turns = turnsOf(messages);
  const asked = turns.slice(turns.findLastIndex(({ role }) => role !== "user") + 1);
  if (asked.length === 0) throw new Refused("invalid-request", "messages", "The last message must be the user's");
  const all = asked.map((turn) => said(turn, strings));
  const text = all.map((turn) => turn.text).join("\n\n");
  if (text.trim() === "") {
    throw new Refused("invalid-request", "messages", "The last message needs a text that says what to do");
  }
  const files = all.flatMap((turn) => turn.files);
  if (files.length > MAX_ATTACHED_RESOURCES) {
    throw new Refused("invalid-request", "messages", `A request may bring ${MAX_ATTACHED_RESOURCES} files`);
  }
  const before = turns.slice(0, turns.length - asked.length).slice(-MAX_HISTORY_TURNS);
  return {
    asked: { role: "user", text, files },
    before: before.map((turn) => said(turn, strings, LEAVE_OUT)),
  };
}

/** What somebody said, of which nothing long is read yet. */
interface Turn {
  readonly role: ChatTurn["role"];
  readonly parts: readonly LocatedPart[];
  /** The sound of an earlier answer. */
  readonly spoken: readonly GivenFile[];
}

function turnsOf(messages: readonly OpenAiMessage[]): readonly Turn[] {
  const labels = new FileLabels();
  return messages.flatMap((message, at): readonly Turn[] => {
    if (message.role !== "user" && message.role !== "assistant") return [];
    const { role, content } = message;
    const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
    const placed = parts.map((part, index) => ({
      part,
      place: `messages.${at}.content${typeof content === "string" ? "" : `.${index}`}`,
      label: labels.next(part),
    }));
    const audio = message.role === "assistant" ? message.audio : null;
    return [
      { role, parts: placed, spoken: audio ? [{ by: "id", id: audio.id, place: `messages.${at}.audio.id` }] : [] },
    ];
  });
}

/** Of what was said before: chats send a message again that was refused. */
const LEAVE_OUT = true;

/** @param leavesOut what would be refused is left out @throws {Refused} */
function said({ role, parts, spoken }: Turn, strings: LongStrings, leavesOut = false): ChatTurn {
  const texts: string[] = [];
  const files: GivenFile[] = [];
  for (const placed of parts) {
    try {
      texts.push(...textIn(placed, strings));
      files.push(...fileIn(placed, strings));
    } catch (thrown) {
      if (!leavesOut || !(thrown instanceof Refused)) throw thrown;
    }
  }
  return { role, text: texts.join("\n").toWellFormed(), files: [...files, ...spoken] };
}
