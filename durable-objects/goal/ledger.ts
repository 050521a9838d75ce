import { applyGoal } from "../../src/domain/goal/apply.ts";
import type { GoalEvent, GoalEventBody } from "../../src/domain/goal/events.ts";
import type { GoalState } from "../../src/domain/goal/state.ts";
import type { Tables } from "../tables.ts";

/** The public id of the goal, as long as it goes on. */
export const ONGOING = `SELECT json_extract(data, '$.goal') FROM events
  WHERE type = 'goal-start' AND NOT EXISTS (SELECT 1 FROM events WHERE type = 'goal-end')`;

/** What is kept beside the events. */
type MetaKey = "key" | "removed";

/** A goal's SQLite. Reading makes no tables (`Tables`); rows hold what this class wrote, so they are parsed but not checked again. */
export class GoalLedger {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #tables: Tables;

  constructor(storage: DurableObjectStorage, tables: Tables) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#tables = tables;
  }

  create(): void {
    this.#tables.prepare();
  }

  meta(key: MetaKey): string | null {
    if (!this.#tables.exist()) return null;
    const [row] = this.#sql.exec<{ value: string }>("SELECT value FROM meta WHERE key = ?", key).toArray();
    return row?.value ?? null;
  }

  setMeta(key: MetaKey, value: string): void {
    this.#sql.exec("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value);
  }

  /** Events after a `seq`, oldest first. */
  events(afterSeq: number, limit: number): readonly GoalEvent[] {
    type Row = { seq: number; at: number; type: string; data: string };
    return this.#sql
      .exec<Row>("SELECT seq, at, type, data FROM events WHERE seq > ? ORDER BY seq LIMIT ?", afterSeq, limit)
      .toArray()
      .map(({ seq, at, type, data }) => ({ seq, at, type, data: JSON.parse(data) }) as GoalEvent);
  }

  /** The end of the log, oldest first, without the results and programs of steps, which would make it large. */
  told(limit: number): readonly GoalEvent[] {
    const { last } = this.#sql.exec<{ last: number | null }>("SELECT max(seq) AS last FROM events").one();
    return this.events(Math.max(0, (last ?? 0) - limit), limit).map((event) => {
      if (event.type !== "work-end") return event;
      const { results: _results, program: _program, ...data } = event.data;
      return { ...event, data };
    });
  }

  /** The fold of the log; null before it has begun. */
  load(): GoalState | null {
    if (!this.#tables.exist()) return null;
    return this.events(0, Number.MAX_SAFE_INTEGER).reduce<GoalState | null>(applyGoal, null);
  }

  /** Appends facts, all or none, together with what `also` writes, and gives the state they lead to. */
  append(
    state: GoalState | null,
    bodies: readonly GoalEventBody[],
    at: number,
    also: (next: GoalState | null) => void,
  ): GoalState | null {
    return this.#storage.transactionSync(() => {
      let next = state;
      for (const body of bodies) {
        const event = { ...body, seq: (next?.seq ?? 0) + 1, at } as GoalEvent;
        next = applyGoal(next, event);
        const query = "INSERT INTO events (seq, at, type, data) VALUES (?, ?, ?, ?)";
        this.#sql.exec(query, event.seq, at, event.type, JSON.stringify(event.data));
      }
      also(next);
      return next;
    });
  }

  /** Drops all it knows but the mark that it was removed. */
  remove(): void {
    this.#sql.exec("DELETE FROM events");
    this.#sql.exec("DELETE FROM meta");
    this.setMeta("removed", "true");
  }

  /** The conversations that its runs stand in, each once, by their own part of the id. */
  conversations(): readonly string[] {
    const query = "SELECT DISTINCT json_extract(data, '$.conversation') AS own FROM events WHERE type = 'work-start'";
    return this.#sql
      .exec<{ own: string }>(query)
      .toArray()
      .map(({ own }) => own);
  }
}
