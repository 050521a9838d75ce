import { MAX_ATTACHED_RESOURCES } from "../../src/domain/conversation.ts";
import { type Failure, failure } from "../../src/domain/errors.ts";
import { partitionOf } from "../../src/domain/partitions.ts";
import type { ResourceId } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { PlanningReservation, PlanningWish } from "../../src/rpc/index.ts";
import type { Admission, Booking } from "../../src/rpc/registry.ts";
import { Bookings, type RunBooking } from "./bookings.ts";
import type { KeyAccount } from "./key-limits.ts";
import { MinuteRate } from "./minute-rate.ts";

const MINUTE_MS = 60_000;
/** The time within which a repeat under the same idempotency key returns the same run. */
export const IDEMPOTENCY_MS = 24 * 60 * MINUTE_MS;
/** In place of the fingerprint of a request: what comes under this key was cancelled before it came. */
const CANCELLED = "";
/** Why it does not begin. */
export const FORESTALLED = failure("cancelled", "It was cancelled before it began");

export interface Limits {
  readonly runsPerMinute: number;
  readonly filesPerMinute: number;
  readonly activeRuns: number;
  /** True where runs at once and in a minute are a share of what the tenant may do: who is refused is told no number. */
  readonly isShare?: boolean;
  /** True for a tenant's object that is divided: what its partitions book counts within their own shares of the limits. */
  readonly exceptPartitions?: boolean;
}

/** Books runs: once per idempotency key, within the rate of a key and the number under way at once. */
export class Admissions {
  readonly #sql: SqlStorage;
  readonly #limits: Limits;
  readonly #keyRuns: KeyAccount;
  readonly #bookings: Bookings;
  /** All starts of keys, and those that count within everybody's limit here. */
  readonly #starts = new MinuteRate();
  readonly #startsHere = new MinuteRate();
  readonly #files = new MinuteRate();
  /** When an idempotency key was last noted; null before that was read. */
  #lastKeyAt: number | null = null;

  constructor(sql: SqlStorage, limits: Limits, keyRuns: KeyAccount) {
    this.#sql = sql;
    this.#limits = limits;
    this.#keyRuns = keyRuns;
    this.#bookings = new Bookings(sql);
  }

  /**
   * What is booked under the idempotency key of an admission; null where nothing is. One that is known not to have been
   * made is no replay, but is to be booked again.
   */
  known({ idempotency, unmade }: Admission, now: number): Result<(Booking & { readonly replay: boolean }) | null> {
    const known = idempotency && this.#find(idempotency.key, now);
    if (!known) return ok(null);
    if (known.fingerprint === CANCELLED) return err(FORESTALLED);
    if (known.fingerprint !== idempotency.fingerprint) {
      return err(failure("idempotency-mismatch", "This Idempotency-Key was used for another request"));
    }
    const { conversation, run } = known;
    return ok({ conversation, run, replay: run !== unmade || this.#bookings.hasEnded(run) });
  }

  /**
   * Books a run under every limit, to the key that asks. One that another request is making just now stays as that booked
   * it, with its key and its money: it is the same run.
   * @returns the most that the run may spend, in US dollars; null where its key sets no limit
   */
  book(admission: Admission, { conversation, run }: Booking, now: number): Result<number | null> {
    const { keyId, idempotency, delivery, budgetUsd = null } = admission;
    const tooMany = this.#tooMany(keyId, now, run);
    if (tooMany) return tooMany;
    const booking = {
      ...{ key: idempotency?.key ?? null, conversation },
      effects: { opened: false, adopted: [], ...(delivery ? { delivery } : {}) },
    };
    if (this.#bookings.isBeingMade(run, now)) {
      this.#countStart(keyId, now, run);
      this.#bookings.begin(run, booking, now);
      return ok(this.#keyRuns.granted(run));
    }
    if (!this.#isOfPartition(run) && this.#activeBeside(run) >= this.#limits.activeRuns) {
      const many = this.#limits.isShare ? "Too many" : this.#limits.activeRuns;
      return err(failure("rate-limited", `${many} runs are under way already`, true));
    }
    const granted = this.#keyRuns.begin(keyId, run, budgetUsd, now);
    if (!granted.ok) return granted;
    this.#countStart(keyId, now, run);
    this.#occupy(run, now);
    if (idempotency) this.#remember(idempotency.key, idempotency.fingerprint, { conversation, run }, now);
    this.#bookings.begin(run, booking, now);
    return granted;
  }

  /** A run as it is booked; null where it is not. */
  booking(run: string): RunBooking | null {
    return this.#bookings.find(run);
  }

  /** Takes note of what comes with a booked run. */
  extend(run: string, more: { readonly opened: boolean; readonly adopted: readonly ResourceId[] }): void {
    this.#bookings.extend(run, more);
  }

  /** A run that is booked in a conversation; null where none is. */
  runIn(conversation: string): string | null {
    return this.#bookings.beside(conversation);
  }

  /**
   * Takes back the booking of a run that was not made, with its place and what was set aside for it.
   * @returns the booking; "kept" where another request under its idempotency key may still make it: then everything stays
   */
  abandon(run: string): RunBooking | "kept" | null {
    const abandoned = this.#bookings.abandon(run);
    if (abandoned === "kept") return "kept";
    this.#sql.exec("DELETE FROM active_runs WHERE run = ?", run);
    this.#keyRuns.release(run);
    return this.#forget(run, abandoned);
  }

  /** Takes back the booking of a run, whoever was making it: its partition has done so. @returns the booking */
  withdraw(run: string): RunBooking | null {
    this.#sql.exec("DELETE FROM active_runs WHERE run = ?", run);
    this.#keyRuns.release(run);
    return this.#forget(run, this.#bookings.lose(run));
  }

  /** Gives back what was set aside for a run that is not there, and that no request makes. @returns its booking */
  lose(run: string): RunBooking | null {
    this.#keyRuns.lost(run);
    return this.#forget(run, this.#bookings.lose(run));
  }

  /** Whether what comes under this key was cancelled before it came. */
  isForestalled(key: string, now: number): boolean {
    return this.#find(key, now)?.fingerprint === CANCELLED;
  }

  /** Whether a run was booked, or forestalled, under an idempotency key lately. */
  knows(key: string, now: number): boolean {
    return this.#find(key, now) !== undefined;
  }

  /**
   * Whether any idempotency key is known, of a run or forestalled. Rows have no index on their age: they are read once, and
   * what is added later is noted. A key whose booking was taken back may count for a day.
   */
  knowsAnyKey(now: number): boolean {
    const query = "SELECT coalesce(max(at), 0) AS at FROM idempotency";
    this.#lastKeyAt ??= this.#sql.exec<{ at: number }>(query).one().at;
    return this.#lastKeyAt > now - IDEMPOTENCY_MS;
  }

  /** The run that was booked under an idempotency key lately, or null. */
  booked(key: string, now: number): Booking | null {
    const found = this.#find(key, now);
    return found && found.fingerprint !== CANCELLED ? { conversation: found.conversation, run: found.run } : null;
  }

  /**
   * The run that was booked under a key; where there is none, none will be. It counts against the rate of who asks, as
   * the run would have: past that nothing is kept, and the run would be refused as well.
   */
  forestall(key: string, keyId: string, now: number): Booking | null {
    const booked = this.booked(key, now);
    if (booked || this.#find(key, now) || this.#tooMany(keyId, now)) return booked;
    this.#countStart(keyId, now);
    this.#remember(key, CANCELLED, { conversation: "", run: "" }, now);
    return null;
  }

  /** Counts what is no run against the rate of its key. */
  meter(keyId: string, now: number): Result<null> {
    const tooMany = this.#tooMany(keyId, now);
    if (tooMany) return tooMany;
    this.#countStart(keyId, now);
    return ok(null);
  }

  /** Counts planning without a run against the rate of its key, and sets aside what it may cost. */
  plan(wish: PlanningWish, now: number): Result<PlanningReservation | null> {
    const tooMany = this.#tooMany(wish.keyId, now);
    if (tooMany) return tooMany;
    const reserved = this.#keyRuns.plan(wish, now);
    if (reserved.ok) this.#countStart(wish.keyId, now);
    return reserved;
  }

  /** Counts a file against the rate of its key: of one that may start fewer runs, as many as those could take. */
  admitFile(keyId: string, now: number): Result<null> {
    const perMinute = Math.min(this.#limits.filesPerMinute, this.#keyRuns.perMinute(keyId) * MAX_ATTACHED_RESOURCES);
    const wait = this.#files.waitMs(keyId, perMinute, now);
    if (wait > 0) {
      const message = `This key may store ${perMinute.toLocaleString("en")} files a minute`;
      return err({ ...failure("rate-limited", message, true), retryAfterMs: wait });
    }
    this.#files.count(keyId, now);
    return ok(null);
  }

  /** At most `limit` runs that have been under way since `before`: their ends may never have been told. */
  longUnderWay(before: number, limit: number): readonly string[] {
    const query = "SELECT run FROM active_runs WHERE at <= ? ORDER BY at LIMIT ?";
    return this.#sql
      .exec<{ run: string }>(query, before, limit)
      .toArray()
      .map((row) => row.run);
  }

  /** It was asked about, and is under way indeed. */
  confirm(run: string, now: number): void {
    this.#sql.exec("UPDATE active_runs SET at = ? WHERE run = ?", now, run);
  }

  ended(run: string): void {
    this.#sql.exec("DELETE FROM active_runs WHERE run = ?", run);
    this.#bookings.ended(run);
  }

  /** Frees the place of a run, unless it was booked again since `before`. @returns whether it is free */
  free(run: string, before: number): boolean {
    return (
      this.#sql.exec("DELETE FROM active_runs WHERE run = ? AND at <= ? RETURNING run", run, before).toArray().length >
      0
    );
  }

  expire(now: number): void {
    this.#sql.exec("DELETE FROM idempotency WHERE at <= ?", now - IDEMPOTENCY_MS);
    this.#bookings.expire(now - IDEMPOTENCY_MS);
  }

  isEmpty(): boolean {
    const query = "SELECT EXISTS (SELECT 1 FROM idempotency) OR EXISTS (SELECT 1 FROM active_runs) AS any";
    return this.#sql.exec<{ any: number }>(query).one().any === 0 && this.#bookings.isEmpty();
  }

  #forget(run: string, booking: RunBooking | null): RunBooking | null {
    if (booking?.key) this.#sql.exec("DELETE FROM idempotency WHERE key = ? AND run = ?", booking.key, run);
    return booking;
  }

  #remember(key: string, fingerprint: string, { conversation, run }: Booking, now: number): void {
    const query = "INSERT OR REPLACE INTO idempotency (key, fingerprint, conversation, run, at) VALUES (?, ?, ?, ?, ?)";
    this.#sql.exec(query, key, fingerprint, conversation, run, now);
    if (this.#lastKeyAt !== null) this.#lastKeyAt = Math.max(this.#lastKeyAt, now);
  }

  #occupy(run: string, now: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO active_runs (run, at) VALUES (?, ?)", run, now);
  }

  #find(key: string, now: number): { fingerprint: string; conversation: string; run: string } | undefined {
    type Row = { fingerprint: string; conversation: string; run: string };
    const query = "SELECT fingerprint, conversation, run FROM idempotency WHERE key = ? AND at > ?";
    return this.#sql.exec<Row>(query, key, now - IDEMPOTENCY_MS).toArray()[0];
  }

  #activeBeside(run: string): number {
    // By their ids, of which those of partitions come last.
    const here = this.#limits.exceptPartitions ? "AND run < 'run_g'" : "";
    return this.#sql.exec<{ n: number }>(`SELECT count(*) AS n FROM active_runs WHERE run <> ? ${here}`, run).one().n;
  }

  #isOfPartition(run: string): boolean {
    return this.#limits.exceptPartitions === true && partitionOf(run) !== null;
  }

  /** @param run left out for planning */
  #tooMany(keyId: string, now: number, run = ""): { readonly ok: false; readonly error: Failure } | null {
    const own = this.#keyRuns.perMinute(keyId);
    const ownWait = this.#starts.waitMs(keyId, own, now);
    const everybodys = this.#limits.runsPerMinute;
    const wait = this.#isOfPartition(run) ? 0 : this.#startsHere.waitMs(keyId, everybodys, now);
    if (ownWait === 0 && wait === 0) return null;
    const message =
      ownWait === 0 && this.#limits.isShare
        ? "Too many runs of this key were started or planned within a minute"
        : `This key may start or plan ${ownWait > 0 ? own : everybodys} runs a minute`;
    return err({ ...failure("rate-limited", message, true), retryAfterMs: Math.max(ownWait, wait) });
  }

  #countStart(keyId: string, now: number, run = ""): void {
    this.#starts.count(keyId, now);
    if (!this.#isOfPartition(run)) this.#startsHere.count(keyId, now);
  }
}
