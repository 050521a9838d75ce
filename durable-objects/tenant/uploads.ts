import { failure } from "../../src/domain/errors.ts";
import { type Resource, type ResourceId, UPLOAD_LIFETIME_MS } from "../../src/domain/resources.ts";
import { err, ok, type Result } from "../../src/domain/result.ts";
import type { WhichUploads } from "../../src/rpc/index.ts";

type Row = { id: string; resource: string | null; expires_at: number };

interface UploadsPage {
  readonly limit: number;
  readonly before: ResourceId | null;
  readonly which: WhichUploads | undefined;
  readonly now: number;
}

/** Uploads and the conversations that keep them; what is said of a conversation here holds for a goal too. */
export class Uploads {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  announce(id: ResourceId, now: number): void {
    this.#sql.exec("INSERT OR IGNORE INTO uploads (id, expires_at) VALUES (?, ?)", id, now + UPLOAD_LIFETIME_MS);
  }

  record(resource: Resource): void {
    this.#sql.exec("UPDATE uploads SET resource = ? WHERE id = ?", JSON.stringify(resource), resource.id);
  }

  /** A complete upload that has not expired. */
  find(id: ResourceId, now: number): Resource | null {
    const [row] = this.#sql.exec<Row>("SELECT id, resource, expires_at FROM uploads WHERE id = ?", id).toArray();
    if (!row?.resource || (row.expires_at <= now && !this.#isAdopted(id))) return null;
    return JSON.parse(row.resource) as Resource;
  }

  /** Complete uploads that have not expired, the newest first; `before` is the last of the page before, null for the first. */
  list({ limit, before, which = "all", now }: UploadsPage): readonly Resource[] {
    const isAdopted = "EXISTS (SELECT 1 FROM adoptions WHERE upload = id)";
    const wanted = which === "all" ? `(expires_at > ?1 OR ${isAdopted})` : `expires_at > ?1 AND NOT ${isAdopted}`;
    const query = `SELECT resource FROM uploads WHERE resource IS NOT NULL AND ${wanted}
      AND (?2 IS NULL OR (expires_at, id) < (SELECT expires_at, id FROM uploads WHERE id = ?2))
      ORDER BY expires_at DESC, id DESC LIMIT ?3`;
    const rows = this.#sql.exec<{ resource: string }>(query, now, before, limit).toArray();
    return rows.map(({ resource }) => JSON.parse(resource) as Resource);
  }

  /** The uploads; `not-found` names the first that is not there. */
  findAll(ids: readonly ResourceId[], now: number): Result<readonly Resource[]> {
    const resources: Resource[] = [];
    for (const id of ids) {
      const resource = this.find(id, now);
      if (!resource) return err(failure("not-found", `There is no resource ${id}; uploads expire after a day`));
      resources.push(resource);
    }
    return ok(resources);
  }

  /** Keeps uploads as long as the conversation. @returns those that it had not adopted before */
  adopt(ids: readonly ResourceId[], conversation: string): readonly ResourceId[] {
    const insert = "INSERT OR IGNORE INTO adoptions (upload, conversation) VALUES (?, ?)";
    return ids.filter((id) => this.#sql.exec(insert, id, conversation).rowsWritten > 0);
  }

  unadopt(ids: readonly ResourceId[], conversation: string): void {
    for (const id of ids) {
      this.#sql.exec("DELETE FROM adoptions WHERE upload = ? AND conversation = ?", id, conversation);
    }
  }

  /** The uploads that only this conversation kept. They have expired; they are to be deleted, then dropped. */
  release(conversation: string): readonly ResourceId[] {
    const kept = this.#sql.exec<{ upload: string }>(
      "SELECT upload FROM adoptions WHERE conversation = ?",
      conversation,
    );
    const ids = kept.toArray().map((row) => row.upload);
    this.#sql.exec("DELETE FROM adoptions WHERE conversation = ?", conversation);
    const orphans = ids.filter((id) => !this.#isAdopted(id));
    for (const id of orphans) this.#sql.exec("UPDATE uploads SET expires_at = 0 WHERE id = ?", id);
    return orphans;
  }

  /** Those of the uploads that nothing keeps. */
  unadopted(ids: readonly ResourceId[]): readonly ResourceId[] {
    return ids.filter((id) => !this.#isAdopted(id));
  }

  /** At most `limit` uploads that nobody adopted in time. */
  expired(now: number, limit: number): readonly ResourceId[] {
    const query = `SELECT id FROM uploads WHERE expires_at <= ?
      AND NOT EXISTS (SELECT 1 FROM adoptions WHERE upload = id) LIMIT ?`;
    return this.#sql
      .exec<{ id: string }>(query, now, limit)
      .toArray()
      .map((row) => row.id);
  }

  /** True when no upload is going to expire: each is kept by a conversation. */
  areAllKept(): boolean {
    const query = "SELECT 1 FROM uploads WHERE NOT EXISTS (SELECT 1 FROM adoptions WHERE upload = id) LIMIT 1";
    return this.#sql.exec(query).toArray().length === 0;
  }

  drop(ids: readonly ResourceId[]): void {
    for (const id of ids) this.#sql.exec("DELETE FROM uploads WHERE id = ?", id);
  }

  #isAdopted(id: ResourceId): boolean {
    return this.#sql.exec("SELECT 1 FROM adoptions WHERE upload = ? LIMIT 1", id).toArray().length > 0;
  }
}
