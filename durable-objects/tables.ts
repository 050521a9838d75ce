import { AppError } from "../src/domain/errors.ts";
import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { LateColumn, Schema } from "./schema.ts";

/** `PRAGMA user_version`, which is for this, is not permitted in a Durable Object. */
const VERSIONS = `CREATE TABLE IF NOT EXISTS schema_versions (
  name TEXT PRIMARY KEY, version INTEGER NOT NULL
) WITHOUT ROWID`;
const RECORD = "INSERT OR REPLACE INTO schema_versions (name, version) VALUES (?, ?)";
/** An alarm that finds tables it cannot use comes again after this: it goes on soon after a deployment that can. */
const PUT_OFF_MS = 15 * 60_000;

/**
 * The tables of a Durable Object. Looking whether there are any writes nothing, and those that there are have been
 * brought up to date by then, all in one transaction. What a newer version has stored is refused (`newer-state`), as this
 * one would not know what it reads, or what its writing would break.
 */
export class Tables {
  readonly #storage: DurableObjectStorage;
  readonly #main: Schema;
  readonly #all: readonly Schema[];
  /** Those that are there, as this version has them, which alone makes any; null before they were looked for. */
  #current: Set<Schema> | null = null;

  /** @param others whose tables are made later than those of `main`, or never */
  constructor(storage: DurableObjectStorage, main: Schema, ...others: readonly Schema[]) {
    this.#storage = storage;
    this.#main = main;
    this.#all = [main, ...others];
  }

  /** Whether the tables of a schema are there, to be asked before anything reads them. */
  exist(schema: Schema = this.#main): boolean {
    this.#current ??= this.#bringUpToDate();
    return this.#current.has(schema);
  }

  /** Sees to it that they are, before anything is written. */
  prepare(schema: Schema = this.#main): void {
    if (this.exist(schema)) return;
    this.#storage.transactionSync(() => this.#migrate(schema, 0));
    this.#current = new Set([...(this.#current ?? []), schema]);
  }

  /**
   * To be asked first by an alarm. The platform gives up one that has thrown six times, and with it all that it was to
   * see to, so where the tables cannot be used it is put off.
   */
  areReadyForAlarm(): boolean {
    try {
      this.exist();
      return true;
    } catch (thrown) {
      console.error("An alarm is put off, as its tables cannot be used:", describeFault(thrown));
      void this.#storage.setAlarm(Date.now() + PUT_OFF_MS);
      return false;
    }
  }

  #bringUpToDate(): Set<Schema> {
    const stored = this.#stored();
    for (const [name, version] of stored) {
      const known = this.#all.find((schema) => schema.name === name)?.migrations.length ?? 0;
      if (version > known) throw newerState();
    }
    const found = this.#all.filter(({ name }) => stored.has(name));
    const versionOf = ({ name }: Schema): number => stored.get(name) ?? 0;
    const outdated = found.filter((schema) => versionOf(schema) < schema.migrations.length);
    if (outdated.length > 0) {
      this.#storage.transactionSync(() => {
        for (const schema of outdated) {
          if (versionOf(schema) === 0) for (const late of schema.unrecorded?.columns ?? []) this.#addIfMissing(late);
          this.#migrate(schema, versionOf(schema));
        }
      });
    }
    return new Set(found);
  }

  /** The version of each schema whose tables are there, by its name; 0 where none was recorded. */
  #stored(): ReadonlyMap<string, number> {
    const { sql } = this.#storage;
    const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
    const names = new Set(tables.map(({ name }) => name));
    const unrecorded = this.#all.filter((schema) => schema.unrecorded && names.has(schema.unrecorded.table));
    const stored = new Map(unrecorded.map(({ name }) => [name, 0]));
    if (!names.has("schema_versions")) return stored;
    type Row = { name: string; version: number };
    for (const { name, version } of sql.exec<Row>("SELECT name, version FROM schema_versions")) {
      stored.set(name, version);
    }
    return stored;
  }

  #migrate({ name, migrations }: Schema, from: number): void {
    const { sql } = this.#storage;
    for (const migration of migrations.slice(from)) sql.exec(migration);
    sql.exec(VERSIONS);
    sql.exec(RECORD, name, migrations.length);
  }

  #addIfMissing({ table, column, definition, fill }: LateColumn): void {
    const { sql } = this.#storage;
    const columns = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info(?)", table).toArray();
    // A table that is not there has none at all, and is made with this one.
    if (columns.length === 0 || columns.some(({ name }) => name === column)) return;
    sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`);
    if (fill !== undefined) sql.exec(fill);
  }
}

/** In a while the newer version will serve again, which alone can. */
const newerState = (): AppError =>
  new AppError(
    "newer-state",
    "A newer version of this deployment stored what this asks for, and the one that serves now cannot read it",
    { retryable: true },
  );
