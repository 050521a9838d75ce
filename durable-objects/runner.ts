import { DurableObject } from "cloudflare:workers";
import { AppError, toFailure } from "../src/domain/errors.ts";
import type { Outcome, OutcomeResult, WorkId } from "../src/domain/events.ts";
import { TASKS_PER_SHARD } from "../src/domain/run/decide.ts";
import { type Assignment, perform, type RunnerLine, type Watcher } from "../src/run/index.ts";
import { wireStages } from "../src/wiring.ts";
import { after, GATHER_MS } from "./gather.ts";
import { LineStream, readLineBatches } from "./line-stream.ts";
import type { AttemptName, RunnerAsk, RunnerRpc } from "./rpc.ts";
import { JobHandles } from "./runner/job-handles.ts";
import { OutcomeStore } from "./runner/outcomes.ts";
import { Slots } from "./runner/slots.ts";

/** Outcomes that nobody collected are kept this long: far beyond any watchdog. */
const OUTCOME_RETENTION_MS = 24 * 60 * 60_000;

interface Active {
  readonly run: string;
  readonly done: Promise<Outcome>;
  readonly abort: AbortController;
  readonly listeners: Set<LineStream<RunnerLine>>;
}

/**
 * One shard of a conversation's work: at most six attempts at once. It records each outcome in its own
 * SQLite before it answers, inside its own `waitUntil`, so that a conversation that died meanwhile
 * finds it here; and each job that a provider takes on, so that another attempt finds that.
 */
export class Runner extends DurableObject<Env> implements RunnerRpc {
  readonly #outcomes: OutcomeStore;
  readonly #jobs: JobHandles;
  readonly #slots = new Slots(TASKS_PER_SHARD);
  readonly #active = new Map<string, Active>();
  readonly #ended: { readonly run: string; readonly outcome: Outcome }[] = [];
  #gathering: Promise<void> | null = null;
  #retentionArmed = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#outcomes = new OutcomeStore(ctx.storage);
    this.#jobs = new JobHandles(ctx.storage, () => this.#armRetention());
  }

  async openChannel(asks: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
    const lines = new LineStream<RunnerLine>();
    this.ctx.waitUntil(this.#serve(asks, lines));
    return lines.readable;
  }

  async forget(run: string): Promise<void> {
    for (const active of this.#active.values()) {
      if (active.run === run) active.abort.abort(new AppError("cancelled", "The run is over"));
    }
    this.#outcomes.forget(run);
  }

  override async alarm(): Promise<void> {
    const isEmpty = this.#outcomes.expire(Date.now() - OUTCOME_RETENTION_MS);
    this.#retentionArmed = !isEmpty || this.#active.size > 0;
    if (this.#retentionArmed) await this.ctx.storage.setAlarm(Date.now() + OUTCOME_RETENTION_MS);
  }

  /** Answers what is asked until the caller has no more to ask. Attempts go on when the caller is gone. */
  async #serve(asks: ReadableStream<Uint8Array>, lines: LineStream<RunnerLine>): Promise<void> {
    const told: Promise<void>[] = [];
    try {
      for await (const batch of readLineBatches<RunnerAsk>(asks)) {
        for (const ask of batch) told.push(this.#answer(ask, lines));
      }
    } catch (thrown) {
      console.warn("A conversation went silent", thrown);
    }
    await Promise.all(told);
    lines.close();
  }

  #answer(ask: RunnerAsk, lines: LineStream<RunnerLine>): Promise<void> {
    if (ask.ask === "attach") return this.#tell(lines, ask, () => null);
    return this.#tell(lines, ask.assignment, () => this.#begin(ask.assignment));
  }

  /** Says the outcome of an attempt once it is known: recorded, under way, begun now, or lost. */
  async #tell(
    lines: LineStream<RunnerLine>,
    name: AttemptName & { readonly run: string },
    begin: () => Active | null,
  ): Promise<void> {
    const recorded = this.#outcomes.find(name.run, name.work, name.attempt);
    if (recorded) return lines.write({ run: name.run, say: "outcome", outcome: recorded });
    const active = this.#active.get(keyOf(name)) ?? begin();
    if (!active) {
      const outcome = { work: name.work, attempt: name.attempt, result: { as: "lost" } } as const;
      return lines.write({ run: name.run, say: "outcome", outcome });
    }
    active.listeners.add(lines);
    const outcome = await active.done;
    active.listeners.delete(lines);
    lines.write({ run: name.run, say: "outcome", outcome });
  }

  #begin(assignment: Assignment): Active {
    const abort = new AbortController();
    const listeners = new Set<LineStream<RunnerLine>>();
    const done = this.#slots.run(() => this.#attempt(assignment, abort, listeners));
    const active = { run: assignment.run, done, abort, listeners };
    this.#active.set(keyOf(assignment), active);
    this.ctx.waitUntil(done.finally(() => this.#active.delete(keyOf(assignment))));
    return active;
  }

  async #attempt(
    assignment: Assignment,
    abort: AbortController,
    listeners: ReadonlySet<LineStream<RunnerLine>>,
  ): Promise<Outcome> {
    const { work, attempt, run, timeoutMs } = assignment;
    const say = (line: RunnerLine): void => {
      for (const listener of listeners) listener.write(line);
    };
    const watcher: Watcher = {
      progress: (note, fraction) =>
        say({ run, say: "progress", work, attempt, note, ...(fraction === undefined ? {} : { fraction }) }),
      answer: (text) => say({ run, say: "answer", attempt, text }),
    };
    const result = await within(timeoutMs, abort, async (signal) => {
      const stages = await wireStages(this.env, assignment, (owner) => this.#jobs.slot(owner));
      return perform(assignment, stages, signal, watcher);
    });
    const outcome: Outcome = { work, attempt, result };
    await this.#record(run, outcome);
    return outcome;
  }

  /** Writes an outcome down, together with those of others at work that end in the same moment. */
  async #record(run: string, outcome: Outcome): Promise<void> {
    this.#ended.push({ run, outcome });
    if (this.#active.size > 1) {
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

const keyOf = (name: { readonly run: string; readonly work: WorkId; readonly attempt: number }): string =>
  `${name.run}:${name.work}:${name.attempt}`;

/** What `work` comes to, or a failure once `timeoutMs` have passed or `abort` is asked for: never a rejection. */
async function within(
  timeoutMs: number,
  abort: AbortController,
  work: (signal: AbortSignal) => Promise<OutcomeResult>,
): Promise<OutcomeResult> {
  const late = new AppError("timeout", `It took longer than ${Math.round(timeoutMs / 1000)} s`, { retryable: true });
  const timer = setTimeout(() => abort.abort(late), timeoutMs);
  const aborted = new Promise<never>((_, reject) => {
    abort.signal.addEventListener("abort", () => reject(abort.signal.reason), { once: true });
  });
  try {
    abort.signal.throwIfAborted();
    // Not every expert can be interrupted: the race ends the attempt even if its work goes on.
    return await Promise.race([work(abort.signal), aborted]);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) console.error("An attempt failed unexpectedly", thrown);
    return { as: "failed", error: toFailure(thrown) };
  } finally {
    clearTimeout(timer);
  }
}
