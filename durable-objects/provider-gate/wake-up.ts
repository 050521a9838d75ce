/** The longest that one timer may run: it fires at once for more than fits into 31 bits. Later ones are set anew. */
const MAX_TIMER_MS = 60_000;

/** One timer, set to the next moment at which something is due. */
export class WakeUp {
  readonly #wake: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #at: number | null = null;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Sets it to a time, in milliseconds since the epoch, or with null to none. */
  at(time: number | null): void {
    if (time === this.#at) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#at = time;
    this.#timer = time === null ? null : setTimeout(() => this.#ring(), this.#delayMs(time));
  }

  #ring(): void {
    this.#timer = null;
    this.#at = null;
    this.#wake();
  }

  #delayMs(time: number): number {
    return Math.min(MAX_TIMER_MS, Math.max(0, time - Date.now()));
  }
}
