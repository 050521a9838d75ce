import type { ConversationIndexEntry } from "../../src/rpc/index.ts";

/** The index of a tenant's conversations. */
export class Conversations {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** @returns false where it was listed already */
  open(id: string, title: string, now: number): boolean {
    const query = "INSERT OR IGNORE INTO conversations (id, created_at, title) VALUES (?, ?, ?) RETURNING id";
    return this.#sql.exec(query, id, now, title).toArray().length > 0;
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
