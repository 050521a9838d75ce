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
  readonly #elsewhereBytes: () => number;
  /** Kept in step with the rows, as each admission asks for them: summed once an incarnation. */
  #sums: Sums | null = null;

  /** @param elsewhereBytes what the tenant's partitions store, as they last told */
  constructor(sql: SqlStorage, quotaBytes: number, elsewhereBytes: () => number = () => 0) {
    this.#sql = sql;
    this.#quotaBytes = quotaBytes;
    this.#elsewhereBytes = elsewhereBytes;
  }

  /** The usage of a tenant that has no tables yet. */
  unused(): StorageUsage {
    return { usedBytes: 0, reservedBytes: 0, quotaBytes: this.#quotaBytes };
  }

  usage(): StorageUsage {
    const query = `SELECT coalesce(sum(iif(is_reserved, 0, bytes)), 0) AS used,
      coalesce(sum(iif(is_reserved, bytes, 0)), 0) AS reserved FROM storage`;
    this.#sums ??= this.#sql.exec<Sums>(query).one();
    const { used, reserved } = this.#sums;
    return { usedBytes: used + this.#elsewhereBytes(), reservedBytes: reserved, quotaBytes: this.#quotaBytes };
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
    const insert = `INSERT OR IGNORE INTO storage (id, conversation, bytes, is_reserved) VALUES (?, NULL, ?, 1)
      RETURNING bytes, is_reserved`;
    this.#count(this.#sql.exec<Row>(insert, id, bytes), 1);
  }

  /** An upload is complete, and takes what it takes. */
  settle({ id, bytes }: Resource): void {
    this.#count(this.#find(id), -1);
    const update = "UPDATE storage SET bytes = ?, is_reserved = 0 WHERE id = ? RETURNING bytes, is_reserved";
    this.#count(this.#sql.exec<Row>(update, bytes, id), 1);
  }

  /** Counts the files that a run made; they stay as long as its conversation. Being told again changes nothing. */
  made(run: string, conversation: string, bytes: number): void {
    if (bytes === 0) return;
    this.#count(this.#find(run), -1);
    const query = `INSERT OR REPLACE INTO storage (id, conversation, bytes, is_reserved) VALUES (?, ?, ?, 0)
      RETURNING bytes, is_reserved`;
    this.#count(this.#sql.exec<Row>(query, run, conversation, bytes), 1);
  }

  drop(ids: readonly string[]): void {
    const query = "DELETE FROM storage WHERE id = ? RETURNING bytes, is_reserved";
    for (const id of ids) this.#count(this.#sql.exec<Row>(query, id), -1);
  }

  conversationClosed(conversation: string): void {
    const query = "DELETE FROM storage WHERE conversation = ? RETURNING bytes, is_reserved";
    this.#count(this.#sql.exec<Row>(query, conversation), -1);
  }

  #find(id: string): Iterable<Row> {
    return this.#sql.exec<Row>("SELECT bytes, is_reserved FROM storage WHERE id = ?", id);
  }

  /** Adds rows to the sums, or takes them off. */
  #count(rows: Iterable<Row>, sign: 1 | -1): void {
    for (const { bytes, is_reserved: isReserved } of rows) {
      if (!this.#sums) continue;
      const { used, reserved } = this.#sums;
      this.#sums = isReserved ? { used, reserved: reserved + sign * bytes } : { used: used + sign * bytes, reserved };
    }
  }
}

type Sums = { used: number; reserved: number };
type Row = { bytes: number; is_reserved: number };
