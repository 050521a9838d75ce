import type { KeyLimits } from "../../src/domain/api-key.ts";
import { affords } from "../../src/domain/budget.ts";
import { type Failure, failure } from "../../src/domain/errors.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { PlanningReservation, PlanningWish } from "../../src/rpc/index.ts";
import { dayOf, KeyMoney, spentOn, untilTomorrow } from "./key-money.ts";
import { type Chore, SWEEP_MS } from "./sweep.ts";

/** A run whose end nobody told: longer than any waits for a person. */
const FORGOTTEN_MS = 30 * 24 * 60 * 60_000;
/** Planning whose end nobody told: several times as long as it may take. */
const PLANNING_FORGOTTEN_MS = 15 * 60_000;
/** 64 bits: of one tenant, and for minutes. */
const PLANNING_ID_BYTES = 8;

/** What admissions have of the limits of keys. */
export type KeyAccount = Pick<KeyRuns, "perMinute" | "begin" | "granted" | "plan" | "release" | "lost">;

/** Holds what is done with a key to the limits of its own. Of keys without such limits it keeps nothing. */
export class KeyRuns implements Chore {
  readonly #sql: SqlStorage;
  readonly #limitsOf: (keyId: string) => KeyLimits;
  readonly #money: KeyMoney;

  constructor(sql: SqlStorage, limitsOf: (keyId: string) => KeyLimits) {
    this.#sql = sql;
    this.#limitsOf = limitsOf;
    this.#money = new KeyMoney(sql);
  }

  /** Runs that the key may start in a minute by a limit of its own; infinitely many without one. */
  perMinute(keyId: string): number {
    return this.#limitsOf(keyId).runsPerMinute ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Books a run to a key, in the place of whatever it was booked to before, and sets aside what it may cost.
   * @param wantedUsd its own budget; null where that has no limit
   * @returns what the run may cost, in US dollars; null where the key sets no limit
   */
  begin(keyId: string, run: string, wantedUsd: number | null, now: number): Result<number | null> {
    const { activeRuns, usdPerDay } = this.#limitsOf(keyId);
    if (activeRuns !== null && this.#activeBeside(keyId, run) >= activeRuns) {
      return err(failure("rate-limited", `${activeRuns} runs of this key are under way already`, true));
    }
    const granted = this.#grant(keyId, wantedUsd, run, now);
    if (!granted.ok) return granted;
    this.release(run);
    if (activeRuns === null && usdPerDay === null) return granted;
    this.#sql.exec("INSERT INTO key_runs (run, key_id, at) VALUES (?, ?, ?)", run, keyId, now);
    if (granted.value !== null) {
      this.#money.setAside({ work: run, keyId, usd: granted.value, expiresAt: now + FORGOTTEN_MS }, now);
    }
    return granted;
  }

  /** What was set aside for a run, in US dollars; null for nothing, where its key sets no limit. */
  granted(run: string): number | null {
    return this.#money.reserved(run)?.usd ?? null;
  }

  /** Sets aside what planning without a run may cost; null where the key sets no limit. */
  plan({ keyId, budgetUsd, planningUsd }: PlanningWish, now: number): Result<PlanningReservation | null> {
    const granted = this.#grant(keyId, budgetUsd, null, now);
    if (!granted.ok) return granted;
    if (granted.value === null) return ok(null);
    const work = `plan ${randomHex(PLANNING_ID_BYTES)}`;
    const usd = Math.min(planningUsd, granted.value);
    if (usd > 0) this.#money.setAside({ work, keyId, usd, expiresAt: now + PLANNING_FORGOTTEN_MS }, now);
    return ok({ work, budgetUsd: granted.value });
  }

  /** Settles what planning cost. @param usd null where nobody knows: then all that was set aside is spent */
  planned(work: string, usd: number | null): void {
    this.#money.settle(work, usd);
  }

  /**
   * Sets aside as much more for a run as a higher budget asks for and its key has left.
   * @param callerKeyId of who asks: one that may spend so much a day may have no more spent by another's run
   * @returns the budget that it may have, in US dollars; the one asked for where nothing limits the run
   */
  raise(run: string, usd: number, callerKeyId: string, now: number): Result<number> {
    const reserved = this.#money.reserved(run);
    if (reserved?.keyId !== callerKeyId && this.#limitsOf(callerKeyId).usdPerDay !== null) {
      const message =
        "The run is paid for by another key, and this one may spend only so much a day: it raises its own.";
      return err(failure("budget-exceeded", message));
    }
    if (!reserved || affords(reserved.usd, usd)) return ok(usd);
    const { keyId } = reserved;
    const more = this.#left(keyId, usd - reserved.usd, null, now);
    if (!more.ok) return more;
    this.#money.setAside({ work: run, keyId, usd: more.value, expiresAt: now + FORGOTTEN_MS }, now);
    return ok(reserved.usd + more.value);
  }

  /** Being told again changes nothing. @param usd what the run cost, as far as that is known */
  ended(run: string, usd: number): void {
    const query = "DELETE FROM key_runs WHERE run = ? RETURNING key_id, at";
    const [row] = this.#sql.exec<{ key_id: string; at: number }>(query, run).toArray();
    const isSettled = this.#money.settle(run, usd);
    if (row && !isSettled) this.#money.spend(row.key_id, dayOf(row.at), usd);
  }

  /** Undoes the booking of a run that was not made. */
  release(run: string): void {
    this.#sql.exec("DELETE FROM key_runs WHERE run = ?", run);
    this.#money.release(run);
  }

  /** Gives back what was set aside for a run that is not there; what it cost is booked all the same where that is told later. */
  lost(run: string): void {
    this.#money.release(run);
  }

  run(now: number): boolean {
    this.#sql.exec("DELETE FROM key_runs WHERE at <= ?", now - FORGOTTEN_MS);
    this.#money.expire(now);
    return false;
  }

  /** While something is set aside, which may never be settled. */
  dueInMs(): number | null {
    return this.#money.mayExpire() ? SWEEP_MS : null;
  }

  /**
   * What a run of a key may cost, by its own budget and what the key has left of the day; null where neither that nor
   * the key limits it. One without a budget may use all of that, or an equal share where the key may have several at once.
   */
  #grant(keyId: string, wantedUsd: number | null, run: string | null, now: number): Result<number | null> {
    const { activeRuns, usdPerDay } = this.#limitsOf(keyId);
    if (usdPerDay === null) return ok(null);
    const left = this.#left(keyId, Number.POSITIVE_INFINITY, run, now);
    if (!left.ok) return left;
    if (wantedUsd !== null) return ok(Math.min(left.value, wantedUsd));
    const places = activeRuns === null ? 1 : activeRuns - this.#activeBeside(keyId, run);
    return ok(left.value / Math.max(1, places));
  }

  /** As much of `wantedUsd` as a key has left of the day; `budget-exceeded` where that is nothing. */
  #left(keyId: string, wantedUsd: number, beside: string | null, now: number): Result<number> {
    const { usdPerDay } = this.#limitsOf(keyId);
    if (usdPerDay === null) return ok(wantedUsd);
    const left = this.#money.left(keyId, usdPerDay, beside, now);
    return left > 0 ? ok(Math.min(left, wantedUsd)) : err(this.#exhausted(keyId, usdPerDay, now));
  }

  #exhausted(keyId: string, usdPerDay: number, now: number): Failure {
    if (affords(spentOn(this.#sql, keyId, now), usdPerDay)) {
      const message = `This key has spent what it may on a day (${usdPerDay} US dollars); the next begins at 00:00 UTC`;
      return { ...failure("budget-exceeded", message, true), retryAfterMs: untilTomorrow(now) };
    }
    const message = `What is left of the ${usdPerDay} US dollars that this key may spend on a day is set aside for what is under way: wait for that, and give runs a \`budget\` to have several at once`;
    return failure("budget-exceeded", message, true);
  }

  /** Runs of a key that are under way, without one. */
  #activeBeside(keyId: string, run: string | null): number {
    const query =
      "SELECT count(*) AS n FROM key_runs JOIN active_runs USING (run) WHERE key_id = ? AND key_runs.run IS NOT ?";
    return this.#sql.exec<{ n: number }>(query, keyId, run).one().n;
  }
}
