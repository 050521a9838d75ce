import { DurableObject } from "cloudflare:workers";
import { AppError, toFailure } from "../src/domain/errors.ts";
import type { OutcomeResult, WorkId } from "../src/domain/events.ts";
import type { JobWord, ToldOutcome } from "../src/domain/run/cost-settlement.ts";
import { MAX_WAIT_FOR_PERSON_MS } from "../src/domain/run/policy.ts";
import { TASKS_PER_SHARD } from "../src/domain/run/shards.ts";
import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { AttemptName, BegunAttempt, RunnerAsk, RunnerRpc, RunnerSays } from "../src/rpc/index.ts";
import { type Assignment, perform, type Watcher } from "../src/run/index.ts";
import { after, unlessAborted } from "../src/waiting.ts";
import { wireStages } from "../src/wiring.ts";
import { GATHER_MS } from "./gather.ts";
import { LineStream, readLineBatches } from "./line-stream.ts";
import { JobHandles, type JobOwner } from "./runner/job-handles.ts";
import { OutcomeStore } from "./runner/outcomes.ts";
import { Slots } from "./runner/slots.ts";

/** Outcomes that nobody collected are kept this long: far beyond any watchdog. */
const OUTCOME_RETENTION_MS = 24 * 60 * 60_000;
/** A run that waits for a person goes on with the jobs that it has paid for. */
const JOB_RETENTION_MS = MAX_WAIT_FOR_PERSON_MS + OUTCOME_RETENTION_MS;

/** Runs that were forgotten a while ago have nothing on its way here any more. */
const MAX_FORGOTTEN = 256;

interface Active {
  readonly run: string;
  readonly done: Promise<ToldOutcome>;
  readonly abort: AbortController;
  readonly listeners: Set<LineStream<RunnerSays>>;
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
  /** The last runs to be forgotten: what was to begin for one may arrive after the word that it is over. */
  readonly #forgotten = new Set<string>();
  readonly #ended: { readonly run: string; readonly outcome: ToldOutcome }[] = [];
  #gathering: Promise<void> | null = null;
  #retentionArmed = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#outcomes = new OutcomeStore(ctx.storage);
    this.#jobs = new JobHandles(ctx.storage, () => this.#armRetention());
  }

  async openChannel(asks: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
    const lines = new LineStream<RunnerSays>();
    this.ctx.waitUntil(this.#serve(asks, lines));
    return lines.readable;
  }

  async forget(run: string): Promise<void> {
    for (const active of this.#active.values()) {
      if (active.run === run) active.abort.abort(new AppError("cancelled", "The run is over"));
    }
    this.#forgotten.add(run);
    const [oldest] = this.#forgotten;
    if (this.#forgotten.size > MAX_FORGOTTEN && oldest !== undefined) this.#forgotten.delete(oldest);
    this.#outcomes.forget(run);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    const isEmpty = this.#outcomes.expire({ outcomes: now - OUTCOME_RETENTION_MS, jobs: now - JOB_RETENTION_MS });
    this.#retentionArmed = !isEmpty || this.#active.size > 0;
    if (this.#retentionArmed) await this.ctx.storage.setAlarm(Date.now() + OUTCOME_RETENTION_MS);
  }

  /** Answers what is asked until the caller has no more to ask. Attempts go on when the caller is gone. */
  async #serve(asks: ReadableStream<Uint8Array>, lines: LineStream<RunnerSays>): Promise<void> {
    const told: Promise<void>[] = [];
    try {
      for await (const batch of readLineBatches<RunnerAsk>(asks)) {
        for (const ask of batch) told.push(this.#answer(ask, lines));
      }
    } catch (thrown) {
      console.warn("A conversation went silent:", describeFault(thrown));
    }
    await Promise.all(told);
    lines.close();
  }

  #answer(ask: RunnerAsk, lines: LineStream<RunnerSays>): Promise<void> {
    if (ask.ask === "execute") return this.#tell(lines, ask.assignment, () => this.#begin(ask.assignment));
    return this.#tell(lines, ask, () => null, this.#jobOf(ask));
  }

  #jobOf({ run, work, attempt, candidate }: BegunAttempt & { readonly run: string }): JobWord | undefined {
    if (typeof work !== "number" || !candidate) return undefined;
    return this.#jobs.word({ run, task: work, attempt, candidate });
  }

  /** Says the outcome of an attempt once it is known: recorded, under way, begun now, or lost. */
  async #tell(
    lines: LineStream<RunnerSays>,
    name: AttemptName & { readonly run: string },
    begin: () => Active | null,
    job?: JobWord,
  ): Promise<void> {
    const recorded = this.#outcomes.find(name.run, name.work, name.attempt);
    if (recorded) return lines.write({ run: name.run, say: "outcome", outcome: recorded });
    const active = this.#active.get(keyOf(name)) ?? begin();
    if (!active) {
      const { run, work, attempt } = name;
      const outcome = { work, attempt, result: { as: "lost" }, ...(job ? { job } : {}) } as const;
      return lines.write({ run, say: "outcome", outcome });
    }
    active.listeners.add(lines);
    const outcome = await active.done;
    active.listeners.delete(lines);
    lines.write({ run: name.run, say: "outcome", outcome });
  }

  #begin(assignment: Assignment): Active | null {
    if (this.#forgotten.has(assignment.run)) return null;
    const abort = new AbortController();
    const listeners = new Set<LineStream<RunnerSays>>();
    const done = this.#slots.run(() => this.#attempt(assignment, abort, listeners));
    const active = { run: assignment.run, done, abort, listeners };
    this.#active.set(keyOf(assignment), active);
    this.ctx.waitUntil(done.finally(() => this.#active.delete(keyOf(assignment))));
    return active;
  }

  async #attempt(
    assignment: Assignment,
    abort: AbortController,
    listeners: ReadonlySet<LineStream<RunnerSays>>,
  ): Promise<ToldOutcome> {
    const { work, attempt, run, timeoutMs } = assignment;
    const say = (line: RunnerSays): void => {
      for (const listener of listeners) listener.write(line);
    };
    const watcher: Watcher = {
      progress: (note, fraction) =>
        say({ run, say: "progress", work, attempt, note, ...(fraction === undefined ? {} : { fraction }) }),
      answer: (text) => say({ run, say: "answer", attempt, text }),
    };
    const owner = jobOwner(assignment);
    const jobAfter = owner && this.#jobs.watch(owner);
    const result = await inTime(timeoutMs, abort, async (signal) => {
      const stages = await wireStages(this.env, assignment, (task) => this.#jobs.slot({ ...task, attempt }));
      return perform(assignment, stages, signal, watcher);
    });
    const job = jobAfter?.();
    const outcome: ToldOutcome = { work, attempt, result, ...(job ? { job } : {}) };
    await this.#record(run, outcome);
    return outcome;
  }

  /** Writes an outcome down, together with those of others at work that end in the same moment. */
  async #record(run: string, outcome: ToldOutcome): Promise<void> {
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

function jobOwner({ run, attempt, job }: Assignment): JobOwner | null {
  return job.do === "task" ? { run, task: job.task, attempt, candidate: job.candidate } : null;
}

const keyOf = (name: { readonly run: string; readonly work: WorkId; readonly attempt: number }): string =>
  `${name.run}:${name.work}:${name.attempt}`;

/** The result of `work`, or a failure once `timeoutMs` have passed or `abort` is asked for; never rejects. */
async function inTime(
  timeoutMs: number,
  abort: AbortController,
  work: (signal: AbortSignal) => Promise<OutcomeResult>,
): Promise<OutcomeResult> {
  const late = new AppError("timeout", `It took longer than ${Math.round(timeoutMs / 1000)} s`, { retryable: true });
  const timer = setTimeout(() => abort.abort(late), timeoutMs);
  try {
    abort.signal.throwIfAborted();
    // Not every expert can be interrupted: the race ends the attempt even if its work goes on.
    return await unlessAborted(work(abort.signal), abort.signal);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) console.error("An attempt failed unexpectedly:", describeFault(thrown));
    return { as: "failed", error: toFailure(thrown) };
  } finally {
    clearTimeout(timer);
  }
}
