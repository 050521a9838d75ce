import type { Assignment, RunnerLine } from "../../src/run/index.ts";
import { readLineBatches } from "../line-stream.ts";
import type { AttemptName, RunnerRpc } from "../rpc.ts";

/** A conversation's runners, by shard, and which attempts this incarnation is listening to. */
export class Runners {
  readonly #stub: (shard: number) => RunnerRpc;
  readonly #attended = new Set<string>();

  constructor(stub: (shard: number) => RunnerRpc) {
    this.#stub = stub;
  }

  isAttended(run: string, name: AttemptName): boolean {
    return this.#attended.has(keyOf(run, name));
  }

  /** Hands attempts to a shard and hears it until the last has ended. Never rejects. */
  execute(shard: number, run: string, assignments: readonly Assignment[], hear: Hear): Promise<void> {
    return this.#attend(run, assignments, hear, () => this.#stub(shard).execute(assignments));
  }

  /** Asks a shard what became of attempts begun by an earlier incarnation. Never rejects. */
  adopt(shard: number, run: string, attempts: readonly AttemptName[], hear: Hear): Promise<void> {
    return this.#attend(run, attempts, hear, () => this.#stub(shard).attach(run, attempts));
  }

  /** Stops a run's work on the shards it may be on, and drops what they recorded of it. */
  async forget(run: string, shards: number): Promise<void> {
    await Promise.all(Array.from({ length: shards }, (_, shard) => this.#stub(shard).forget(run)));
  }

  async #attend(
    run: string,
    names: readonly AttemptName[],
    hear: Hear,
    open: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<void> {
    const keys = names.map((name) => keyOf(run, name));
    for (const key of keys) this.#attended.add(key);
    try {
      for await (const lines of readLineBatches<RunnerLine>(await open())) hear(lines);
    } catch (thrown) {
      // The runner died or the connection broke. The ledger still says "running", and reconciling asks again.
      console.warn("A runner went silent", thrown);
    } finally {
      for (const key of keys) this.#attended.delete(key);
    }
  }
}

type Hear = (lines: readonly RunnerLine[]) => void;

const keyOf = (run: string, name: AttemptName): string => `${run}:${name.work}:${name.attempt}`;
