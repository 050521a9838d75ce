import { DELIVERY_RETENTION_MS, type Delivery, type Subscriber } from "../../src/domain/webhooks/delivery.ts";
import { idOf, isEnd, WEBHOOK_EVENTS, type WebhookFacts } from "../../src/domain/webhooks/facts.ts";
import type { Tables } from "../tables.ts";
import { WEBHOOKS_SCHEMA } from "./migrations.ts";

/** The most deliveries that one conversation or goal keeps, waiting or over: of more, the oldest give way. */
const MAX_KEPT = 5_000;
const ENDS = JSON.stringify(WEBHOOK_EVENTS.filter(isEnd));
/** Runs or goals whose receivers are remembered; each is read again with one query. */
const MAX_REMEMBERED = 16;

/** Someone to tell of a run or goal. */
export interface StoredSubscriber extends Subscriber {
  readonly n: number;
}

/** A delivery as it is kept. */
export interface StoredDelivery extends Delivery {
  readonly n: number;
  readonly subscriber: Subscriber;
  /** Alike for deliveries that go to one place. */
  readonly target: string;
  readonly facts: WebhookFacts;
}

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly n: number;
  readonly own: string;
  readonly target: string;
  readonly run: string;
  readonly type: Delivery["type"];
  readonly at: number;
  readonly facts: string;
  readonly state: Delivery["state"];
  readonly tries: number;
  readonly due_at: number;
  readonly ended_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly subscriber: string;
}

const FROM = "FROM webhook_deliveries AS d JOIN webhook_subscribers AS s ON s.n = d.subscriber";
const COLUMNS = `d.n, own, target, d.run, type, at, facts, state, tries, due_at, ended_at, last_status, last_error,
  s.subscriber AS subscriber`;

/** The target of deliveries, an endpoint's id or an address; those for one target are tried one after the other. */
const targetOf = ({ to }: Subscriber): string => (to.by === "endpoint" ? to.id : to.url);

/** The deliveries of a conversation or goal in its SQLite. Rows hold what this class wrote, so they are parsed and not checked. */
export class WebhooksTable {
  readonly #sql: SqlStorage;
  readonly #ongoing: string;
  readonly #subscribers = new Map<string, readonly StoredSubscriber[]>();
  readonly #tables: Tables;

  /** @param ongoing a query for the ids of what has not ended */
  constructor(sql: SqlStorage, tables: Tables, ongoing: string) {
    this.#sql = sql;
    this.#tables = tables;
    this.#ongoing = ongoing;
  }

  /** False where nobody ever was to be told of anything. */
  exists(): boolean {
    return this.#tables.exist(WEBHOOKS_SCHEMA);
  }

  subscribe(id: string, subscribers: readonly Subscriber[]): void {
    this.#tables.prepare(WEBHOOKS_SCHEMA);
    this.#subscribers.clear();
    for (const subscriber of subscribers) {
      const query = "INSERT INTO webhook_subscribers (run, subscriber) VALUES (?, ?)";
      this.#sql.exec(query, id, JSON.stringify(subscriber));
    }
  }

  subscribers(id: string): readonly StoredSubscriber[] {
    if (!this.exists()) return [];
    const known = this.#subscribers.get(id) ?? this.#readSubscribers(id);
    if (this.#subscribers.size >= MAX_REMEMBERED) this.#subscribers.clear();
    this.#subscribers.set(id, known);
    return known;
  }

  #readSubscribers(id: string): readonly StoredSubscriber[] {
    const query = "SELECT n, subscriber FROM webhook_subscribers WHERE run = ?";
    const rows = this.#sql.exec<{ n: number; subscriber: string }>(query, id).toArray();
    return rows.map(({ n, subscriber }) => ({ ...(JSON.parse(subscriber) as Subscriber), n }));
  }

  /** Due at once. */
  add(own: string, subscriber: StoredSubscriber, facts: WebhookFacts): void {
    this.#sql.exec(
      "INSERT INTO webhook_deliveries (own, subscriber, target, run, type, at, facts, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      own,
      subscriber.n,
      targetOf(subscriber),
      idOf(facts),
      facts.type,
      facts.at,
      JSON.stringify(facts),
      facts.at,
    );
  }

  find(own: string): StoredDelivery | null {
    return this.exists() ? (this.#select("WHERE own = ?", own)[0] ?? null) : null;
  }

  /** Newest first. */
  of(id: string, state: Delivery["state"] | null, limit: number): readonly StoredDelivery[] {
    if (!this.exists()) return [];
    return this.#select("WHERE d.run = ? AND state = ifnull(?, state) ORDER BY d.n DESC LIMIT ?", id, state, limit);
  }

  /** Newest first. */
  parked(limit: number): readonly StoredDelivery[] {
    return this.#select("WHERE state = 'parked' ORDER BY d.n DESC LIMIT ?", limit);
  }

  /** Of each target the oldest delivery that is due. */
  due(now: number): readonly StoredDelivery[] {
    const firsts = "SELECT min(n) FROM webhook_deliveries WHERE state = 'pending' AND due_at <= ? GROUP BY target";
    return this.#select(`WHERE d.n IN (${firsts}) ORDER BY d.n`, now);
  }

  /** When another try is due that is not yet, or what is over is to be dropped; null for never. */
  nextDue(now: number): number | null {
    const query = "SELECT min(due_at) AS at FROM webhook_deliveries WHERE state <> 'pending' OR due_at > ?";
    return this.#sql.exec<{ at: number | null }>(query, now).one().at;
  }

  #select(where: string, ...bindings: readonly SqlStorageValue[]): readonly StoredDelivery[] {
    return this.#sql
      .exec<Row>(`SELECT ${COLUMNS} ${FROM} ${where}`, ...bindings)
      .toArray()
      .map(toDelivery);
  }

  /** The next try. */
  postpone(own: string, dueAt: number, tries: number, said: Pick<Delivery, "lastStatus" | "lastError">): void {
    const query = `UPDATE webhook_deliveries SET state = 'pending', ended_at = NULL, due_at = ?, tries = ?,
      last_status = ?, last_error = ? WHERE own = ?`;
    this.#sql.exec(query, dueAt, tries, said.lastStatus, said.lastError, own);
  }

  /** It is over, and kept for a while. */
  end(
    own: string,
    state: "delivered" | "parked",
    now: number,
    { tries, lastStatus, lastError }: Pick<Delivery, "tries" | "lastStatus" | "lastError">,
  ): void {
    const query = `UPDATE webhook_deliveries SET state = ?, ended_at = ?, due_at = ?, tries = ?, last_status = ?,
      last_error = ? WHERE own = ?`;
    this.#sql.exec(query, state, now, now + DELIVERY_RETENTION_MS, tries, lastStatus, lastError, own);
  }

  /** Parks all that waits for a target. */
  parkTarget(target: string, now: number, reason: string): void {
    const query = `UPDATE webhook_deliveries SET state = 'parked', ended_at = ?, due_at = ?, last_error = ?
      WHERE state = 'pending' AND target = ?`;
    this.#sql.exec(query, now, now + DELIVERY_RETENTION_MS, reason, target);
  }

  /** Parks the oldest of those that wait where too many do; true where there were any. */
  parkSurplus(now: number): boolean {
    const surplus = "SELECT n FROM webhook_deliveries WHERE state = 'pending' ORDER BY n DESC LIMIT -1 OFFSET ?";
    const query = `UPDATE webhook_deliveries SET state = 'parked', ended_at = ?, due_at = ?, last_error = ?
      WHERE n IN (${surplus}) RETURNING n`;
    const reason = `More than ${MAX_KEPT} were waiting`;
    return this.#sql.exec(query, now, now + DELIVERY_RETENTION_MS, reason, MAX_KEPT).toArray().length > 0;
  }

  /** The receiver at this address is told nothing more. */
  unsubscribe(url: string): void {
    const silent = "json_set(subscriber, '$.events', json('[]'))";
    this.#sql.exec(`UPDATE webhook_subscribers SET subscriber = ${silent} WHERE subscriber ->> '$.to.url' = ?`, url);
    this.#subscribers.clear();
  }

  /** Drops what has been over for long enough, and receivers of what has ended with nothing left to tell. */
  sweep(now: number): void {
    const old = "SELECT n FROM webhook_deliveries WHERE state <> 'pending' ORDER BY n DESC LIMIT -1 OFFSET ?";
    this.#sql.exec(
      `DELETE FROM webhook_deliveries WHERE state <> 'pending' AND (due_at <= ? OR n IN (${old}))`,
      now,
      MAX_KEPT,
    );
    this.dropIdleSubscribers("of what has ended");
  }

  /** Drops receivers, and their secrets, that nothing is kept for. */
  dropIdleSubscribers(which: "of what has ended" | "all"): void {
    const isOver = which === "all" ? "TRUE" : `run NOT IN (${this.#ongoing})`;
    const isIdle = "n NOT IN (SELECT subscriber FROM webhook_deliveries)";
    this.#sql.exec(`DELETE FROM webhook_subscribers WHERE ${isOver} AND ${isIdle}`);
    this.#subscribers.clear();
  }

  /** As if it had never been, and its receiver with the last. */
  drop(own: string): void {
    this.#sql.exec("DELETE FROM webhook_deliveries WHERE own = ?", own);
    this.dropIdleSubscribers("of what has ended");
  }

  /** Drops all but the ends that are still to be told. */
  keepEndsOnly(): void {
    const query =
      "DELETE FROM webhook_deliveries WHERE state <> 'pending' OR type NOT IN (SELECT value FROM json_each(?))";
    this.#sql.exec(query, ENDS);
    this.dropIdleSubscribers("of what has ended");
  }
}

const toDelivery = (row: Row): StoredDelivery => {
  const subscriber = JSON.parse(row.subscriber) as Subscriber;
  const { to } = subscriber;
  const facts = JSON.parse(row.facts) as WebhookFacts;
  return {
    n: row.n,
    own: row.own,
    ...("run" in facts ? { run: row.run } : { goal: row.run }),
    type: row.type,
    state: row.state,
    endpoint: to.by === "endpoint" ? to.id : null,
    url: to.by === "url" ? to.url : null,
    at: row.at,
    tries: row.tries,
    nextTryAt: row.state === "pending" ? row.due_at : null,
    endedAt: row.ended_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    subscriber,
    target: row.target,
    facts,
  };
};
