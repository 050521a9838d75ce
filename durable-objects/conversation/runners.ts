import { HERE } from "../../src/domain/run/shards.ts";
import { describeFault } from "../../src/domain/telemetry/fault.ts";
import type { AttemptName, BegunAttempt, RunnerAsk, RunnerRpc, RunnerSays } from "../../src/rpc/index.ts";
import type { Assignment } from "../../src/run/index.ts";
import type { Attempts } from "../attempts.ts";
import { encodeLines, readLineBatches } from "../line-stream.ts";

interface RunnersOptions {
  /** What is performed in this object: the work of the shard `HERE`. */
  readonly here: Attempts;
  /** The runner of any other shard of this conversation. */
  readonly stub: (shard: number) => RunnerRpc;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** Called with what a runner says, as much as arrived together. */
  readonly hear: (lines: readonly RunnerSays[]) => void;
  /** Called when a runner went silent with attempts unfinished. */
  readonly silence: () => void;
}

/** A line to one runner, and the attempts whose end has not been heard on it. */
interface Channel {
  readonly asks: WritableStreamDefaultWriter<Uint8Array>;
  readonly unheard: Set<string>;
}

/** What performs a conversation's attempts: its own object, and runners over channels that are open while there is work. */
export class Runners {
  readonly #options: RunnersOptions;
  readonly #channels = new Map<number, Channel>();

  constructor(options: RunnersOptions) {
    this.#options = options;
  }

  /** True when this incarnation will hear how the attempt ends. */
  isAttended(shard: number, run: string, name: AttemptName): boolean {
    if (shard === HERE) return this.#options.here.isUnderWay({ run, ...name });
    return this.#channels.get(shard)?.unheard.has(keyOf(name)) ?? false;
  }

  execute(shard: number, assignments: readonly Assignment[]): void {
    this.#ask(
      shard,
      assignments,
      assignments.map((assignment) => ({ ask: "execute", assignment })),
    );
  }

  /** Asks what became of attempts that an earlier incarnation began. */
  attach(shard: number, run: string, names: readonly BegunAttempt[]): void {
    this.#ask(
      shard,
      names,
      names.map((name) => ({ ask: "attach", run, ...name })),
    );
  }

  /** Hangs up: nothing is to be asked for now. What is unfinished is still heard. */
  rest(): void {
    for (const [shard, channel] of this.#channels) {
      this.#channels.delete(shard);
      this.#options.waitUntil(channel.asks.close().catch(ignoreBrokenChannel));
    }
  }

  async forget(run: string, shards: readonly number[]): Promise<void> {
    await Promise.all(shards.map((shard) => this.#options.stub(shard).forget(run)));
  }

  /** To a runner all of it in one message: each costs about as much as the call of a model's server. */
  #ask(shard: number, names: readonly AttemptName[], asks: readonly RunnerAsk[]): void {
    const { here, hear, waitUntil } = this.#options;
    if (shard === HERE) {
      // As JSON like a runner's lines, so that the state is what the log says.
      const say = (line: RunnerSays): void => hear([JSON.parse(JSON.stringify(line)) as RunnerSays]);
      for (const ask of asks) waitUntil(here.answer(ask, say));
      return;
    }
    const channel = this.#channels.get(shard) ?? this.#connect(shard);
    for (const name of names) channel.unheard.add(keyOf(name));
    this.#options.waitUntil(channel.asks.write(encodeLines(asks)).catch(ignoreBrokenChannel));
  }

  #connect(shard: number): Channel {
    const { readable, writable } = new IdentityTransformStream();
    const channel: Channel = { asks: writable.getWriter(), unheard: new Set() };
    this.#channels.set(shard, channel);
    this.#options.waitUntil(this.#listen(shard, channel, readable));
    return channel;
  }

  async #listen(shard: number, channel: Channel, asks: ReadableStream<Uint8Array>): Promise<void> {
    try {
      const lines = await this.#options.stub(shard).openChannel(asks);
      for await (const batch of readLineBatches<RunnerSays>(lines)) {
        for (const line of batch) if (line.say === "outcome") channel.unheard.delete(keyOf(line.outcome));
        this.#options.hear(batch);
      }
    } catch (thrown) {
      // The runner died or the connection broke. The ledger still says "running", and reconciling asks again.
      console.warn("A runner went silent:", describeFault(thrown));
      await channel.asks.abort(thrown).catch(ignoreBrokenChannel);
    }
    if (this.#channels.get(shard) === channel) this.#channels.delete(shard);
    if (channel.unheard.size > 0) this.#options.silence();
  }
}

const keyOf = (name: AttemptName): string => `${name.work}:${name.attempt}`;

/** A write or close on a broken channel says nothing that its reader does not find out as well. */
const ignoreBrokenChannel = (): void => undefined;
