import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Attempts } from "../../durable-objects/attempts.ts";
import { JobHandles } from "../../durable-objects/job-handles.ts";
import type { ToldOutcome } from "../../src/domain/run/cost-settlement.ts";
import type { Assignment, StageJob, Stages } from "../../src/run/index.ts";

type Task = Extract<StageJob, { readonly do: "task" }>;

const taskOf = (candidate: Task["candidate"]): Task => ({
  ...{ do: "task", task: 0, type: "text-generation", inputs: {}, candidate, names: { source: null, taken: [] } },
});

/** What becomes of an attempt that never ends by itself. */
async function outcomeOf(
  job: StageJob,
  begin: (jobSlot: Stages["jobSlot"]) => Promise<void> = async () => undefined,
): Promise<ToldOutcome | null> {
  const names = { tenant: "00000000000000ff", conversation: "c", run: "run_1", attempt: 1 };
  const assignment: Assignment = { ...names, work: job.do === "task" ? job.task : job.do, timeoutMs: 50, job };
  return runInDurableObject(env.RUNNER.getByName(crypto.randomUUID()), async (_, { storage }) => {
    const attempts = new Attempts({
      ...{ places: 1, jobs: new JobHandles(storage, () => undefined), waitUntil: () => undefined },
      stages: async (_, jobSlot) => {
        await begin(jobSlot);
        return Promise.withResolvers<Stages>().promise;
      },
    });
    let told: ToldOutcome | null = null;
    await attempts.answer({ ask: "execute", assignment }, (line) => {
      if (line.say === "outcome") told = line.outcome;
    });
    return told;
  });
}

const SLOW = { provider: "openai", model: "our/slow" } as const;

describe("an attempt that took all of its time", () => {
  it("says that its model would again, and what to do about it", async () => {
    expect(await outcomeOf(taskOf(SLOW))).toMatchObject({
      result: {
        as: "failed",
        error: {
          code: "timeout",
          message:
            "openai:our/slow took all of the 0.05 s that one attempt at text-generation has, and would again: choose a faster model, or ask for less at once",
          retryable: false,
        },
      },
    });
  });

  it("is worth another where its job goes on meanwhile", async () => {
    const outcome = await outcomeOf(taskOf(SLOW), async (jobSlot) =>
      jobSlot({ run: "run_1", task: 0, candidate: SLOW }).save("a job"),
    );
    expect(outcome).toMatchObject({ result: { error: { retryable: true } }, job: { open: true } });
  });

  it.each<[string, StageJob]>([
    ["an embedded expert, which may only have waited for its turn", taskOf({ provider: "embedded", model: "quickjs" })],
    [
      "planning, which does without a model that is slow",
      { do: "plan", text: "", attached: [], urls: [], log: [], known: [], given: null },
    ],
  ])("is worth another for %s", async (_, job) => {
    expect(await outcomeOf(job)).toMatchObject({ result: { error: { code: "timeout", retryable: true } } });
  });
});
