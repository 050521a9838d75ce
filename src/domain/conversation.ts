import type { Budget } from "./budget.ts";
import type { ToolOffer } from "./caller-tools.ts";
import type { Approval } from "./events.ts";
import type { JsonValue } from "./json.ts";
import type { Plan, TaskId } from "./plan.ts";
import type { Resource, ResourceId } from "./resources.ts";
import type { RunState, RunStatus } from "./run/state.ts";
import type { SelectionOptions } from "./selection.ts";
import type { AnswerFormat } from "./structured/answer-schema.ts";
import type { Subscriber } from "./webhooks/delivery.ts";

/** A message as a conversation receives it: validated, and with its resources adopted. */
export interface PostedMessage extends SelectionOptions {
  /** Chosen before, so that posting the same message twice makes one run. */
  readonly run: string;
  readonly text: string;
  /** In the order the user gave them. */
  readonly attached: readonly AttachedResource[];
  /** A plan of the caller's own, on the wire; it is checked like any other. */
  readonly plan?: JsonValue;
  /**
   * In its place: a plan whose arguments are bound already, so that no text in it is taken for a reference. It is proved,
   * and never repaired.
   */
  readonly boundPlan?: Plan;
  readonly approval: Approval;
  readonly budget: Budget;
  /** The caller's own token of Hugging Face; the ledger drops it when the run ends. */
  readonly sealedHfToken?: string;
  /** The form that its answer is wanted in, besides words. */
  readonly answerFormat?: AnswerFormat;
  /** The tools of the caller's own that may be called for it, and what they gave so far. */
  readonly tools?: ToolOffer;
  /** Every task is done anew, though it was done before in this conversation. */
  readonly reuse?: false;
  /** Earlier turns held elsewhere; only used if the conversation begins with this message. */
  readonly history?: readonly PostedTurn[];
  /** Nobody is there to answer a question back: its likeliest plan runs, however unsure that is. */
  readonly isUnattended?: true;
  /**
   * It was made of a delivery to a hook, and nobody is there to answer a question either. It is planned without the words of
   * earlier answers, which may repeat what strangers wrote: what was said by people and the files of all turns stay.
   */
  readonly ofDelivery?: true;
  /** The own part of the goal that the run works for, which is told when it ends, waits for a person or goes on. */
  readonly goal?: string;
  /** The webhooks that are told about the run. */
  readonly subscribers?: readonly Subscriber[];
}

/** A turn of the history, with its files adopted. */
export interface PostedTurn {
  readonly role: LogEntry["role"];
  readonly text: string;
  readonly resources: readonly Resource[];
}

export type AttachedResource =
  /** Adopted just now: the conversation learns of it here. */
  | { readonly by: "adoption"; readonly resource: Resource }
  /** Already in this conversation. */
  | { readonly by: "id"; readonly id: ResourceId }
  /** To be fetched when the run begins. */
  | { readonly by: "url"; readonly url: string };

/** A run as its conversation knows it; `state` is null while earlier runs are under way. */
export interface RunRecord {
  readonly id: string;
  readonly conversation: string;
  readonly text: string;
  readonly createdAt: number;
  /** How many runs go before it; 0 once it has begun. */
  readonly queuePosition: number;
  readonly state: RunState | null;
  /** Where only what changed since an event was asked for: of these tasks alone. Left out for all. */
  readonly changed?: { readonly since: number; readonly tasks: readonly TaskId[] };
}

/** A run among those of its conversation. */
export interface RunSummary {
  readonly id: string;
  readonly text: string;
  readonly createdAt: number;
  readonly status: RunStatus;
}

/** One entry of the chat log. */
export interface LogEntry {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Empty for what was said before the conversation began. */
  readonly run: string;
  readonly at: number;
  readonly resources: readonly ResourceId[];
}

export interface ConversationRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly log: readonly LogEntry[];
  /** The newest, oldest first. */
  readonly runs: readonly RunSummary[];
  readonly resources: readonly Resource[];
}

/** Of the title of a conversation: more than a list shows of one, and it is kept with every one of them. */
export const MAX_TITLE_CHARS = 200;

/** Messages that may wait behind the run under way. */
export const MAX_QUEUED_MESSAGES = 8;
/** Characters of a message's text; longer input belongs in a file. */
export const MAX_MESSAGE_CHARS = 100_000;
/** How long a request may work on a run that it booked. One that began so long before the next counts as dead. */
export const MAKING_RUN_MS = 5 * 60_000;

export const MAX_ATTACHED_RESOURCES = 32;

/** A turn from before the conversation, held elsewhere; the chat log begins with such turns. */
export interface HistoryTurn {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Ids of uploads. */
  readonly resources: readonly ResourceId[];
}

/** Turns of a chat log that controllers see. */
export const MAX_HISTORY_TURNS = 20;
/** Of all turns together. */
export const MAX_HISTORY_CHARS = 2 * MAX_MESSAGE_CHARS;
/** Of all turns together: each is adopted with the conversation. */
export const MAX_HISTORY_RESOURCES = 32;

/** The newest turns within the limits, without empty ones; long texts are truncated. */
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
