import type { Sleep } from "../../src/client/client.ts";

/** `lost`: nobody answers. */
export type ConnectionState = "live" | "lost";

export interface ReachabilityOptions {
  /** Asks the server for something small. @throws where nobody answers */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly pause: Sleep;
}

/** Nobody waits longer for the little that is asked for. */
const ASK_LIMIT_MS = 8_000;
/** Between two questions while nobody answers: soon at first, then so that it costs nothing. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;

/**
 * Whether the server can be reached. What fails for another reason, such as a file that cannot be read, looks the same
 * to a page as a network that is gone: so that each doubt is settled by a question, which is put again until it is
 * answered.
 */
export class Reachability {
  readonly #options: ReachabilityOptions;
  readonly #listeners = new Set<() => void>();
  #state: ConnectionState = "live";
  /** Ends the question and the wait for the next; null while there is no doubt. */
  #doubt: AbortController | null = null;
  /** Ends the wait alone. */
  #wait = new AbortController();

  constructor(options: ReachabilityOptions) {
    this.#options = options;
  }

  readonly now = (): ConnectionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Somebody answered. */
  answered(): void {
    this.#doubt?.abort();
    this.#doubt = null;
    this.#become("live");
  }

  /** There is reason to think that it has changed: the server is asked now. */
  doubt(): void {
    if (this.#doubt) {
      this.#wait.abort();
      return;
    }
    const doubt = new AbortController();
    this.#doubt = doubt;
    void this.#settle(doubt.signal);
  }

  /** For as long as nobody answers; each wait is a step of a slow clock, and an answer to anything ends it. */
  async #settle(signal: AbortSignal): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
      try {
        await this.#options.ask(AbortSignal.any([signal, AbortSignal.timeout(ASK_LIMIT_MS)]));
        if (!signal.aborted) this.answered();
        return;
      } catch {
        if (signal.aborted) return;
        this.#become("lost");
      }
      this.#wait = new AbortController();
      await this.#options.pause(waitMs, AbortSignal.any([signal, this.#wait.signal])).catch(() => {});
    }
  }

  #become(next: ConnectionState): void {
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
