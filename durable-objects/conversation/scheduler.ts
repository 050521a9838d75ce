import { toFailure } from "../../src/domain/errors.ts";
import type { EventBody, WorkId } from "../../src/domain/events.ts";
import type { Resource } from "../../src/domain/resources.ts";
import { apply } from "../../src/domain/run/apply.ts";
import { callsOf } from "../../src/domain/run/calls.ts";
import { shapeOf } from "../../src/domain/run/cost-estimate.ts";
import { type DecideOptions, decide } from "../../src/domain/run/decide.ts";
import { outcomeEvents } from "../../src/domain/run/outcome-events.ts";
import { HERE } from "../../src/domain/run/shards.ts";
import { allWork, currentCandidate, type RunState, storedBytes, workOf } from "../../src/domain/run/state.ts";
import { selectionOptionsOf } from "../../src/domain/selection.ts";
import { DEFAULT_TASK_TIMEOUT_MS, type Ontology } from "../../src/domain/task-types/index.ts";
import { describeFault } from "../../src/domain/telemetry/fault.ts";
import { type LogLine, linesOf } from "../../src/domain/telemetry/lines.ts";
import type { BegunAttempt, RunnerRpc, RunnerSays } from "../../src/rpc/index.ts";
import type { Assignment, AtHand } from "../../src/run/index.ts";
import type { Attempts } from "../attempts.ts";
import type { EventFeed } from "../event-feed.ts";
import type { JobHandles } from "../job-handles.ts";
import type { Outbox } from "../outbox.ts";
import type { Timers } from "../timers.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { jobFor } from "./jobs.ts";
import type { Identity, Ledger, RunRow } from "./ledger.ts";
import type { Owed } from "./owed.ts";
import { Results } from "./results.ts";
import { RunnerInbox } from "./runner-inbox.ts";
import { Runners } from "./runners.ts";

/** While anything is under way somebody looks after it this often. */
const WATCHDOG_MS = 30_000;
/** The delay before an attempt is asked about again whose runner went silent. */
const SILENCE_MS = 2_000;

/** What a run's goal is told of besides its end: the run waits for a person, or goes on. */
const TOLD_TO_GOAL: ReadonlySet<EventBody["type"]> = new Set([
  ...(["run-pause", "run-resume", "approval-required", "approval-given"] as const),
]);

interface Surroundings {
  readonly ledger: Ledger;
  readonly timers: Timers;
  readonly feed: EventFeed;
  readonly outbox: Outbox<Owed>;
  readonly webhooks: Pick<Webhooks<EventBody, RunState>, "follow">;
  /** What is performed in this object. */
  readonly attempts: Attempts;
  readonly jobs: JobHandles;
  /** The runner of any other shard. */
  readonly runner: (shard: number) => RunnerRpc;
}

interface Settings {
  readonly identity: Omit<Identity, "createdAt">;
  readonly ontology: Ontology;
  /** Of the Worker; null where unknown. */
  readonly version: string | null;
  readonly log: ((line: LogLine) => void) | null;
}

/** A run in memory: the fold of its log so far. */
interface Live {
  readonly row: RunRow;
  state: RunState;
}

/**
 * Moves the runs of a conversation along, one after the other: asks `decide` what to do, writes it
 * down, arms the alarm, and only then hands work to the shards, with no await between.
 */
export class Scheduler {
  readonly #ctx: Pick<DurableObjectState, "storage" | "waitUntil">;
  readonly #around: Surroundings;
  readonly #settings: Settings;
  readonly #runners: Runners;
  readonly #hearing: RunnerInbox;
  #live: Live | null = null;
  /** The last that ended: who waited for it reads it then. */
  #ended: Live | null = null;
  /** Of a run that is begun just now. */
  #atHand: (AtHand & { readonly run: string }) | null = null;
  /** When this incarnation began to ask what became of the attempts that it found; null before. */
  #listeningSince: number | null = null;

  constructor(ctx: Pick<DurableObjectState, "storage" | "waitUntil">, around: Surroundings, settings: Settings) {
    this.#ctx = ctx;
    this.#around = around;
    this.#settings = settings;
    this.#hearing = new RunnerInbox({
      waitUntil: (promise) => ctx.waitUntil(promise),
      running: () => (this.#live ? allWork(this.#live.state).filter(isRunning).length : 0),
      take: (lines) => this.#take(lines),
    });
    this.#runners = new Runners({
      here: around.attempts,
      stub: around.runner,
      waitUntil: (promise) => ctx.waitUntil(promise),
      hear: (lines) => this.#hearing.hear(lines),
      silence: () => around.timers.atLatest("reconcile", Date.now() + SILENCE_MS),
    });
  }

  /** The run's state, or null before it has begun. */
  stateOf(run: string): RunState | null {
    const inMemory = [this.#live, this.#ended].find((one) => one?.row.id === run);
    return inMemory ? inMemory.state : this.#around.ledger.load(run);
  }

  /** The run's state, or what it would be if it began now; that writes nothing. */
  stateToAsk(row: RunRow): RunState {
    return this.stateOf(row.id) ?? apply(null, { ...this.#firstEvent(row), seq: 1, at: Date.now() });
  }

  #start(row: RunRow): RunState {
    return this.#append(row, null, [this.#firstEvent(row)]);
  }

  #firstEvent(row: RunRow): Extract<EventBody, { type: "run-start" }> {
    const { run, text, approval, budget, attached, answerFormat, tools } = row.message;
    const resources = attached.flatMap((one): Resource[] => {
      if (one.by === "adoption") return [one.resource];
      const known = one.by === "id" ? this.#around.ledger.findResource(one.id) : undefined;
      return known ? [known] : [];
    });
    const data = {
      ...{ run, text, approval, budget, attached: resources },
      ...selectionOptionsOf(row.message),
      ...(answerFormat ? { answerFormat } : {}),
      ...(tools ? { tools } : {}),
    };
    return { type: "run-start", data };
  }

  /** Writes down what a person asked for, and acts on it. */
  record(run: string, events: readonly EventBody[]): void {
    const row = this.#live?.row.id === run ? this.#live.row : this.#around.ledger.findRun(run);
    if (!row) return;
    const next = this.#append(row, this.stateOf(run) ?? this.#start(row), events);
    if (this.#live?.row.id !== run && next.cancelReason !== null) this.#drive({ row, state: next });
    this.advance();
  }

  /** Begins a run that was posted, if it is its turn: only then does what is at hand count, as all may be another by later. */
  begin(run: string, atHand: AtHand): void {
    this.#atHand = { ...atHand, run };
    try {
      this.advance();
    } finally {
      this.#atHand = null;
    }
  }

  /** Does all there is to do now, for the run under way and those that follow it. */
  advance(): void {
    for (let live = this.#current(); live; live = this.#current()) {
      this.#drive(live);
      if (!live.state.end) break;
      this.#ended = live;
      this.#live = null;
    }
    this.#ctx.waitUntil(this.#around.feed.publish());
  }

  /** Takes over the attempts that an earlier incarnation dispatched, then advances. */
  reconcile(): void {
    const live = this.#current();
    if (live) {
      const unheard = allWork(live.state).flatMap(([work, { status, shard }]) => {
        const name = begunAttempt(live.state, work);
        return status !== "running" || shard === null || this.#runners.isAttended(shard, live.row.id, name)
          ? []
          : [{ shard, name }];
      });
      if (unheard.length > 0) this.#listeningSince ??= Date.now();
      for (const [shard, found] of Map.groupBy(unheard, (one) => one.shard)) {
        this.#runners.attach(
          shard,
          live.row.id,
          found.map((one) => one.name),
        );
      }
    }
    this.advance();
  }

  /** Stops a run's work on these runners, and has them drop what they recorded of it. */
  forget(run: string, shards: readonly number[]): Promise<void> {
    return this.#runners.forget(run, shards);
  }

  /**
   * Owes it to the tenant, its goal and the runners to know that a run is over, and what it called. The tenant comes first:
   * the goal may begin another run in its place.
   * @param state null for a run that never began
   */
  settleAccounts(row: RunRow, state: RunState | null): void {
    const { id: run, message } = row;
    const { goal } = message;
    const [calls, usd, bytes] = state ? [callsOf(state), state.spent.usd, storedBytes(state)] : [[], 0, 0];
    this.#around.outbox.add("run-ended", { run, calls, usd, bytes, ...(goal === undefined ? {} : { goal }) });
    this.#oweToGoal(row);
    const runners = this.#around.ledger.shards(run).filter((shard) => shard !== HERE);
    if (runners.length > 0) this.#around.outbox.add("forget-run", { run, shards: runners });
    this.#around.jobs.forget(run);
  }

  /** Stops a run's work in this object. It is told once what follows from the run's end is written. */
  forgetHere(run: string): void {
    this.#around.attempts.forget(run);
  }

  /** Forgets the run under way; its conversation is being removed. */
  stop(): void {
    this.#live = null;
    this.#ended = null;
    this.#runners.rest();
  }

  /** Owes it to the goal of a run, where it has one, to know that the run is not as it was. */
  #oweToGoal({ id, message: { goal } }: RunRow): void {
    if (goal !== undefined) this.#around.outbox.add("run-told", { goal, run: id });
  }

  #current(): Live | null {
    if (this.#live) return this.#live;
    const [row] = this.#around.ledger.openRuns();
    if (!row) return null;
    this.#live = { row, state: this.#around.ledger.load(row.id) ?? this.#start(row) };
    this.#hearing.turnToNext();
    return this.#live;
  }

  #append(row: RunRow, state: RunState | null, events: readonly EventBody[]): RunState {
    const before = state?.seq ?? 0;
    const { ledger, webhooks } = this.#around;
    const now = Date.now();
    const hasEnded = events.some(({ type }) => type === "run-end");
    const isToldOf = row.message.goal !== undefined && events.some(({ type }) => TOLD_TO_GOAL.has(type));
    const next = webhooks.follow(row.id, events, now, () =>
      this.#ctx.storage.transactionSync(() => {
        const appended = ledger.append(row.id, state, events, now);
        if (hasEnded) this.settleAccounts(row, appended);
        else if (isToldOf) this.#oweToGoal(row);
        return appended;
      }),
    );
    if (hasEnded) this.forgetHere(row.id);
    if (hasEnded || isToldOf) this.#ctx.waitUntil(this.#around.outbox.deliver());
    if (!next) throw new Error(`Run ${row.id} has no events`);
    const { log, identity } = this.#settings;
    if (log) for (const line of linesOf(identity, events, next, now)) log(line);
    if (next.seq > before) this.#around.feed.written(row.id, before, next.seq, events);
    if (this.#live?.row.id === row.id) this.#live.state = next;
    return next;
  }

  /** Decides and writes until there is nothing left to decide, then arms the alarm and dispatches. */
  #drive(live: Live): void {
    const dispatched: Assignment[] = [];
    const { ontology, version } = this.#settings;
    const options: DecideOptions = {
      timeoutMs: (type) => ontology.get(type)?.timeoutMs ?? DEFAULT_TASK_TIMEOUT_MS,
      shapeOf: (type) => shapeOf(ontology.get(type)),
      ...(live.row.message.reuse === false
        ? {}
        : { results: new Results(this.#around.ledger, ontology, () => Date.now(), version) }),
      ...(this.#listeningSince === null ? {} : { listeningSince: this.#listeningSince }),
    };
    for (;;) {
      const now = Date.now();
      const { commands, wakeAt } = decide(live.state, now, options);
      if (commands.length === 0) {
        this.#arm(live, now, wakeAt);
        break;
      }
      live.state = this.#append(
        live.row,
        live.state,
        commands.map((command) => command.event),
      );
      for (const command of commands) {
        if (command.do !== "dispatch") continue;
        const { attempt, deadline } = command.event.data;
        const assignment = this.#assign(live, command.work, attempt, deadline - now);
        if (assignment) dispatched.push(assignment);
      }
    }
    for (const [shard, assignments] of Map.groupBy(dispatched, ({ work }) => workOf(live.state, work).shard ?? HERE)) {
      this.#runners.execute(shard, assignments);
    }
  }

  /** The watchdog looks after running attempts; a run that waits for a person needs none. */
  #arm(live: Live, now: number, wakeAt: number | null): void {
    const running = allWork(live.state).some(isRunning);
    if (!running && live.row.id === this.#live?.row.id) this.#runners.rest();
    const at = Math.min(wakeAt ?? Number.POSITIVE_INFINITY, running ? now + WATCHDOG_MS : Number.POSITIVE_INFINITY);
    if (Number.isFinite(at)) this.#around.timers.atLatest("reconcile", Math.ceil(at));
    else if (live.row.id === this.#live?.row.id) this.#around.timers.clear("reconcile");
  }

  /** Null when the attempt failed before it could be handed over, which is then its recorded outcome. */
  #assign(live: Live, work: WorkId, attempt: number, timeoutMs: number): Assignment | null {
    const { ledger } = this.#around;
    const { ontology, identity } = this.#settings;
    try {
      const atHand = this.#atHand?.run === live.row.id ? { atHand: this.#atHand } : {};
      const job = jobFor(work, live.state, live.row, { ledger, ontology, ...atHand });
      const { sealedHfToken } = live.row.message;
      const secrets = sealedHfToken === undefined ? {} : { sealedHfToken };
      return { ...identity, run: live.row.id, work, attempt, timeoutMs, ...secrets, job };
    } catch (thrown) {
      const error = toFailure(thrown);
      const events = outcomeEvents(live.state, { work, attempt, result: { as: "failed", error } }, Date.now());
      live.state = this.#append(live.row, live.state, events);
      return null;
    }
  }

  #take(lines: readonly RunnerSays[]): void {
    const live = this.#live;
    for (const line of live ? lines : []) {
      if (!live || line.run !== live.row.id) continue;
      try {
        this.#hear(live, line);
      } catch (thrown) {
        // One that cannot be written must not take those behind it along: they are heard once.
        console.error("What an attempt said could not be written:", describeFault(thrown));
        if (line.say !== "outcome") continue;
        const { work, attempt } = line.outcome;
        this.#hear(live, { ...line, outcome: { work, attempt, result: { as: "failed", error: toFailure(thrown) } } });
      }
    }
    this.advance();
  }

  #hear(live: Live, line: RunnerSays): void {
    const events = this.#hearing.eventsOf(live.state, line, Date.now());
    if (events.length > 0) live.state = this.#append(live.row, live.state, events);
  }
}

const isRunning = ([, { status }]: ReturnType<typeof allWork>[number]): boolean => status === "running";

function begunAttempt(state: RunState, work: WorkId): BegunAttempt {
  const name = { work, attempt: workOf(state, work).attempts.length };
  const candidate = typeof work === "number" ? currentCandidate(state, work) : undefined;
  return candidate ? { ...name, candidate: { provider: candidate.provider, model: candidate.model } } : name;
}
