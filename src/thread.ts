import { AppError } from "./domain/errors.ts";
import { after } from "./waiting.ts";

/**
 * A turn takes some 50 ms, and may begin with a wait for replies. Who keeps the thread for longer waits for something else,
 * or was killed.
 */
const LONGEST_TURN_MS = 500;
/** How often the first that waits for its turn looks whether it has come. */
const FIRST_LOOK_MS = 2;
/** So much later looks each that has one more before it: hundreds may wait. */
const LOOK_MS_A_PLACE = 10;
const RAREST_LOOK_MS = 250;
/** How often the one whose turn it is looks whether the replies are out. */
const REPLY_LOOK_MS = 2;
/** The first turn of a piece of work waits for replies no longer: whoever asks without end must not stop all computing. */
const LONGEST_FIRST_WAIT_MS = 250;
/** Each later turn: as long as a turn takes, so that under steady requests half of the time at least is for computing. */
const LONGEST_LATER_WAIT_MS = 50;
/** Begun this long ago, a reply waits for something else: for a file that is fetched, or for a server. */
const LONGEST_REPLY_MS = 10_000;
/** A reply that is made passes the thread in a few more steps before it is out. */
const REPLY_OUT_MS = 25;

/**
 * Replies that are made at once, each of some 20 ms in a few steps. With hundreds, each would wait at each step for all
 * the others, so that all were out at the end; so those that came first are out first.
 */
const MOST_REPLIES = 16;
/** One that takes longer waits for something else, and keeps nobody out. */
const LONGEST_PLACE_MS = 1_000;
/** Who has not looked for so long is gone: its request was cancelled. Whoever was only kept from looking queues again. */
const LONGEST_SILENCE_MS = 3_000;

/** The name of a turn, while it is waited for and while it lasts. */
type Turn = Record<never, never>;

/** Gives the thread back for so many milliseconds and longer, until it is this one's turn again. */
export type Rest = (restMs: number) => Promise<void>;

/**
 * The one thread that all requests and Durable Objects of an isolate share, and that nothing outside can interrupt. What
 * computes takes turns, one at a time and in the order in which they were asked for, so that a request waits for one piece
 * of work at each step and not for one of every run. Between two turns the replies go out that somebody waits for. What
 * computes belongs to several requests, and none may go on in the context of another: each takes its turn itself, once it
 * finds that it may.
 */
export class Thread {
  readonly #waiting = new Set<Turn>();
  #holder: Turn | null = null;
  /** When the thread was last taken or given back; milliseconds since the epoch. */
  #changedAt = 0;
  /** Until when computing waits for the replies that are being made; milliseconds since the epoch. */
  readonly #replies = new Map<object, number>();
  /** Those that are being made, and when they began; milliseconds since the epoch. */
  readonly #made = new Map<object, number>();
  /** Those that wait until fewer are being made, in the order in which they came, and when they last looked. */
  readonly #queued = new Map<object, number>();

  /**
   * Runs work that makes a reply: no turn begins until it is done. It begins in its order, with few others at once.
   * @param isQuick false for work that waits for others' servers: it begins at once, and holds nobody up
   */
  async reply<T>(work: () => Promise<T>, isQuick = true): Promise<T> {
    const name = {};
    // Where nothing computes, nobody else looks.
    this.#forgetReplies();
    this.#replies.set(name, Date.now() + LONGEST_REPLY_MS);
    try {
      if (isQuick) await this.#enter(name);
      return await work();
    } finally {
      this.#made.delete(name);
      this.#replies.set(name, Date.now() + REPLY_OUT_MS);
    }
  }

  /** Waits until there is a place for a reply and all that came before it have theirs. */
  async #enter(name: object): Promise<void> {
    try {
      for (;;) {
        const now = Date.now();
        this.#queued.set(name, now);
        const before = this.#queuedBefore(name, now);
        if (before + this.#beingMade(now) < MOST_REPLIES) break;
        await after(Math.min(FIRST_LOOK_MS + before, RAREST_LOOK_MS));
      }
    } finally {
      this.#queued.delete(name);
    }
    this.#made.set(name, Date.now());
  }

  #queuedBefore(name: object, now: number): number {
    let before = 0;
    for (const [other, lookedAt] of this.#queued) {
      if (other === name) break;
      if (now - lookedAt > LONGEST_SILENCE_MS) this.#queued.delete(other);
      else before += 1;
    }
    return before;
  }

  #beingMade(now: number): number {
    for (const [other, since] of this.#made) if (now - since > LONGEST_PLACE_MS) this.#made.delete(other);
    return this.#made.size;
  }

  /**
   * Runs work that computes, in its turn. It has the thread until it is done, or gives it back for a while. What it leaves
   * to be computed later, such as a stream, begins each piece in its turn as well.
   * @param signal ends the wait for a turn
   * @throws {AppError} `timeout` when it ended first, unless its reason says more; whatever the work throws
   */
  async compute<T>(work: (rest: Rest) => Promise<T>, signal?: AbortSignal): Promise<T> {
    let turn = await this.#take(LONGEST_FIRST_WAIT_MS, signal);
    let isDone = false;
    try {
      return await work(async (restMs) => {
        this.#giveBack(turn);
        await after(restMs);
        turn = await this.#take(LONGEST_LATER_WAIT_MS, signal);
        if (isDone) this.#giveBack(turn);
      });
    } finally {
      isDone = true;
      this.#giveBack(turn);
    }
  }

  /** @param longestWaitMs for replies, once it is its turn */
  async #take(longestWaitMs: number, signal: AbortSignal | undefined): Promise<Turn> {
    const turn: Turn = {};
    try {
      throwIfOver(signal);
      this.#waiting.add(turn);
      while (!this.#isTurnOf(turn)) {
        await after(this.#lookAfterMs(turn));
        throwIfOver(signal);
        this.#dropSilent(turn);
        // One that was taken for gone, as it was kept from looking, asks again.
        this.#waiting.add(turn);
      }
    } finally {
      this.#waiting.delete(turn);
    }
    this.#change(turn);
    await this.#repliesOut(longestWaitMs);
    return turn;
  }

  #isTurnOf(turn: Turn): boolean {
    const [first] = this.#waiting;
    return this.#holder === null && first === turn;
  }

  #lookAfterMs(turn: Turn): number {
    let place = 0;
    for (const other of this.#waiting) {
      if (other === turn) break;
      place += 1;
    }
    return Math.min(FIRST_LOOK_MS + place * LOOK_MS_A_PLACE, RAREST_LOOK_MS);
  }

  #giveBack(turn: Turn): void {
    // It may have been taken from it.
    if (this.#holder === turn) this.#change(null);
  }

  #change(holder: Turn | null): void {
    this.#holder = holder;
    this.#changedAt = Date.now();
  }

  /** Takes the turn from who does nothing with it, be it that it has begun or that it was to begin. */
  #dropSilent(looking: Turn): void {
    if (Date.now() - this.#changedAt < LONGEST_TURN_MS) return;
    const [first] = this.#waiting;
    if (this.#holder === null && first && first !== looking) this.#waiting.delete(first);
    this.#change(null);
  }

  async #repliesOut(longestWaitMs: number): Promise<void> {
    const until = Date.now() + longestWaitMs;
    while (this.#isReplying() && Date.now() < until) await after(REPLY_LOOK_MS);
  }

  #isReplying(): boolean {
    this.#forgetReplies();
    return this.#replies.size > 0;
  }

  /** Those that are out, or wait for something else. */
  #forgetReplies(): void {
    const now = Date.now();
    for (const [name, until] of this.#replies) if (until <= now) this.#replies.delete(name);
  }
}

function throwIfOver(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  const cause: unknown = signal.reason;
  throw cause instanceof AppError
    ? cause
    : new AppError("timeout", "The attempt was over before it was done", { retryable: true, cause });
}

/** The thread of this isolate. */
export const thread = new Thread();
