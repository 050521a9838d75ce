import { type Failure, failure } from "../../src/domain/errors.ts";
import type { Resource, ResourceId } from "../../src/domain/resources.ts";
import type { StorageUsage } from "../../src/rpc/index.ts";

const MEBIBYTE = 2 ** 20;
const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / MEBIBYTE).toLocaleString("en")} MiB`;

/**
 * Account of what a tenant stores: each upload, from before its first byte, and what each run has made, once it has
 * ended. Runs under way may pass the quota by what they make; none begins beyond it.
 */
export class Storage {
  readonly #sql: SqlStorage;
  readonly #quotaBytes: number;

  constructor(sql: SqlStorage, quotaBytes: number) {
    this.#sql = sql;
    this.#quotaBytes = quotaBytes;
  }

  usage(): StorageUsage {
    const query = `SELECT coalesce(sum(iif(is_reserved, 0, bytes)), 0) AS used,
      coalesce(sum(iif(is_reserved, bytes, 0)), 0) AS reserved FROM storage`;
    const { used, reserved } = this.#sql.exec<{ used: number; reserved: number }>(query).one();
    return { usedBytes: used, reservedBytes: reserved, quotaBytes: this.#quotaBytes };
  }

  /** Why so many bytes more are not taken; null where there is room, uploads under way counted. */
  refusal(bytes: number): Failure | null {
    const { usedBytes, reservedBytes } = this.usage();
    if (usedBytes + reservedBytes + bytes <= this.#quotaBytes) return null;
    const message = `${inMegabytes(usedBytes)} of ${inMegabytes(this.#quotaBytes)} are used, and uploads under way may take ${inMegabytes(reservedBytes)}: delete conversations, or wait for uploads to expire`;
    return failure("storage-full", message);
  }

  /** Keeps room for an upload under way. */
  reserve(id: ResourceId, bytes: number): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO storage (id, conversation, bytes, is_reserved) VALUES (?, NULL, ?, 1)",
      id,
      bytes,
    );
  }

  /** An upload is complete, and takes what it takes. */
  settle({ id, bytes }: Resource): void {
    this.#sql.exec("UPDATE storage SET bytes = ?, is_reserved = 0 WHERE id = ?", bytes, id);
  }

  /** Counts the files that a run made; they stay as long as its conversation. Being told again changes nothing. */
  made(run: string, conversation: string, bytes: number): void {
    if (bytes === 0) return;
    const query = "INSERT OR REPLACE INTO storage (id, conversation, bytes, is_reserved) VALUES (?, ?, ?, 0)";
    this.#sql.exec(query, run, conversation, bytes);
  }

  drop(ids: readonly string[]): void {
    for (const id of ids) this.#sql.exec("DELETE FROM storage WHERE id = ?", id);
  }

  conversationClosed(conversation: string): void {
    this.#sql.exec("DELETE FROM storage WHERE conversation = ?", conversation);
  }
}
