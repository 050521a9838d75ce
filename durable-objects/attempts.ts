import { AppError, toFailure } from "../src/domain/errors.ts";
import type { OutcomeResult, WorkId } from "../src/domain/events.ts";
import { isEmbedded } from "../src/domain/run/candidates.ts";
import type { JobWord, ToldOutcome } from "../src/domain/run/cost-settlement.ts";
import { describeFault } from "../src/domain/telemetry/fault.ts";
import type { AttemptName, BegunAttempt, RunnerAsk, RunnerSays } from "../src/rpc/index.ts";
import { type Assignment, perform, type Stages, type Watcher } from "../src/run/index.ts";
import { unlessAborted } from "../src/waiting.ts";
import type { JobHandles, JobOwner } from "./job-handles.ts";
import { Slots } from "./slots.ts";

/** Runs that were forgotten a while ago have nothing on its way here any more. */
const MAX_FORGOTTEN = 256;

interface AttemptsOptions {
  /** How many are performed at once; the others wait in order. */
  readonly places: number;
  readonly jobs: JobHandles;
  /** The stages for an attempt. */
  readonly stages: (assignment: Assignment, jobSlot: Stages["jobSlot"]) => Promise<Stages>;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /** Keeps an outcome before it is told; left out where whoever is told keeps it. */
  readonly record?: (run: string, outcome: ToldOutcome) => Promise<void>;
  /** An outcome that was kept; null where there is none. */
  readonly recorded?: (name: AttemptName & { readonly run: string }) => ToldOutcome | null;
}

type Say = (line: RunnerSays) => void;

interface Active {
  readonly run: string;
  readonly done: Promise<ToldOutcome>;
  readonly abort: AbortController;
  readonly listeners: Set<Say>;
}

/** The attempts that are performed in one Durable Object. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #slots: Slots;
  readonly #active = new Map<string, Active>();
  /** The last runs to be forgotten: what was to begin for one may arrive after the word that it is over. */
  readonly #forgotten = new Set<string>();

  constructor(options: AttemptsOptions) {
    this.#options = options;
    this.#slots = new Slots(options.places);
  }

  /** The number of attempts that have not ended. */
  get size(): number {
    return this.#active.size;
  }

  isUnderWay(name: AttemptName & { readonly run: string }): boolean {
    return this.#active.has(keyOf(name));
  }

  /**
   * Says the outcome of an attempt once it is known: recorded, under way, begun now where that is asked, or lost. Its
   * progress is said before.
   */
  answer(ask: RunnerAsk, say: Say): Promise<void> {
    if (ask.ask === "execute") return this.#tell(ask.assignment, say, () => this.#begin(ask.assignment));
    return this.#tell(ask, say, () => null, this.#jobOf(ask));
  }

  /** Stops a run's attempts, and begins none for it any more. */
  forget(run: string): void {
    for (const active of this.#active.values()) {
      if (active.run === run) active.abort.abort(new AppError("cancelled", "The run is over"));
    }
    this.#forgotten.add(run);
    const [oldest] = this.#forgotten;
    if (this.#forgotten.size > MAX_FORGOTTEN && oldest !== undefined) this.#forgotten.delete(oldest);
  }

  #jobOf({ run, work, attempt, candidate }: BegunAttempt & { readonly run: string }): JobWord | undefined {
    if (typeof work !== "number" || !candidate) return undefined;
    return this.#options.jobs.word({ run, task: work, attempt, candidate });
  }

  async #tell(
    name: AttemptName & { readonly run: string },
    say: Say,
    begin: () => Active | null,
    job?: JobWord,
  ): Promise<void> {
    const { run, work, attempt } = name;
    const recorded = this.#options.recorded?.(name);
    if (recorded) return say({ run, say: "outcome", outcome: recorded });
    const active = this.#active.get(keyOf(name)) ?? begin();
    if (!active) {
      const outcome = { work, attempt, result: { as: "lost" }, ...(job ? { job } : {}) } as const;
      return say({ run, say: "outcome", outcome });
    }
    active.listeners.add(say);
    const outcome = await active.done;
    active.listeners.delete(say);
    say({ run, say: "outcome", outcome });
  }

  #begin(assignment: Assignment): Active | null {
    if (this.#forgotten.has(assignment.run)) return null;
    const abort = new AbortController();
    const listeners = new Set<Say>();
    const done = this.#slots.run(() => this.#attempt(assignment, abort, listeners));
    const active = { run: assignment.run, done, abort, listeners };
    this.#active.set(keyOf(assignment), active);
    this.#options.waitUntil(done.finally(() => this.#active.delete(keyOf(assignment))));
    return active;
  }

  async #attempt(assignment: Assignment, abort: AbortController, listeners: ReadonlySet<Say>): Promise<ToldOutcome> {
    const { work, attempt, run, timeoutMs } = assignment;
    const { jobs, stages, record } = this.#options;
    const say: Say = (line) => {
      for (const listener of listeners) listener(line);
    };
    const watcher: Watcher = {
      progress: (note, fraction) =>
        say({ run, say: "progress", work, attempt, note, ...(fraction === undefined ? {} : { fraction }) }),
      answer: (text) => say({ run, say: "answer", attempt, text }),
    };
    const owner = jobOwner(assignment);
    const jobAfter = owner && jobs.watch(owner);
    const late = (): AppError => tookAllOfItsTime(assignment, owner !== null && jobs.word(owner) !== undefined);
    const result = await inTime({ timeoutMs, late }, abort, async (signal) =>
      perform(assignment, await stages(assignment, (task) => jobs.slot({ ...task, attempt })), signal, watcher),
    );
    const job = jobAfter?.();
    const outcome: ToldOutcome = { work, attempt, result, ...(job ? { job } : {}) };
    await record?.(run, outcome);
    return outcome;
  }
}

function jobOwner({ run, attempt, job }: Assignment): JobOwner | null {
  return job.do === "task" ? { run, task: job.task, attempt, candidate: job.candidate } : null;
}

const keyOf = (name: { readonly run: string; readonly work: WorkId; readonly attempt: number }): string =>
  `${name.run}:${name.work}:${name.attempt}`;

/**
 * The failure of an attempt that took all of its time. Asked the same again, a model would again, so that minutes pass for
 * nothing; a job of its goes on meanwhile, and whatever runs inside the server may only have waited for its turn.
 */
function tookAllOfItsTime({ job, timeoutMs }: Assignment, hasOpenJob: boolean): AppError {
  const seconds = timeoutMs / 1_000;
  if (job.do !== "task" || hasOpenJob || isEmbedded(job.candidate))
    return new AppError("timeout", `It took longer than ${seconds} s`, { retryable: true });
  const { provider, model } = job.candidate;
  const said = `${provider}:${model} took all of the ${seconds} s that one attempt at ${job.type} has`;
  return new AppError("timeout", `${said}, and would again: choose a faster model, or ask for less at once`);
}

/** The result of `work`, or a failure once its time has passed or `abort` is asked for; never rejects. */
async function inTime(
  { timeoutMs, late }: { readonly timeoutMs: number; readonly late: () => AppError },
  abort: AbortController,
  work: (signal: AbortSignal) => Promise<OutcomeResult>,
): Promise<OutcomeResult> {
  const timer = setTimeout(() => abort.abort(late()), timeoutMs);
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
