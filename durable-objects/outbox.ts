import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { Timers } from "./timers.ts";

/** How each kind of what is owed is delivered. Each delivery is idempotent, as it is made at least once. */
export type Deliver<Owed extends object> = { readonly [Kind in keyof Owed]: (owed: Owed[Kind]) => Promise<void> };

const FIRST_RETRY_MS = 5_000;
/** What is owed is delivered at once; only where the object dies first does it wait for somebody to look, so long at most. */
const LOST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;
/** About two days of tries; what is not wanted by then is dropped, as its receivers expire it too. */
const MAX_ATTEMPTS = 48;
const MAX_BATCH = 50;

interface Row {
  readonly [column: string]: SqlStorageValue;
  readonly id: number;
  readonly kind: string;
  readonly payload: string;
  readonly attempts: number;
}

/** Messages written with the facts they follow from, and delivered afterwards, again and again if need be. */
export class Outbox<Owed extends object> {
  readonly #sql: SqlStorage;
  readonly #timers: Timers;
  readonly #deliver: Deliver<Owed>;
  #delivering = false;

  constructor(sql: SqlStorage, timers: Timers, deliver: Deliver<Owed>) {
    this.#sql = sql;
    this.#timers = timers;
    this.#deliver = deliver;
  }

  /** While there is a message there is a timer, so that a crash in mid-delivery loses none. */
  add<Kind extends keyof Owed & string>(kind: Kind, owed: Owed[Kind]): void {
    this.#sql.exec("INSERT INTO outbox (kind, payload) VALUES (?, ?)", kind, JSON.stringify(owed));
    this.#timers.within("outbox", LOST_RETRY_MS, Date.now());
  }

  /** Delivers all that waits; what fails is left for the alarm. Never rejects. */
  async deliver(): Promise<void> {
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      let last = 0;
      for (let rows = this.#after(last); rows.length > 0; rows = this.#after(last)) {
        for (const row of rows) await this.#deliverOne(row);
        last = rows.at(-1)?.id ?? last;
      }
    } finally {
      this.#delivering = false;
    }
    this.#rearm();
  }

  #after(id: number): readonly Row[] {
    const query = "SELECT id, kind, payload, attempts FROM outbox WHERE id > ? ORDER BY id LIMIT ?";
    return this.#sql.exec<Row>(query, id, MAX_BATCH).toArray();
  }

  async #deliverOne({ id, kind, payload, attempts }: Row): Promise<void> {
    try {
      // Rows hold what `add` wrote, each kind with what belongs to it.
      const deliver = this.#deliver[kind as keyof Owed] as (owed: Owed[keyof Owed]) => Promise<void>;
      await deliver(JSON.parse(payload) as Owed[keyof Owed]);
      this.#sql.exec("DELETE FROM outbox WHERE id = ?", id);
    } catch (thrown) {
      console.warn(`The outbox could not deliver "${kind}":`, describeFault(thrown));
      if (attempts + 1 >= MAX_ATTEMPTS) this.#sql.exec("DELETE FROM outbox WHERE id = ?", id);
      else this.#sql.exec("UPDATE outbox SET attempts = ? WHERE id = ?", attempts + 1, id);
    }
  }

  #rearm(): void {
    type Left = { attempts: number | null };
    const { attempts } = this.#sql.exec<Left>("SELECT min(attempts) AS attempts FROM outbox").one();
    if (attempts === null) this.#timers.clear("outbox");
    else this.#timers.set("outbox", Date.now() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts));
  }
}
