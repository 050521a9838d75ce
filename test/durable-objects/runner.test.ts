import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { JobHandles, type JobOwner } from "../../durable-objects/job-handles.ts";
import { encodeLines, readLineBatches } from "../../durable-objects/line-stream.ts";
import { OutcomeStore } from "../../durable-objects/runner/outcomes.ts";
import type { RunnerAsk, RunnerRpc, RunnerSays } from "../../src/rpc/index.ts";
import { wire } from "../../src/wiring.ts";
import { callsTo } from "./driver.ts";

const stub = () => env.RUNNER.getByName(`tenant:${crypto.randomUUID()}:0`);

/** What a runner says to these asks. */
async function ask(runner: RunnerRpc, ...asks: readonly RunnerAsk[]): Promise<readonly RunnerSays[]> {
  const lines = await runner.openChannel(new Blob([encodeLines(asks)]).stream());
  const said: RunnerSays[] = [];
  for await (const batch of readLineBatches<RunnerSays>(lines)) said.push(...batch);
  return said;
}

const owner = (attempt: number): JobOwner => ({
  run: "run_1",
  task: 0,
  attempt,
  candidate: { provider: "custom", model: "our/slow" },
});

/** With the handles of jobs and the outcomes of a fresh runner. */
const withStores = <T>(use: (jobs: JobHandles, outcomes: OutcomeStore) => Promise<T>): Promise<T> =>
  runInDurableObject(stub(), (_, { storage }) =>
    use(new JobHandles(storage, () => undefined), new OutcomeStore(storage)),
  );

describe("a runner", () => {
  it("begins nothing for a run of which it was told before that it is over", async () => {
    const runner = stub();
    const key = crypto.randomUUID();
    const script = { as: "text", kind: "text", text: JSON.stringify({ key }) } as const;
    const type = "text2text-generation";
    const endpoints = wire(env).providers.flatMap((provider) => provider.endpoints());
    const found = endpoints.find(({ model, taskType }) => model === "a/expert" && taskType === type);
    const candidate = {
      provider: "custom",
      model: "a/expert",
      ...(found?.version ? { version: found.version } : {}),
    } as const;
    const job = {
      do: "task",
      task: 0,
      type,
      inputs: { text: [script] },
      candidate,
      names: { source: null, taken: [] },
    } as const;
    const names = { tenant: "00000000000000ff", conversation: "c", work: 0, attempt: 1, timeoutMs: 10_000 };
    const execute = (run: string): RunnerAsk => ({ ask: "execute", assignment: { ...names, run, job } });
    await runner.forget("over");
    expect(await ask(runner, execute("over"))).toMatchObject([{ say: "outcome", outcome: { result: { as: "lost" } } }]);
    expect(await callsTo(inject("expertUrl"), key)).toEqual({});
    expect(await ask(runner, execute("under way"))).toMatchObject([{ outcome: { result: { as: "done" } } }]);
    expect(await callsTo(inject("expertUrl"), key)).toEqual({ "a/expert": 1 });
  });

  it("tells of an attempt that it lost whether a job of it goes on", async () => {
    const runner = stub();
    await runInDurableObject(runner, async (_, { storage }) => {
      await new JobHandles(storage, () => undefined).slot(owner(1)).save("a job");
    });
    const attach = { ask: "attach", run: "run_1", work: 0, candidate: owner(1).candidate } as const;
    const asked = [
      { ...attach, attempt: 1 },
      { ...attach, attempt: 2 },
      { ...attach, work: 1, attempt: 1 },
    ];
    const said = await ask(runner, ...asked);
    expect(said.map((line) => line.say === "outcome" && line.outcome.job)).toEqual([
      { resumed: false, open: true },
      { resumed: true, open: true },
      undefined,
    ]);
  });
});

describe("what a runner knows of the job of an attempt", () => {
  it.each<[string, number, readonly (string | null)[], object | undefined]>([
    ["nothing, where there was none", 1, [], undefined],
    ["that it was begun and goes on", 1, ["new"], { resumed: false, open: true }],
    ["that it was begun and is over", 1, ["new", null], { resumed: false, open: false }],
    ["that it was gone on with", 2, [], { resumed: true, open: true }],
    ["that it was gone on with and is over", 2, [null], { resumed: true, open: false }],
    ["that another was begun in its place", 2, ["new"], { resumed: false, open: true }],
  ])("is %s", async (_, attempt, saves, word) => {
    const told = await withStores(async (jobs) => {
      if (attempt > 1) await jobs.slot(owner(1)).save("old");
      const after = jobs.watch(owner(attempt));
      for (const handle of saves) await jobs.slot(owner(attempt)).save(handle);
      return after();
    });
    expect(told).toEqual(word);
  });

  it("outlasts outcomes, as a run may wait for a person, and is dropped in the end", async () => {
    const left = await withStores(async (jobs, outcomes) => {
      outcomes.save("run_1", { work: 0, attempt: 1, result: { as: "lost" } }, 1_000);
      await jobs.slot(owner(1)).save("a job");
      const later = Date.now() + 1;
      const known = () => [outcomes.find("run_1", 0, 1) !== null, jobs.word(owner(1)) !== undefined];
      return [
        outcomes.expire({ outcomes: later, jobs: 0 }),
        known(),
        outcomes.expire({ outcomes: later, jobs: later }),
        known(),
      ];
    });
    expect(left).toEqual([false, [false, true], true, [false, false]]);
  });
});
