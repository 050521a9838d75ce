import { partitionFor } from "../../src/domain/partitions.ts";
import { describeFault } from "../../src/domain/telemetry/fault.ts";
import type { PartitionRpc } from "../../src/rpc/registry.ts";
import type { Tables } from "../tables.ts";
import { PARTITIONS_SCHEMA } from "./migrations.ts";

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly partition: string;
  readonly since: number;
  readonly stored_bytes: number;
}

/** The partitions of a tenant that its object has heard of: each asks for its terms before it keeps anything. */
export class Partitions {
  readonly #sql: SqlStorage;
  readonly #tables: Tables;
  readonly #rpcOf: (partition: string) => PartitionRpc;
  /** As they are stored; null before that was read. */
  #known: Map<string, Row> | null = null;

  constructor(sql: SqlStorage, tables: Tables, rpcOf: (partition: string) => PartitionRpc) {
    this.#sql = sql;
    this.#tables = tables;
    this.#rpcOf = rpcOf;
  }

  /** Takes note that there is one, and of what it stores. */
  heard(partition: string, storedBytes: number, now: number): void {
    this.#tables.prepare(PARTITIONS_SCHEMA);
    const known = this.#read().get(partition);
    if (known?.stored_bytes === storedBytes) return;
    const row = { partition, since: known?.since ?? now, stored_bytes: storedBytes };
    const query = "INSERT OR REPLACE INTO partitions (partition, since, stored_bytes) VALUES (?, ?, ?)";
    this.#sql.exec(query, partition, row.since, storedBytes);
    this.#read().set(partition, row);
  }

  areAny(): boolean {
    return this.#read().size > 0;
  }

  all(): readonly PartitionRpc[] {
    return [...this.#read().keys()].map((partition) => this.#rpcOf(partition));
  }

  /** What they store together, in bytes, as they last told. */
  storedBytes(): number {
    return this.#read()
      .values()
      .reduce((sum, row) => sum + row.stored_bytes, 0);
  }

  /** The same, as they tell now. */
  async askStoredBytes(): Promise<number> {
    const asked = await Promise.all(this.all().map((partition) => partition.storedBytes()));
    return asked.reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * The one that has booked a run under an idempotency key, though that comes to the tenant's object now: the deployment
   * no longer divides tenants, or not all of it does yet. Null for none.
   */
  async bookedUnder(key: string): Promise<PartitionRpc | null> {
    const partition = await partitionFor(key);
    if (!this.#read().has(partition)) return null;
    const rpc = this.#rpcOf(partition);
    return (await rpc.findBooking(key)) ? rpc : null;
  }

  /** When the first was heard of: milliseconds since the epoch, infinitely many before that. */
  since(): number {
    const all = [...this.#read().values()];
    return Math.min(...all.map(({ since }) => since));
  }

  /**
   * Something has changed that they admit runs by: none begins by what it was once this has returned. One that cannot be
   * reached has no terms any more, or asks for new ones within seconds.
   */
  async changed(): Promise<void> {
    const told = await Promise.allSettled(this.all().map((partition) => partition.forgetTerms()));
    for (const { reason } of told.filter((one) => one.status === "rejected")) {
      console.warn("A partition could not be told of a change:", describeFault(reason));
    }
  }

  #read(): Map<string, Row> {
    if (this.#known) return this.#known;
    const query = "SELECT partition, since, stored_bytes FROM partitions";
    const rows = this.#tables.exist(PARTITIONS_SCHEMA) ? this.#sql.exec<Row>(query).toArray() : [];
    this.#known = new Map(rows.map((row) => [row.partition, row]));
    return this.#known;
  }
}
