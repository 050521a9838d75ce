import type { ConversationRecord, RunRecord, RunSummary } from "../../src/domain/conversation.ts";
import { changedTasks } from "../../src/domain/run/changed-tasks.ts";
import { type RunState, statusOf } from "../../src/domain/run/state.ts";
import type { Identity, Ledger, RunRow } from "./ledger.ts";

/** The most turns that `GET /v1/conversations/:id` shows. */
const MAX_LOG_SHOWN = 500;
const MAX_RUNS_SHOWN = 500;
const MAX_RESOURCES_SHOWN = 1_000;
/** Who has missed more than this reads the run whole: that is less to go through. */
const MAX_EVENTS_SINCE = 500;

/** A conversation and its runs as others see them. Looking at them writes nothing. */
export class Records {
  readonly #ledger: Ledger;
  readonly #conversation: string;
  readonly #stateOf: (run: string) => RunState | null;

  /**
   * @param conversation its own part of its id
   * @param stateOf a run's state; null before it has begun
   */
  constructor(ledger: Ledger, conversation: string, stateOf: (run: string) => RunState | null) {
    this.#ledger = ledger;
    this.#conversation = conversation;
    this.#stateOf = stateOf;
  }

  conversation({ conversation, createdAt }: Identity): ConversationRecord {
    return {
      id: conversation,
      createdAt,
      log: this.#ledger.log(MAX_LOG_SHOWN),
      runs: this.#ledger.runs(MAX_RUNS_SHOWN).map((row) => this.#summary(row)),
      resources: this.#ledger.resources(MAX_RESOURCES_SHOWN),
    };
  }

  run(row: RunRow): RunRecord {
    const { id, createdAt, message } = row;
    const state = this.#stateOf(id);
    const queuePosition = this.queuePosition(row);
    return { id, conversation: this.#conversation, text: message.text, createdAt, queuePosition, state };
  }

  /** The run with those of its tasks that changed since an event; with all of them where that were many or cannot be told. */
  runSince(row: RunRow, since: number): RunRecord {
    const run = this.run(row);
    const { state } = run;
    if (!state || since < 1 || since > state.seq || state.seq - since > MAX_EVENTS_SINCE) return run;
    const tasks = changedTasks(this.#ledger.events(row.id, since, MAX_EVENTS_SINCE));
    if (tasks === null) return run;
    // Why each model was chosen is most of what a wide plan is.
    const chosen = tasks.flatMap((id) => (state.selection?.[id] ? [[id, state.selection[id]] as const] : []));
    const selection = state.selection && Object.fromEntries(chosen);
    return { ...run, state: { ...state, selection }, changed: { since, tasks } };
  }

  /** The number of runs in the queue before this one. */
  queuePosition({ id, endStatus }: RunRow): number {
    if (endStatus !== null) return 0;
    return this.#ledger.openRuns().findIndex((open) => open.id === id);
  }

  #summary({ id, createdAt, message, endStatus }: RunRow): RunSummary {
    const state = endStatus === null ? this.#stateOf(id) : null;
    return { id, text: message.text, createdAt, status: endStatus ?? (state ? statusOf(state) : "planning") };
  }
}
