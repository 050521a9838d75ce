import { failure } from "../../src/domain/errors.ts";
import { applyGoal } from "../../src/domain/goal/apply.ts";
import type { GoalBudget, GoalEvent, GoalEventBody } from "../../src/domain/goal/events.ts";
import {
  answerCheckIn,
  type CheckInAnswer,
  requestGoalCancel,
  requestGoalPause,
  requestGoalResume,
} from "../../src/domain/goal/requests.ts";
import type { GoalState } from "../../src/domain/goal/state.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { Delivery, DeliveryState } from "../../src/domain/webhooks/delivery.ts";
import { judgeRevision } from "../../src/goals/index.ts";
import type { GoalRecord, GoalRpc, StartedGoal } from "../../src/rpc/goals.ts";
import { START_AT } from "./start-at.ts";

/** A goal that does what a test records in it. */
export class MemoryGoal implements GoalRpc {
  readonly recorded: GoalEvent[] = [];
  state: GoalState | null = null;
  /** What it was started with, each time. */
  readonly starts: StartedGoal[] = [];
  readonly waits: number[] = [];
  /** What its webhooks were told. */
  readonly told: Delivery[] = [];
  /** What the next start answers instead, or throws; one after the other. */
  readonly refuses: (Result<GoalRecord> | Error)[] = [];
  /** What it does by itself once it has begun. */
  script: readonly GoalEventBody[] = [];
  removed = false;

  async start(goal: StartedGoal): Promise<Result<GoalRecord>> {
    this.starts.push(goal);
    const refused = this.refuses.shift();
    if (refused instanceof Error) throw refused;
    if (refused) return refused;
    if (!this.state) {
      this.record({ type: "goal-start", data: goal.start });
      for (const event of this.script) this.record(event);
    }
    return this.read();
  }

  record(body: GoalEventBody): void {
    const seq = this.recorded.length + 1;
    const event: GoalEvent = { ...body, seq, at: START_AT + 1_000 * seq };
    this.recorded.push(event);
    this.state = applyGoal(this.state, event);
  }

  async read(): Promise<Result<GoalRecord>> {
    return this.state && !this.removed ? ok({ id: this.state.id, state: this.state }) : NOT_FOUND;
  }
  async waitForRest(timeoutMs: number): Promise<Result<GoalRecord>> {
    this.waits.push(timeoutMs);
    return this.read();
  }
  async events(afterSeq: number): Promise<Result<ReadableStream<Uint8Array>>> {
    if (!this.state || this.removed) return NOT_FOUND;
    const lines = this.recorded.filter(({ seq }) => seq > afterSeq).map((event) => `${JSON.stringify(event)}\n`);
    return ok(new Blob([...lines, "\n"]).stream());
  }
  async deliveries(_goal: string, state: DeliveryState | null): Promise<Result<readonly Delivery[]>> {
    return this.state ? ok(this.told.filter((one) => state === null || one.state === state)) : NOT_FOUND;
  }
  async replay(own: string): Promise<Result<Delivery>> {
    const found = this.told.find((one) => one.own === own);
    return found ? ok({ ...found, state: "pending", nextTryAt: START_AT, endedAt: null, tries: 0 }) : NOT_FOUND;
  }
  async log(): Promise<Result<readonly GoalEvent[]>> {
    return this.state && !this.removed ? ok(this.recorded) : NOT_FOUND;
  }
  pause(): Promise<Result<GoalRecord>> {
    return this.#ask(requestGoalPause);
  }
  resume(raise?: Partial<GoalBudget>): Promise<Result<GoalRecord>> {
    return this.#ask((state) => requestGoalResume(state, raise));
  }
  cancel(): Promise<Result<GoalRecord>> {
    return this.#ask((state) => requestGoalCancel(state));
  }
  answer(answer: CheckInAnswer): Promise<Result<GoalRecord>> {
    return this.#ask((state) => answerCheckIn(state, answer, judgeRevision));
  }
  async remove(): Promise<void> {
    this.removed = true;
  }
  async goIfUnbegun(): Promise<boolean> {
    if (this.state && !this.removed) return false;
    this.removed = true;
    return true;
  }
  async runChanged(): Promise<void> {}

  async #ask(ask: (state: GoalState) => Result<readonly GoalEventBody[]>): Promise<Result<GoalRecord>> {
    if (!this.state || this.removed) return NOT_FOUND;
    const asked = ask(this.state);
    if (!asked.ok) return asked;
    for (const event of asked.value) this.record(event);
    return this.read();
  }
}

const NOT_FOUND = err(failure("not-found", "There is no such goal"));
