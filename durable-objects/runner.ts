import { DurableObject } from "cloudflare:workers";
import type { ToldOutcome } from "../src/domain/run/cost-settlement.ts";
import { MAX_WAIT_FOR_PERSON_MS } from "../src/domain/run/policy.ts";
import { PLACES_ON_RUNNER } from "../src/domain/run/shards.ts";
import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { RunnerAsk, RunnerRpc, RunnerSays } from "../src/rpc/index.ts";
import { after } from "../src/waiting.ts";
import { wireStages } from "../src/wiring.ts";
import { Attempts } from "./attempts.ts";
import { GATHER_MS } from "./gather.ts";
import { JobHandles } from "./job-handles.ts";
import { LineStream, readLineBatches } from "./line-stream.ts";
import { OutcomeStore } from "./runner/outcomes.ts";

/** Outcomes that nobody collected are kept this long: far beyond any watchdog. */
const OUTCOME_RETENTION_MS = 24 * 60 * 60_000;
/** A run that waits for a person goes on with the jobs that it has paid for. */
const JOB_RETENTION_MS = MAX_WAIT_FOR_PERSON_MS + OUTCOME_RETENTION_MS;

/**
 * One shard of a conversation's work. It records each outcome in its own SQLite before it answers, inside its own
 * `waitUntil`, so that a conversation that died meanwhile finds it here; and each job that a provider takes on, so that
 * another attempt finds that.
 */
export class Runner extends DurableObject<Env> implements RunnerRpc {
  readonly #outcomes: OutcomeStore;
  readonly #attempts: Attempts;
  readonly #ended: { readonly run: string; readonly outcome: ToldOutcome }[] = [];
  #gathering: Promise<void> | null = null;
  #retentionArmed = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#outcomes = new OutcomeStore(ctx.storage);
    this.#attempts = new Attempts({
      places: PLACES_ON_RUNNER,
      jobs: new JobHandles(ctx.storage, () => this.#armRetention()),
      stages: (assignment, jobSlot) => wireStages(env, assignment, jobSlot),
      waitUntil: (promise) => ctx.waitUntil(promise),
      record: (run, outcome) => this.#record(run, outcome),
      recorded: ({ run, work, attempt }) => this.#outcomes.find(run, work, attempt),
    });
  }

  async openChannel(asks: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
    const lines = new LineStream<RunnerSays>();
    this.ctx.waitUntil(this.#serve(asks, lines));
    return lines.readable;
  }

  async forget(run: string): Promise<void> {
    this.#attempts.forget(run);
    this.#outcomes.forget(run);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    const isEmpty = this.#outcomes.expire({ outcomes: now - OUTCOME_RETENTION_MS, jobs: now - JOB_RETENTION_MS });
    this.#retentionArmed = !isEmpty || this.#attempts.size > 0;
    if (this.#retentionArmed) await this.ctx.storage.setAlarm(Date.now() + OUTCOME_RETENTION_MS);
  }

  /** Answers what is asked until the caller has no more to ask. Attempts go on when the caller is gone. */
  async #serve(asks: ReadableStream<Uint8Array>, lines: LineStream<RunnerSays>): Promise<void> {
    const told: Promise<void>[] = [];
    const say = (line: RunnerSays): void => lines.write(line);
    try {
      for await (const batch of readLineBatches<RunnerAsk>(asks)) {
        for (const ask of batch) told.push(this.#attempts.answer(ask, say));
      }
    } catch (thrown) {
      console.warn("A conversation went silent:", describeFault(thrown));
    }
    await Promise.all(told);
    lines.close();
  }

  /** Writes an outcome down, together with those of others at work that end in the same moment. */
  async #record(run: string, outcome: ToldOutcome): Promise<void> {
    this.#ended.push({ run, outcome });
    if (this.#attempts.size > 1) {
      this.#gathering ??= after(GATHER_MS);
      await this.#gathering;
      this.#gathering = null;
    }
    const now = Date.now();
    for (const one of this.#ended.splice(0)) this.#outcomes.save(one.run, one.outcome, now);
    this.#armRetention();
  }

  #armRetention(): void {
    if (this.#retentionArmed) return;
    this.#retentionArmed = true;
    this.ctx.waitUntil(this.ctx.storage.setAlarm(Date.now() + OUTCOME_RETENTION_MS));
  }
}
