import type { EventBody, WorkId } from "../../src/domain/events.ts";
import { isUnderWay, outcomeEvents } from "../../src/domain/run/outcome-events.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { RunnerSays } from "../../src/rpc/index.ts";
import { after } from "../../src/waiting.ts";
import { GATHER_MS } from "../gather.ts";

/** Progress of one task is recorded this often at the most: each record is a write. */
const PROGRESS_INTERVAL_MS = 500;

interface Surroundings {
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** The number of attempts under way. */
  readonly running: () => number;
  readonly take: (lines: readonly RunnerSays[]) => void;
}

/** Takes what runners say together with what others at work say in the same moment, and makes events of it. */
export class RunnerInbox {
  readonly #around: Surroundings;
  readonly #progressAt = new Map<WorkId, number>();
  #heard: RunnerSays[] = [];

  constructor(around: Surroundings) {
    this.#around = around;
  }

  hear(lines: readonly RunnerSays[]): void {
    const isFirst = this.#heard.length === 0;
    this.#heard.push(...lines);
    const ended = this.#heard.filter(({ say }) => say === "outcome").length;
    // Once nobody is at work there is nothing to wait for: what follows is written in one go with what it follows from.
    if (this.#around.running() <= ended) this.#take();
    // Pieces of an answer come fast, and each would be a write of its own.
    else if (isFirst) this.#around.waitUntil(after(GATHER_MS).then(() => this.#take()));
  }

  #take(): void {
    const lines = this.#heard;
    this.#heard = [];
    if (lines.length > 0) this.#around.take(lines);
  }

  /** Another run is under way from now on. */
  turnToNext(): void {
    this.#progressAt.clear();
  }

  /** The events that a line comes to; none where it comes late, or too soon after the progress before. */
  eventsOf(state: RunState, line: RunnerSays, now: number): readonly EventBody[] {
    if (line.say === "outcome") return outcomeEvents(state, line.outcome, now);
    const work = line.say === "answer" ? "answer" : line.work;
    if (!isUnderWay(state, work, line.attempt)) return [];
    if (line.say === "answer") return [{ type: "answer-delta", data: { attempt: line.attempt, text: line.text } }];
    if (typeof work !== "number" || now - (this.#progressAt.get(work) ?? 0) < PROGRESS_INTERVAL_MS) return [];
    this.#progressAt.set(work, now);
    const { attempt, note, fraction } = line;
    return [
      { type: "task-progress", data: { task: work, attempt, note, ...(fraction === undefined ? {} : { fraction }) } },
    ];
  }
}
