/** Keeps idle connections open through proxies. */
const HEARTBEAT_MS = 15_000;
/** Events handed over at once; a slow reader costs no more memory than this. */
const BATCH = 100;
/** No screen is repainted more often; sending events one by one costs more than making them. An end waits for no others. */
const BATCH_INTERVAL_MS = 25;
/** Streams of one object at once. */
export const MAX_FEEDS = 64;

/** As much of an event as its order depends on. */
interface Event {
  readonly seq: number;
  readonly type: string;
}

/** Where events come from: logs by name, of runs or of a goal. */
interface Source {
  /** The type of the event that a log ends with. */
  readonly last: string;
  /** Events after a `seq`, oldest first. */
  events(log: string, afterSeq: number, limit: number): readonly Event[];
  /** Resolves once everything written before the call is on disk. */
  sync(): Promise<void>;
}

/**
 * Shows events to watchers, never before they are durable. Each watcher has a cursor into the log and
 * nothing else, so one that is slow or gone costs nothing.
 */
export class EventFeed {
  readonly #source: Source;
  /** Wakes those who wait for something new. */
  readonly #watchers = new Set<() => void>();
  /** Logs that are watched: by how many streams, and whether their end is written. */
  readonly #watched = new Map<string, { streams: number; hasEnded: boolean }>();
  /** The last durable `seq` of logs with events that may not be. */
  readonly #durable = new Map<string, number>();
  readonly #written = new Map<string, number>();
  #syncing = false;
  #closed = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Streams that are open. */
  get size(): number {
    return [...this.#watched.values()].reduce((sum, { streams }) => sum + streams, 0);
  }

  /** Tells of events just written, up to `seq`; `before` was the last one before them. */
  written(log: string, before: number, seq: number, events: readonly Pick<Event, "type">[]): void {
    const watched = this.#watched.get(log);
    if (watched && events.some(({ type }) => type === this.#source.last)) watched.hasEnded = true;
    if (!this.#durable.has(log)) this.#durable.set(log, before);
    this.#written.set(log, seq);
  }

  /** Makes what was written durable and wakes the watchers. Calls while one is under way join it. */
  async publish(): Promise<void> {
    if (this.#syncing) return;
    this.#syncing = true;
    try {
      while (this.#written.size > 0) {
        const written = new Map(this.#written);
        this.#written.clear();
        await this.#source.sync();
        for (const [log, seq] of written) {
          if (this.#written.has(log)) this.#durable.set(log, seq);
          else this.#durable.delete(log);
        }
        for (const wake of this.#watchers) wake();
      }
    } finally {
      this.#syncing = false;
    }
  }

  /** Waits until `done` holds of the durable events, or `timeoutMs` have passed. */
  async waitUntil(done: () => boolean, timeoutMs: number): Promise<void> {
    const until = Date.now() + timeoutMs;
    while (!done() && Date.now() < until) await this.#change(until - Date.now());
  }

  /** Ends every stream: there is nothing left to show. */
  close(): void {
    this.#closed = true;
    for (const wake of this.#watchers) wake();
  }

  isDurable(log: string, seq: number): boolean {
    return seq <= (this.#durable.get(log) ?? Number.POSITIVE_INFINITY);
  }

  stream(log: string, afterSeq: number): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let cursor = afterSeq;
    let open = true;
    let nextBatchAt = 0;
    const watched = this.#watched.get(log) ?? { streams: 0, hasEnded: false };
    this.#watched.set(log, watched);
    watched.streams++;
    const close = (): void => {
      if (open && --watched.streams === 0) this.#watched.delete(log);
      open = false;
    };
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (open) {
            if (this.#closed) {
              close();
              return controller.close();
            }
            const waitMs = nextBatchAt - Date.now();
            if (waitMs > 0 && !watched.hasEnded) {
              // The stream may be closed meanwhile, and the log may end.
              await this.#change(waitMs);
              continue;
            }
            const events = this.#durableEvents(log, cursor);
            if (events.length > 0) {
              cursor = events.at(-1)?.seq ?? cursor;
              // What has been waiting for its turn has waited.
              nextBatchAt = events.length < BATCH ? Date.now() + BATCH_INTERVAL_MS : 0;
              controller.enqueue(encoder.encode(`${events.map((event) => JSON.stringify(event)).join("\n")}\n`));
              if (events.some((event) => event.type === this.#source.last)) {
                close();
                controller.close();
              }
              return;
            }
            if (!(await this.#change(HEARTBEAT_MS)) && open) {
              controller.enqueue(encoder.encode("\n"));
              return;
            }
          }
        },
        cancel: close,
      },
      { highWaterMark: 1 },
    );
  }

  #durableEvents(log: string, afterSeq: number): readonly Event[] {
    return this.#source.events(log, afterSeq, BATCH).filter((event) => this.isDurable(log, event.seq));
  }

  /** True when something was published, false when `timeoutMs` passed first. */
  #change(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (changed: boolean): void => {
        clearTimeout(timer);
        this.#watchers.delete(wake);
        resolve(changed);
      };
      const wake = (): void => finish(true);
      const timer = setTimeout(() => finish(false), timeoutMs);
      this.#watchers.add(wake);
    });
  }
}
