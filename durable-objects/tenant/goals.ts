import { type Failure, failure } from "../../src/domain/errors.ts";
import { type GoalStatus, isGoalOver } from "../../src/domain/goal/state.ts";
import type { ResourceId } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { GoalIndexEntry, GoalOpening } from "../../src/rpc/goals.ts";
import type { BookedGoal } from "../../src/rpc/registry.ts";
import { IDEMPOTENCY_MS } from "./admissions.ts";

/** Of a tenant, at once: each may start runs by itself for weeks. */
export const MAX_OPEN_GOALS = 20;

/** Of a goal that has told nothing yet. */
const FIRST_STATUS: GoalStatus = "refining";

/** A goal that an earlier request opened. */
interface KnownGoal {
  readonly id: string;
  readonly uploads: readonly ResourceId[];
}

/** The index of a tenant's goals. Rows hold what this class wrote, so they are parsed and not checked. */
export class Goals {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The goal that was opened under an idempotency key lately; null for none. */
  known(idempotency: NonNullable<GoalOpening["idempotency"]>, now: number): Result<KnownGoal | null> {
    const row = this.#newestUnder(idempotency.key, now);
    if (!row) return ok(null);
    if (row.fingerprint !== idempotency.fingerprint) {
      return err(failure("idempotency-mismatch", "This Idempotency-Key was used for another request"));
    }
    return ok({ id: row.id, uploads: JSON.parse(row.uploads) as readonly ResourceId[] });
  }

  /** The goal that was opened under a key lately; null for none. */
  under(key: string, now: number): BookedGoal | null {
    const goal = this.#newestUnder(key, now)?.id;
    return goal === undefined ? null : { goal };
  }

  /** Why no goal is opened now; null where one may be. */
  refusal(): Failure | null {
    const { n } = this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM goals WHERE is_open = 1").one();
    if (n < MAX_OPEN_GOALS) return null;
    return failure("rate-limited", `${MAX_OPEN_GOALS} goals are open already: wait for one to end, or end one`, true);
  }

  open({ goal, title, uploads, idempotency }: GoalOpening, now: number): void {
    this.#sql.exec(
      "INSERT INTO goals (id, created_at, title, uploads, is_open, status, key, fingerprint) VALUES (?, ?, ?, ?, 1, ?, ?, ?)",
      ...[
        goal,
        now,
        title,
        JSON.stringify(uploads),
        FIRST_STATUS,
        idempotency?.key ?? null,
        idempotency?.fingerprint ?? null,
      ],
    );
    this.#sql.exec("INSERT INTO unbegun_goals (id, opened_at) VALUES (?, ?)", goal, now);
  }

  /** Goals that were opened before, of which nobody has told that they began; all of them at the most that may be open. */
  unbegun(before: number): readonly string[] {
    return this.#sql
      .exec<{ id: string }>("SELECT id FROM unbegun_goals WHERE opened_at <= ?", before)
      .toArray()
      .map(({ id }) => id);
  }

  /** It has begun, or will never. */
  confirm(id: string): void {
    this.#sql.exec("DELETE FROM unbegun_goals WHERE id = ?", id);
  }

  /** Whether all that were opened are known to have begun. */
  haveAllBegun(): boolean {
    return this.#sql.exec("SELECT 1 FROM unbegun_goals LIMIT 1").toArray().length === 0;
  }

  changed(id: string, status: GoalStatus): void {
    this.#sql.exec("UPDATE goals SET status = ?, is_open = ? WHERE id = ?", status, isGoalOver(status) ? 0 : 1, id);
    this.confirm(id);
  }

  find(id: string): GoalIndexEntry | null {
    return this.#select("WHERE id = ?", id)[0] ?? null;
  }

  /** Newest first. @param before the place of the last entry of the page before */
  list(limit: number, before: number | null): readonly GoalIndexEntry[] {
    return this.#select("WHERE place < ? ORDER BY place DESC LIMIT ?", before ?? Number.MAX_SAFE_INTEGER, limit);
  }

  close(id: string): void {
    this.#sql.exec("DELETE FROM goals WHERE id = ?", id);
    this.confirm(id);
  }

  #newestUnder(key: string, now: number): { id: string; uploads: string; fingerprint: string } | null {
    type Row = { id: string; uploads: string; fingerprint: string };
    const query =
      "SELECT id, uploads, fingerprint FROM goals WHERE key = ? AND created_at > ? ORDER BY place DESC LIMIT 1";
    return this.#sql.exec<Row>(query, key, now - IDEMPOTENCY_MS).toArray()[0] ?? null;
  }

  #select(where: string, ...bindings: readonly (string | number)[]): readonly GoalIndexEntry[] {
    type Row = { place: number; id: string; created_at: number; title: string; status: GoalStatus };
    const rows = this.#sql.exec<Row>(`SELECT place, id, created_at, title, status FROM goals ${where}`, ...bindings);
    return rows.toArray().map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
  }
}
