import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type EndStatus,
  EVENT_TYPES,
  type OutcomeResult,
  type RunEvent,
  type WorkId,
} from "../../../src/domain/events.ts";
import { dependencies, type TaskId } from "../../../src/domain/plan.ts";
import { outcomeEvents } from "../../../src/domain/run/outcome-events.ts";
import { MAX_LOST_ATTEMPTS, MAX_RUNNING_TASKS } from "../../../src/domain/run/policy.ts";
import { placesOn } from "../../../src/domain/run/shards.ts";
import { isOpen } from "../../../src/domain/run/state.ts";
import { moves, play, scenarios } from "../adversary.ts";
import { always, endedBy, MAX_STEPS, only, RUNS, startedBy } from "../always.ts";
import { permanent, Simulation } from "../simulate.ts";
import { foldStored } from "../stored-log.ts";

describe("whatever the world does to it", () => {
  always("a run ends once, and nothing comes after its end", ({ log }) => {
    expect(only(log, "run-end")).toHaveLength(1);
    expect(log.at(-1)?.type).toBe("run-end");
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  });

  always("every task ends exactly once", ({ log, state }) => {
    const ended = only(log, "task-end").map(({ data }) => data.task);
    const tasks = state.plan?.tasks.map(({ id }) => id) ?? [];
    expect(ended.toSorted((a, b) => a - b)).toEqual(tasks.toSorted((a, b) => a - b));
    expect(Object.values(state.tasks).filter(isOpen)).toEqual([]);
  });

  always("no task starts before the tasks it takes from have succeeded", ({ log, state }) => {
    const tasks = new Map(state.plan?.tasks.map((task) => [task.id, task]));
    const succeeded = new Set<TaskId>();
    for (const event of log) {
      if (event.type === "task-end" && event.data.status === "succeeded") succeeded.add(event.data.task);
      if (event.type !== "task-start") continue;
      const task = tasks.get(event.data.task);
      expect(task && dependencies(task).filter((id) => !succeeded.has(id))).toEqual([]);
    }
  });

  always("attempts at a unit of work are numbered 1, 2, 3, and each is dispatched once", ({ log }) => {
    const attempts = new Map<WorkId, number>();
    for (const event of log) {
      const work = startedBy(event);
      if (work === null || !("attempt" in event.data)) continue;
      const next = (attempts.get(work) ?? 0) + 1;
      expect(event.data.attempt).toBe(next);
      attempts.set(work, next);
    }
  });

  always("a unit of work has one attempt under way at most", ({ log }) => {
    const underWay = new Set<WorkId>();
    for (const event of log) {
      const started = startedBy(event);
      const ended = endedBy(event);
      if (ended !== null) underWay.delete(ended);
      if (started === null) continue;
      expect(underWay.has(started)).toBe(false);
      underWay.add(started);
    }
  });

  always(
    "no more run at once than the limit allows, and no more on a shard than it has places",
    ({ log }, { maxRunning }) => {
      const shards = new Map<WorkId, number>();
      for (const event of log) {
        const ended = endedBy(event);
        if (ended !== null) shards.delete(ended);
        const started = startedBy(event);
        if (started === null || !("shard" in event.data)) continue;
        const { shard } = event.data;
        shards.set(started, shard);
        expect(shards.size).toBeLessThanOrEqual(maxRunning ?? MAX_RUNNING_TASKS);
        expect([...shards.values()].filter((other) => other === shard).length).toBeLessThanOrEqual(placesOn(shard));
      }
    },
  );

  const folded = new WeakMap<Simulation, number>();
  always(
    "the state is the fold of the stored log, at every step",
    () => {},
    undefined,
    (run) => {
      if (folded.get(run) === run.log.length) return;
      folded.set(run, run.log.length);
      expect(foldStored(run.log)).toStrictEqual(run.state);
    },
  );

  always("when a run has ended nothing more is decided or recorded", (run) => {
    const results: readonly OutcomeResult[] = [{ as: "lost" }, { as: "failed", error: permanent }];
    for (const later of [0, 1, 60_000, 30 * 24 * 60 * 60_000]) {
      expect(run.decide(run.now + later)).toEqual({ commands: [], wakeAt: null });
      for (const { work, attempt } of run.dispatched) {
        for (const result of [...results, run.success(work)]) {
          expect(outcomeEvents(run.state, { work, attempt, result }, run.now + later)).toEqual([]);
        }
      }
    }
  });

  always("a paused run dispatches nothing", ({ log }) => {
    let paused = false;
    for (const event of log) {
      if (event.type === "run-pause") paused = true;
      if (event.type === "run-resume") paused = false;
      expect(paused && startedBy(event) !== null).toBe(false);
    }
  });

  always(
    "a run that waits for approval dispatches nothing, and without approval starts no task",
    (run, { approval }) => {
      let waiting = false;
      let approved = approval !== "plan";
      for (const event of run.log) {
        if (event.type === "approval-required") waiting = true;
        if (event.type === "approval-given") {
          waiting = false;
          approved = event.data.decision === "approve";
        }
        expect(waiting && startedBy(event) !== null).toBe(false);
        expect(!approved && event.type === "task-start").toBe(false);
      }
    },
  );

  always("a cancelled run ends at once, and nothing in it runs on", ({ log, state }) => {
    const from = log.findIndex(({ type }) => type === "run-cancel");
    if (from === -1) return expect(state.end?.status).not.toBe("cancelled");
    // What stopping it cost is still told.
    const rest = log.slice(from + 1).filter(({ type }) => type !== "budget-settled");
    expect(rest.map(({ type }) => type)).toEqual([...rest.slice(1).map(() => "task-end"), "run-end"]);
    expect(only(rest, "task-end").filter(({ data }) => data.status !== "cancelled")).toEqual([]);
    expect(state.end?.status).toBe("cancelled");
  });

  always("its status says what came of its tasks", ({ log, state }) => {
    expect(state.end?.status).toBe(expectedStatus(log));
  });

  always("what an embedded expert was lost with is never given to one again", ({ log, state }) => {
    const contents = (id: TaskId): string[] =>
      Object.values(state.plan?.tasks.find((task) => task.id === id)?.args ?? {}).map((binding) =>
        JSON.stringify(binding),
      );
    const embedded = new Set<WorkId>();
    const lost: string[] = [];
    for (const event of log) {
      if (event.type === "task-start") {
        const { task, provider } = event.data;
        if (provider === "embedded") embedded.add(task);
        else embedded.delete(task);
        if (provider === "embedded") expect(contents(task).filter((content) => lost.includes(content))).toEqual([]);
      }
      const ended = endedBy(event);
      const isLost = event.type === "task-retry" ? event.data.lost : errorOf(event) === "attempt-lost";
      if (typeof ended === "number" && embedded.delete(ended) && isLost) lost.push(...contents(ended));
    }
  });

  always("no work is lost more than three times", ({ log }) => {
    const losses = new Map<WorkId, number>();
    for (const event of log) {
      // An edited plan is new work.
      if (event.type === "plan-revised") losses.delete("plan");
      const work = endedBy(event);
      if (work === null) continue;
      const lost = event.type === "task-retry" ? event.data.lost : errorOf(event) === "attempt-lost";
      if (event.type === "task-end" && event.data.attempt === 0) continue;
      if (lost) losses.set(work, (losses.get(work) ?? 0) + 1);
    }
    expect(Math.max(0, ...losses.values())).toBeLessThanOrEqual(MAX_LOST_ATTEMPTS);
  });

  always(
    "asking twice for the same is asking once, or the same refusal twice",
    () => {},
    undefined,
    (run, _move, ask) => {
      if (!ask) return;
      const second = ask(run.state);
      expect(second.ok ? second.value : second).toEqual(second.ok ? [] : ask(run.state));
    },
  );

  always(
    "when there is nothing to do it sleeps until there will be, and an early alarm changes nothing",
    () => {},
    () => ({
      quiet: (state, now, { wakeAt }) => {
        if (state.end) return expect(wakeAt).toBeNull();
        expect(wakeAt).not.toBeNull();
        expect(wakeAt).toSatisfy(Number.isSafeInteger);
        expect(wakeAt).toBeGreaterThan(now);
      },
    }),
    (run) => {
      if (run.state.end || run.wakeAt === null) return;
      for (const early of [run.now, run.wakeAt - 1]) {
        expect(run.decide(early)).toEqual({ commands: [], wakeAt: run.wakeAt });
      }
    },
  );

  always(
    "nobody but a person gives a run more time, and from its plan on it has no more than its words allow",
    ({ log, state }, { understanding }) => {
      const asked = understanding?.budget.timeMs ?? Number.POSITIVE_INFINITY;
      const isPlanned = only(log, "plan-end").some(({ data }) => data.planned.as === "plan");
      const isRaised = only(log, "run-resume").some(({ data }) => data.budget);
      if (isPlanned && !isRaised) expect(state.budget.timeMs).toBeLessThanOrEqual(asked);
    },
    () => ({
      event: ({ type }, before, after) => {
        if (type !== "run-resume") expect(after.budget.timeMs).toBeLessThanOrEqual(before.budget.timeMs);
      },
    }),
  );

  always("an answer that was written is in the form that was wanted", ({ log, state }, { answerFormat }) => {
    const [end] = only(log, "run-end");
    const isWritten = state.answering.attempts.at(-1)?.endedAt !== undefined && end?.data.error === undefined;
    expect(end?.data.structured !== undefined).toBe(answerFormat !== undefined && isWritten);
    expect(state.structured).toEqual(end?.data.structured ?? null);
  });

  always("no unit of work is still open when the run has ended", ({ state }) => {
    for (const work of [state.planning, state.answering, ...Object.values(state.tasks)]) {
      expect(isOpen(work)).toBe(false);
      expect(work.attempts.filter(({ endedAt }) => endedAt === null)).toEqual([]);
      expect(work).toMatchObject({ deadline: null, retryAt: null, progress: null });
    }
  });
});

describe("a run that is left alone", () => {
  it("ends by itself, by its own alarms, when no runner and no person ever answers", () => {
    fc.assert(
      fc.property(scenarios, moves, (scenario, chosen) => {
        const run = new Simulation(scenario);
        play(run, chosen);
        for (let alarm = 0; alarm < MAX_STEPS && !run.state.end; alarm++) run.wake();
        expect(run.state.end).not.toBeNull();
      }),
      { numRuns: RUNS },
    );
  });
});

describe("the world that does it", () => {
  it("is hostile enough: among some hundred runs, everything that can happen to a run does", () => {
    const seen = new Set<string>();
    for (const [scenario, chosen] of fc.sample(fc.tuple(scenarios, moves), { numRuns: 600, seed: 1 })) {
      const run = new Simulation(scenario);
      play(run, chosen);
      run.finish(MAX_STEPS);
      const { state, log } = run;
      for (const event of log) {
        seen.add(event.type);
        if (event.type === "task-end") seen.add(`task ${event.data.status} ${event.data.error?.code ?? ""}`.trim());
        if ("shard" in event.data) seen.add(`shard ${event.data.shard}`);
        if (event.type === "budget-warning") seen.add(`warned of ${event.data.what}`);
        if (event.type === "run-pause") seen.add(`paused for ${event.data.reason?.what ?? "a person"}`);
        if (event.type === "run-resume" && event.data.budget) seen.add("raised");
        if (event.type === "budget-reserved") seen.add(`reserved for ${typeof event.data.work}`);
        if (event.type === "budget-settled")
          seen.add(
            `settled ${event.data.usd === null ? "at nobody knows what" : event.data.assumed ? "unmeasured" : ""}`,
          );
      }
      if (state.refusedBy.length > 0) seen.add("account refused");
      seen.add(`run ${state.end?.status}`).add(`plan ${state.planVersion}`).add(`planned ${state.planned?.as}`);
      for (const work of Object.values(state.tasks)) seen.add(`candidate ${work.candidate}`).add(`lost ${work.lost}`);
    }
    const more = [
      ...["succeeded", "partial", "failed", "cancelled"].map((status) => `run ${status}`),
      ...["no-model", "budget-exceeded", "provider-rejected", "attempt-lost"].map((code) => `task failed ${code}`),
      ...["task succeeded", "task skipped no-model", "task skipped provider-rejected", "task cancelled cancelled"],
      ...["plan 0", "plan 1", "plan 2", "planned plan", "planned reply", "planned ask", "planned failed"],
      ...["warned of time", "warned of usd", "warned of llm-calls", "raised", "settled at nobody knows what"],
      ...["settled unmeasured", "account refused"],
      ...["paused for time", "paused for usd", "paused for a person", "reserved for string", "reserved for number"],
      ...["shard 0", "shard 1", "shard 2", "shard 3", "candidate 0", "candidate 1", "candidate 2", "lost 0", "lost 2"],
    ];
    expect([...EVENT_TYPES, ...more].filter((sight) => !seen.has(sight))).toEqual([]);
  });
});

/** What the run should come to, from the log alone. */
function expectedStatus(log: readonly RunEvent[]): EndStatus | undefined {
  if (only(log, "run-cancel").length > 0) return "cancelled";
  const planned = only(log, "plan-end").at(-1)?.data.planned;
  if (planned?.as !== "plan") return planned?.as === "failed" ? "failed" : "succeeded";
  const ends = only(log, "task-end").map(({ data }) => data.status);
  const succeeded = ends.filter((status) => status === "succeeded").length;
  const isAnswered = only(log, "run-end").at(-1)?.data.error === undefined;
  if (isAnswered && succeeded === ends.length) return "succeeded";
  return succeeded > 0 ? "partial" : "failed";
}

function errorOf(event: RunEvent): string | undefined {
  if (event.type === "task-end") return event.data.error?.code;
  return event.type === "plan-end" && event.data.planned.as === "failed" ? event.data.planned.error.code : undefined;
}
