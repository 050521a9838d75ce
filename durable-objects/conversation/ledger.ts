import type { LogEntry, PostedMessage, PostedTurn } from "../../src/domain/conversation.ts";
import type { EndStatus, EventBody, EventData, RunEvent } from "../../src/domain/events.ts";
import type { TaskId } from "../../src/domain/plan.ts";
import type { Resource, ResourceId } from "../../src/domain/resources.ts";
import { apply } from "../../src/domain/run/apply.ts";
import type { KnownResult } from "../../src/domain/run/reuse.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { Tables } from "../tables.ts";

/** Of tasks with one fingerprint; those that failed are passed over. */
const MAX_EARLIER_STARTS = 8;
/** A result is called anew only if one of the newest of its name has it. */
const MAX_NAMES = 100;

/** The public ids of the runs that have not ended. */
export const ONGOING = "SELECT id FROM runs WHERE end_status IS NULL";

/** A message and the run it became. */
export interface RunRow {
  readonly n: number;
  readonly id: string;
  readonly createdAt: number;
  readonly message: PostedMessage;
  /** Null until it has ended. */
  readonly endStatus: EndStatus | null;
}

/** The names of this conversation; written once, with its first message. */
export interface Identity {
  readonly tenant: string;
  readonly conversation: string;
  readonly createdAt: number;
}

/**
 * The conversation's SQLite. Reading makes no tables (`Tables`): a conversation that was only asked about leaves
 * nothing behind. Rows hold what this class wrote, so they are parsed but not checked again.
 */
export class Ledger {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #tables: Tables;
  #identity: Identity | null | undefined;

  constructor(storage: DurableObjectStorage, tables: Tables) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#tables = tables;
  }

  /** Null for a conversation that has no message yet, or was removed. */
  identity(): Identity | null {
    if (this.#identity !== undefined) return this.#identity;
    const value = this.isCreated() ? this.meta("identity") : null;
    this.#identity = value === null ? null : (JSON.parse(value) as Identity);
    return this.#identity;
  }

  /** True once there are tables, also those of a conversation that was removed. */
  isCreated(): boolean {
    return this.#tables.exist();
  }

  /** @param history what was said before it began, elsewhere */
  create(identity: Identity, history: readonly PostedTurn[] = []): void {
    this.#tables.prepare();
    this.setMeta("identity", JSON.stringify(identity));
    this.#identity = identity;
    for (const { role, text, resources } of history) {
      this.addResources(resources);
      const ids = resources.map(({ id }) => id);
      this.#addLogEntry({ role, text, run: "", at: identity.createdAt, resources: ids });
    }
  }

  meta(key: string): string | null {
    const [row] = this.#sql.exec<{ value: string }>("SELECT value FROM meta WHERE key = ?", key).toArray();
    return row?.value ?? null;
  }

  setMeta(key: string, value: string): void {
    this.#sql.exec("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value);
  }

  /** Drops all it knows but what is owed to others; `identity` is null from then on. */
  clear(): void {
    for (const table of ["meta", "runs", "events", "log", "resources"]) {
      this.#sql.exec(`DELETE FROM ${table}`);
    }
    this.#identity = null;
  }

  addRun(message: PostedMessage, createdAt: number): void {
    this.#sql.exec(
      "INSERT INTO runs (id, created_at, message) VALUES (?, ?, ?)",
      message.run,
      createdAt,
      JSON.stringify(message),
    );
  }

  findRun(id: string): RunRow | null {
    return this.#runs("WHERE id = ?", id)[0] ?? null;
  }

  /** The newest `limit` runs, oldest first. */
  runs(limit: number): readonly RunRow[] {
    return this.#runs("ORDER BY n DESC LIMIT ?", limit).toReversed();
  }

  /** The runs that have not ended, in the order they were asked for; the first is the one under way. */
  openRuns(): readonly RunRow[] {
    return this.#runs("WHERE end_status IS NULL ORDER BY n");
  }

  #runs(where: string, ...bindings: readonly SqlStorageValue[]): readonly RunRow[] {
    type Row = { n: number; id: string; created_at: number; message: string; end_status: EndStatus | null };
    return this.#sql
      .exec<Row>(`SELECT n, id, created_at, message, end_status FROM runs ${where}`, ...bindings)
      .toArray()
      .map((row) => ({
        n: row.n,
        id: row.id,
        createdAt: row.created_at,
        message: JSON.parse(row.message) as PostedMessage,
        endStatus: row.end_status,
      }));
  }

  /** Appends facts to a run's log, all or none, and gives the state they lead to. */
  append(run: string, state: RunState | null, bodies: readonly EventBody[], at: number): RunState | null {
    return this.#storage.transactionSync(() => this.#appendAll(run, state, bodies, at));
  }

  #appendAll(run: string, state: RunState | null, bodies: readonly EventBody[], at: number): RunState | null {
    let next = state;
    for (const body of bodies) {
      const event = { ...body, seq: (next?.seq ?? 0) + 1, at } as RunEvent;
      this.#sql.exec(
        "INSERT INTO events (run, seq, at, type, data) VALUES (?, ?, ?, ?, ?)",
        run,
        event.seq,
        at,
        event.type,
        JSON.stringify(event.data),
      );
      next = apply(next, event);
      this.#project(run, next, event);
    }
    return next;
  }

  /** Updates the tables that are derived from events. */
  #project(run: string, state: RunState, event: RunEvent): void {
    if (event.type === "plan-end" && event.data.fetched.length > 0) {
      this.addResources(event.data.fetched);
      this.#setMessageResources(run, [...state.attached, ...state.fetched]);
    }
    if (event.type === "task-end") this.addResources(resourcesIn(event.data.outputs));
    if (event.type === "run-start") {
      const ids = event.data.attached.map((resource) => resource.id);
      this.#addLogEntry({ role: "user", text: event.data.text, run, at: event.at, resources: ids });
    }
    if (event.type === "run-end") {
      // What a run kept in secret goes with it.
      const query = "UPDATE runs SET end_status = ?, message = json_remove(message, '$.sealedHfToken') WHERE id = ?";
      this.#sql.exec(query, event.data.status, run);
      const made = (state.plan?.tasks ?? []).flatMap((task) => resourcesIn(state.tasks[task.id]?.outputs ?? {}));
      const ids = made.map((resource) => resource.id);
      this.#addLogEntry({ role: "assistant", text: event.data.answer, run, at: event.at, resources: ids });
    }
  }

  events(run: string, afterSeq: number, limit: number): readonly RunEvent[] {
    type Row = { seq: number; at: number; type: string; data: string };
    return this.#sql
      .exec<Row>(
        "SELECT seq, at, type, data FROM events WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?",
        run,
        afterSeq,
        limit,
      )
      .toArray()
      .map((row) => ({ seq: row.seq, at: row.at, type: row.type, data: JSON.parse(row.data) }) as RunEvent);
  }

  /**
   * The newest result of a task of this fingerprint that succeeded since then, whose files are all still here; null where
   * there is none. What is gone from the log is not found: nothing besides remembers results.
   */
  findResult(fingerprint: string, since: number): KnownResult | null {
    type Row = { run: string; seq: number; data: string };
    const starts = this.#sql.exec<Row>(
      `SELECT run, seq, data FROM events
        WHERE type = 'task-start' AND json_extract(data, '$.fingerprint') = ? AND at >= ?
        ORDER BY at DESC LIMIT ?`,
      ...[fingerprint, since, MAX_EARLIER_STARTS],
    );
    for (const { run, seq, data } of starts.toArray()) {
      const { task, attempt, provider, model } = JSON.parse(data) as EventData["task-start"];
      const end = this.#endOf(run, seq, task);
      // One that failed may have been spared later.
      if (end?.status !== "succeeded" || end.attempt !== attempt || end.reused) continue;
      const { outputs, notes } = end;
      if (!resourcesIn(outputs).every(({ id }) => this.findResource(id))) continue;
      return { reused: { run, task, provider, model }, outputs, notes };
    }
    return null;
  }

  /** How a task ended that was under way at an event. */
  #endOf(run: string, seq: number, task: TaskId): EventData["task-end"] | null {
    const [row] = this.#sql
      .exec<{ data: string }>(
        `SELECT data FROM events
          WHERE run = ? AND seq > ? AND type = 'task-end' AND json_extract(data, '$.task') = ? ORDER BY seq LIMIT 1`,
        ...[run, seq, task],
      )
      .toArray();
    return row ? (JSON.parse(row.data) as EventData["task-end"]) : null;
  }

  /** The shards that a run's attempts were given to. */
  shards(run: string): readonly number[] {
    const query = `SELECT DISTINCT json_extract(data, '$.shard') AS shard FROM events
      WHERE run = ? AND type IN ('plan-start', 'task-start', 'answer-start')`;
    return this.#sql
      .exec<{ shard: number }>(query, run)
      .toArray()
      .map((row) => row.shard);
  }

  /** The fold of a run's log; null before it has begun. */
  load(run: string): RunState | null {
    return this.events(run, 0, Number.MAX_SAFE_INTEGER).reduce<RunState | null>(apply, null);
  }

  addResources(resources: readonly Resource[]): void {
    for (const resource of resources) {
      this.#sql.exec(
        "INSERT INTO resources (id, resource) VALUES (?, ?) ON CONFLICT DO NOTHING",
        resource.id,
        JSON.stringify(resource),
      );
    }
  }

  findResource(id: ResourceId): Resource | undefined {
    const [row] = this.#sql.exec<{ resource: string }>("SELECT resource FROM resources WHERE id = ?", id).toArray();
    return row ? (JSON.parse(row.resource) as Resource) : undefined;
  }

  /** The newest `limit` resources, oldest first. */
  resources(limit: number): readonly Resource[] {
    return this.#sql
      .exec<{ resource: string }>("SELECT resource FROM resources ORDER BY n DESC LIMIT ?", limit)
      .toArray()
      .map((row) => JSON.parse(row.resource) as Resource)
      .reverse();
  }

  /** The names of resources that begin so: of the newest hundred. */
  namesLike(beginning: string): readonly string[] {
    const query =
      "SELECT json_extract(resource, '$.name') AS name FROM resources WHERE instr(name, ?) = 1 ORDER BY n DESC LIMIT ?";
    return this.#sql
      .exec<{ name: string }>(query, beginning, MAX_NAMES)
      .toArray()
      .map(({ name }) => name);
  }

  #addLogEntry({ run, role, text, at, resources }: LogEntry): void {
    const query = "INSERT INTO log (run, role, text, at, resources) VALUES (?, ?, ?, ?, ?)";
    this.#sql.exec(query, run, role, text, at, JSON.stringify(resources));
  }

  /** Adds files that were fetched for a message to its turn, beside those that were attached. */
  #setMessageResources(run: string, resources: readonly Resource[]): void {
    const ids = JSON.stringify(resources.map(({ id }) => id));
    this.#sql.exec("UPDATE log SET resources = ? WHERE run = ? AND role = 'user'", ids, run);
  }

  /** The newest `limit` entries of the chat log, oldest first. */
  log(limit: number): readonly LogEntry[] {
    type Row = { run: string; role: string; text: string; at: number; resources: string };
    return this.#sql
      .exec<Row>("SELECT run, role, text, at, resources FROM log ORDER BY n DESC LIMIT ?", limit)
      .toArray()
      .map(
        (row) =>
          ({
            ...row,
            role: row.role === "user" ? "user" : "assistant",
            resources: JSON.parse(row.resources),
          }) as LogEntry,
      )
      .reverse();
  }
}

function resourcesIn(values: RunState["tasks"][string]["outputs"]): readonly Resource[] {
  return Object.values(values).flatMap((value) => (value.as === "resource" ? [value.resource] : []));
}
