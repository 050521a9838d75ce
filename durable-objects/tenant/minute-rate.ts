const MINUTE_MS = 60_000;

/** Counts what each key does in a minute of the clock. Lost with the isolate, which only ever lets more through. */
export class MinuteRate {
  readonly #counts = new Map<string, { readonly minute: number; readonly count: number }>();

  /** Milliseconds until the key may do one more; zero where it may now. */
  waitMs(keyId: string, perMinute: number, now: number): number {
    const known = this.#counts.get(keyId);
    const minute = Math.floor(now / MINUTE_MS);
    const isFull = known?.minute === minute && known.count >= perMinute;
    return isFull ? (minute + 1) * MINUTE_MS - now : 0;
  }

  count(keyId: string, now: number): void {
    const known = this.#counts.get(keyId);
    const minute = Math.floor(now / MINUTE_MS);
    this.#counts.set(keyId, { minute, count: known?.minute === minute ? known.count + 1 : 1 });
  }
}
