/**
 * Measures the provider gate in workerd: `npm run bench:gate`.
 *
 * Forty runners of eight tenants ask for ten times what is allowed, for half a minute; one of the tenants asks for more
 * than half of it. What is told is when their calls began: the rate over all, and how far the worst stretch of ten
 * seconds is from it. Then how long it takes to get a permit that is free and to give it back, one at a time.
 */
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import type { BenchRequest, LoadJob, LoadSeen } from "./gate/load.ts";

/** The AutoGPT notes': 3,500 a minute, calls of ten seconds, 580 agents at once. */
const LIMITS = { requestsPerMinute: 3_500, concurrency: 1_000, burst: 10 };
const CALL_MS = 10_000;
const OVERLOAD = 10;
const FOR_MS = 30_000;
/** Calls wait ten seconds at most for their permit. */
const TIMEOUT_MS = 20_000;
const TENANTS = 8;
const RUNNERS = 40;
const STRETCH_MS = 10_000;
const TAKES = 2_000;

const PER_MS = LIMITS.requestsPerMinute / 60_000;

async function startWorkerd(): Promise<Miniflare> {
  const bundle = await build({
    entryPoints: [new URL("gate/worker.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    write: false,
    target: "es2024",
    external: ["cloudflare:workers"],
    conditions: ["workerd", "worker", "browser"],
  });
  const object = (exportName: string) => ({ type: "durable-object", worker: "gate", exportName }) as const;
  return new Miniflare({
    cf: false,
    workers: [
      {
        config: {
          name: "gate",
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          env: { PROVIDER_GATE: object("ProviderGate"), LOAD: object("Load") },
          exports: {
            ProviderGate: { type: "durable-object", storage: "sqlite" },
            Load: { type: "durable-object", storage: "sqlite" },
          },
          manifest: {
            mainModule: "worker.js",
            modules: { "worker.js": { type: "esm", contents: bundle.outputFiles[0]?.text ?? "" } },
          },
        },
      },
    ],
  });
}

async function call(miniflare: Miniflare, asked: BenchRequest): Promise<unknown> {
  const answer = await miniflare.dispatchFetch("http://localhost/", { method: "POST", body: JSON.stringify(asked) });
  if (!answer.ok) throw new Error(`workerd answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  return answer.json();
}

const jobs = Array.from(
  { length: RUNNERS },
  (_, index): LoadJob => ({
    gate: "openai:bench",
    limits: LIMITS,
    // Every other runner is the first tenant's.
    tenant: `tenant ${index % 2 === 0 ? 0 : ((index - 1) / 2) % TENANTS}`,
    run: `run ${index}`,
    asksPerSecond: (OVERLOAD * LIMITS.requestsPerMinute) / 60 / RUNNERS,
    forMs: FOR_MS,
    callMs: CALL_MS,
    timeoutMs: TIMEOUT_MS,
  }),
);

const say = (what: string, figure: string): void => {
  process.stdout.write(`${what.padEnd(64)} ${figure}\n`);
};

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);
const median = (numbers: readonly number[]): number => sorted(numbers)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** How far, as a share of what is allowed, the stretch lies from it that is furthest. */
function worstStretch(starts: readonly number[], from: number, to: number): number {
  let worst = 0;
  for (let begin = from; begin + STRETCH_MS <= to; begin += 100) {
    const begun = starts.filter((at) => at >= begin && at < begin + STRETCH_MS).length;
    const off = begun / (STRETCH_MS * PER_MS) - 1;
    if (Math.abs(off) > Math.abs(worst)) worst = off;
  }
  return worst;
}

/** The most calls under way at once, each `CALL_MS` long. */
const mostAtOnce = (starts: readonly number[]): number =>
  starts.reduce((most, at, index) => Math.max(most, index + 1 - starts.findIndex((other) => other > at - CALL_MS)), 0);

function tell(seen: readonly LoadSeen[]): void {
  const starts = sorted(seen.flatMap((one) => one.starts));
  const [first = 0] = starts;
  const until = first + FOR_MS;
  const counted = starts.filter((at) => at < until).length;
  const asked = seen.reduce((sum, one) => sum + one.asked, 0);
  const perTenant = [...Map.groupBy(seen, ({ tenant }) => tenant).values()].map((own) => ({
    asked: own.reduce((sum, one) => sum + one.asked, 0),
    begun: own.reduce((sum, one) => sum + one.starts.length, 0),
  }));
  say("asked for, of what is allowed", `${(asked / (FOR_MS * PER_MS)).toFixed(2)} times`);
  say("calls begun in 30 s", `${counted}; allowed ${FOR_MS * PER_MS}: ${percent(counted / (FOR_MS * PER_MS) - 1)}`);
  say("the worst 10 s, the burst at the beginning included", percent(worstStretch(starts, first, until)));
  say("the worst 10 s after the first second", percent(worstStretch(starts, first + 1_000, until)));
  say("under way at once, at most", `${mostAtOnce(starts)}`);
  say("refused at once or after their wait", `${seen.reduce((sum, one) => sum + one.refused, 0)}`);
  say("median wait of those that were let through", `${median(seen.flatMap((one) => one.waitedMs))} ms`);
  const shares = perTenant.map(({ begun }) => begun / counted);
  say("calls by tenant: least, most", `${percent(Math.min(...shares))}, ${percent(Math.max(...shares))}`);
  say("asks of the tenant that asks most", percent(Math.max(...perTenant.map((one) => one.asked)) / asked));
}

const miniflare = await startWorkerd();
try {
  tell((await call(miniflare, { do: "load", jobs })) as readonly LoadSeen[]);
  await call(miniflare, { do: "take", times: TAKES });
  const startedAt = performance.now();
  await call(miniflare, { do: "take", times: TAKES });
  say("a free permit, taken and given back", `${((performance.now() - startedAt) / TAKES).toFixed(2)} ms`);
} finally {
  await miniflare.dispose();
}
