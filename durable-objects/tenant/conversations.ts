import type { ConversationIndexEntry } from "../../src/rpc/registry.ts";

/** Places of one millisecond: enough for a tenant's object and its partitions to have one each. */
const PLACES_A_MS = 32;

/**
 * The index of conversations in a tenant's object or in a partition. Places count up with time, and no two objects of a
 * tenant give the same: so the lists of all of them are one list when they are merged by place. (Places from before
 * 29 November 2026 are small numbers, and come before all others.)
 */
export class Conversations {
  readonly #sql: SqlStorage;
  readonly #slot: number;

  /** @param slot 0 for a tenant's object, a further number below 32 for each partition */
  constructor(sql: SqlStorage, slot: number) {
    this.#sql = sql;
    this.#slot = slot;
  }

  /** @returns false where it was listed already */
  open(id: string, title: string, now: number): boolean {
    const { last } = this.#sql
      .exec<{ last: number }>("SELECT coalesce(max(place), 0) AS last FROM conversations")
      .one();
    const ms = Math.max(now, Math.floor(last / PLACES_A_MS) + 1);
    const query = `INSERT OR IGNORE INTO conversations (place, id, created_at, title) VALUES (?, ?, ?, ?) RETURNING id`;
    return this.#sql.exec(query, ms * PLACES_A_MS + this.#slot, id, now, title).toArray().length > 0;
  }

  retitle(id: string, title: string): void {
    this.#sql.exec("UPDATE conversations SET title = ? WHERE id = ?", title, id);
  }

  has(id: string): boolean {
    return this.find(id) !== null;
  }

  find(id: string): ConversationIndexEntry | null {
    return this.#select("WHERE id = ?", id)[0] ?? null;
  }

  /** Newest first. @param before the place of the last entry of the page before */
  list(limit: number, before: number | null): readonly ConversationIndexEntry[] {
    return this.#select("WHERE place < ? ORDER BY place DESC LIMIT ?", before ?? Number.MAX_SAFE_INTEGER, limit);
  }

  close(id: string): void {
    this.#sql.exec("DELETE FROM conversations WHERE id = ?", id);
  }

  #select(where: string, ...bindings: readonly (string | number)[]): readonly ConversationIndexEntry[] {
    type Row = { place: number; id: string; created_at: number; title: string };
    const rows = this.#sql.exec<Row>(`SELECT place, id, created_at, title FROM conversations ${where}`, ...bindings);
    return rows.toArray().map((row) => ({ place: row.place, id: row.id, createdAt: row.created_at, title: row.title }));
  }
}
