/** One way of measuring, such as a benchmark: `npm run evaluate -- NAME …`. */
export interface Suite {
  /** One line for the list of suites. */
  readonly summary: string;
  /** How it is called, and what its options do. */
  readonly usage: string;
  /**
   * Measures and prints what it found.
   * @param given what follows the suite's name.
   * @throws {UsageError} when it is called in another way than `usage` says.
   * @throws {DataError} when what it reads is not what it should be.
   */
  run(given: readonly string[], surroundings: SuiteDependencies): Promise<void>;
}

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a suite knows of the process it runs in. */
export interface SuiteDependencies {
  /** Paths that are given are meant from here. */
  readonly folder: string;
  readonly environment: Environment;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  /** Writes results; nothing else goes there. */
  readonly write: (text: string) => void;
  /** Shows how much of `total` is done. */
  readonly progress: (done: number, total: number) => void;
}

/** Wrong usage; the message says what, and what would be right. */
export class UsageError extends Error {}

/** An input file that can't be used; the message says which, where and why. */
export class DataError extends Error {}
