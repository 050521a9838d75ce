/** The provider gate, and runners that ask it for permits, in one workerd for gate.ts to drive. */
import { DurableObject } from "cloudflare:workers";
import { AppError } from "../../src/domain/errors.ts";
import { type CallGate, withPermit } from "../../src/execution/gate.ts";
import type { ProviderGateRpc } from "../../src/rpc/index.ts";
import type { BenchRequest, LoadJob, LoadSeen } from "./load.ts";

export { ProviderGate } from "../../durable-objects/provider-gate.ts";

interface LoadRpc {
  run(job: LoadJob): Promise<LoadSeen>;
}

interface Bindings {
  readonly PROVIDER_GATE: { getByName(name: string): ProviderGateRpc };
  readonly LOAD: { getByName(name: string): LoadRpc };
}

/** What is due is asked for this often: a runner's asks come in small heaps, as the tasks of a plan do. */
const TICK_MS = 40;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One runner: asks at its rate, whatever becomes of what it asked before. */
export class Load extends DurableObject<Bindings> implements LoadRpc {
  async run(job: LoadJob): Promise<LoadSeen> {
    const { tenant, run, callMs, timeoutMs, asksPerSecond, forMs } = job;
    const gate: CallGate = {
      desk: this.env.PROVIDER_GATE.getByName(job.gate),
      limits: job.limits,
      newId: () => crypto.randomUUID(),
      now: Date.now,
    };
    const end = new AbortController();
    const seen = { tenant, asked: 0, refused: 0, starts: [] as number[], waitedMs: [] as number[] };
    const begin = async (askedAt: number): Promise<void> => {
      const call = { tenant, run, endpoint: "gpt-3.5-turbo", priority: 0, timeoutMs, signal: end.signal };
      try {
        await withPermit(gate, call, async () => {
          seen.starts.push(Date.now());
          seen.waitedMs.push(Date.now() - askedAt);
          await sleep(callMs);
        });
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === "rate-limited") seen.refused++;
        else if (!end.signal.aborted) throw thrown;
      }
    };
    const calls: Promise<void>[] = [];
    const from = Date.now();
    for (let now = from; now < from + forMs; now = Date.now()) {
      const due = Math.floor(((now - from) / 1_000) * asksPerSecond);
      for (; seen.asked < due; seen.asked++) calls.push(begin(now));
      await sleep(TICK_MS);
    }
    end.abort(new AppError("cancelled", "The load is over"));
    await Promise.all(calls);
    return seen;
  }
}

async function takeOften(gate: ProviderGateRpc, times: number): Promise<number> {
  const limits = { requestsPerMinute: 100_000, concurrency: 1_000, burst: 1_000 };
  const ask = { tenant: "a", run: "r", endpoint: "e", priority: 0, maxWaitMs: 1_000, leaseMs: 1_000 };
  let taken = 0;
  for (let time = 0; time < times; time++) {
    const id = crypto.randomUUID();
    if ((await gate.take({ ...ask, id }, limits)).ok) taken++;
    await gate.give(id, { as: "answered" }, 1);
  }
  return taken;
}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const asked = (await request.json()) as BenchRequest;
    if (asked.do === "take") return Response.json(await takeOften(env.PROVIDER_GATE.getByName("free"), asked.times));
    return Response.json(await Promise.all(asked.jobs.map((job) => env.LOAD.getByName(job.run).run(job))));
  },
};
