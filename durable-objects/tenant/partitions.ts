import { partitionFor } from "../../src/domain/partitions.ts";
import { describeFault } from "../../src/domain/telemetry/fault.ts";
import type { Booking, ConversationIndexEntry, PartitionRpc } from "../../src/rpc/registry.ts";
import type { Tables } from "../tables.ts";
import { PARTITIONS_SCHEMA } from "./migrations.ts";

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly partition: string;
  readonly stored_bytes: number;
}

interface Surroundings {
  rpcOf(partition: string): PartitionRpc;
  /** Those that may come to be at any moment; none where tenants are not divided. */
  readonly expected: readonly string[];
}

/** The partitions of a tenant that its object has heard of: each asks for its terms before it keeps anything. */
export class Partitions {
  readonly #sql: SqlStorage;
  readonly #tables: Tables;
  readonly #around: Surroundings;
  /** As they are stored; null before that was read. */
  #known: Map<string, Row> | null = null;

  constructor(sql: SqlStorage, tables: Tables, around: Surroundings) {
    this.#sql = sql;
    this.#tables = tables;
    this.#around = around;
  }

  /** Takes note that there is one, and of what it stores. */
  heard(partition: string, storedBytes: number, now: number): void {
    this.#tables.prepare(PARTITIONS_SCHEMA);
    const known = this.#read().get(partition);
    if (known?.stored_bytes === storedBytes) return;
    const query = `INSERT INTO partitions (partition, since, stored_bytes) VALUES (?, ?, ?)
      ON CONFLICT (partition) DO UPDATE SET stored_bytes = excluded.stored_bytes`;
    this.#sql.exec(query, partition, now, storedBytes);
    this.#read().set(partition, { partition, stored_bytes: storedBytes });
  }

  areAny(): boolean {
    return this.#read().size > 0;
  }

  /** Goes on with a page of conversations, newest first, by what they have. */
  async list(own: readonly ConversationIndexEntry[], limit: number, before: number | null) {
    const lists = await Promise.all(this.#all().map((partition) => partition.listConversations(limit, before)));
    return [own, ...lists]
      .flat()
      .toSorted((a, b) => b.place - a.place)
      .slice(0, limit);
  }

  /** The run that any has booked under an idempotency key lately; null for none. */
  findBooking(key: string): Promise<Booking | null> {
    return firstOf(this.#all().map((partition) => partition.findBooking(key)));
  }

  /** The same; where there is none, none will be, of partitions that are still to come neither. */
  forestall(key: string, keyId: string): Promise<Booking | null> {
    const all = new Set([...this.#read().keys(), ...this.#around.expected]);
    return firstOf([...all].map((partition) => this.#around.rpcOf(partition).forestall(key, keyId)));
  }

  /** What they store together, in bytes, as they last told. */
  storedBytes(): number {
    return this.#read()
      .values()
      .reduce((sum, row) => sum + row.stored_bytes, 0);
  }

  /** The same, as they tell now. */
  async askStoredBytes(): Promise<number> {
    const asked = await Promise.all(this.#all().map((partition) => partition.storedBytes()));
    return asked.reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * The one that knows of an idempotency key, of a run or forestalled, though that comes to the tenant's object now: the deployment
   * no longer divides tenants, or not all of it does yet. Null for none.
   */
  async knowing(key: string): Promise<PartitionRpc | null> {
    const partition = await partitionFor(key);
    if (!this.#read().has(partition)) return null;
    const rpc = this.#around.rpcOf(partition);
    return (await rpc.knowsKey(key)) ? rpc : null;
  }

  /**
   * Something has changed that they admit runs by: none begins by what it was once this has returned. One that cannot be
   * reached has no terms any more, or asks for new ones within seconds.
   */
  async changed(): Promise<void> {
    const told = await Promise.allSettled(this.#all().map((partition) => partition.forgetTerms()));
    for (const { reason } of told.filter((one) => one.status === "rejected")) {
      console.warn("A partition could not be told of a change:", describeFault(reason));
    }
  }

  #all(): readonly PartitionRpc[] {
    return [...this.#read().keys()].map((partition) => this.#around.rpcOf(partition));
  }

  #read(): Map<string, Row> {
    if (this.#known) return this.#known;
    const query = "SELECT partition, stored_bytes FROM partitions";
    const rows = this.#tables.exist(PARTITIONS_SCHEMA) ? this.#sql.exec<Row>(query).toArray() : [];
    this.#known = new Map(rows.map((row) => [row.partition, row]));
    return this.#known;
  }
}

/** The first of what was found, where anything was. */
const firstOf = async <Found>(asked: readonly Promise<Found | null>[]): Promise<Found | null> =>
  (await Promise.all(asked)).find((found) => found !== null) ?? null;
