import type { GateState } from "../../../src/domain/gate/gate.ts";
import type { CallLimits, PermitAsk } from "../../../src/domain/gate/permits.ts";

export const START = 1_000_000;

export const LIMITS: CallLimits = { requestsPerMinute: 600, concurrency: 1_000, burst: 4 };

let asked = 0;

export const ask = (more: Partial<PermitAsk> = {}): PermitAsk => ({
  id: `permit-${++asked}`,
  tenant: "a",
  run: "r",
  endpoint: "e",
  priority: 0,
  maxWaitMs: 600_000,
  leaseMs: 600_000,
  ...more,
});

/** One that was answered: `code` is null for a permit. */
export interface Told {
  readonly id: string;
  readonly at: number;
  readonly code: string | null;
  readonly retryAfterMs: number | undefined;
}

/** A gate under a clock of its own, and the answers it gave. */
export function drive(gate: GateState) {
  const told: Told[] = [];
  let now = START;
  const note = (answers: ReturnType<GateState["tick"]>): void => {
    for (const { id, answer } of answers) {
      const error = answer.ok ? null : answer.error;
      told.push({ id, at: now, code: error?.code ?? null, retryAfterMs: error?.retryAfterMs });
    }
  };
  /** Lets time go by, waking the gate as it asks to be. */
  const goTo = (time: number): void => {
    for (let wakeAt = gate.wakeAt(now); wakeAt !== null && wakeAt <= time; wakeAt = gate.wakeAt(now)) {
      now = Math.max(now, wakeAt);
      note(gate.tick(now));
    }
    now = Math.max(now, time);
  };
  return {
    told,
    now: () => now,
    ask: (wanted: PermitAsk) => note(gate.ask(wanted, now)),
    give: (id: string, outcome: Parameters<GateState["give"]>[1], tookMs = 100) =>
      note(gate.give(id, outcome, tookMs, now)),
    goTo,
    goOn: (ms: number) => goTo(now + ms),
    of: (id: string) => told.filter((one) => one.id === id),
    permitted: () => told.filter(({ code }) => code === null),
  };
}
