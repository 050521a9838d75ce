import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../../scripts/server.ts";
import { ApiError, type Client, createClient } from "../../../src/client/client.ts";
import { makeApiKey } from "../../../src/domain/api-key.ts";
import type { GoalEvent } from "../../../src/domain/goal/events.ts";
import { createIds } from "../../../src/domain/ids.ts";
import { inLanes, STUCK_MS } from "../soak.ts";
import { type Answer, type GoalCase, goalCasesOf, type Meddling } from "./cases.ts";
import { PRICED_MODELS, startPricedModels } from "./model.ts";
import { type GoalAccount, goalMoneyLiesIn, isSame, sumOf } from "./money.ts";

export interface GoalSoakOptions {
  readonly goals: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** Told after each goal. */
  readonly ended?: (account: GoalAccount, lies: readonly string[]) => void;
}

export interface GoalSoakResult {
  readonly accounts: readonly GoalAccount[];
  /** Whatever was not true, each with its goal. */
  readonly lies: readonly string[];
}

const SECRET = "a-secret-for-the-soak-and-nothing-else";
const TENANT = "00000000000050a4";
const ADMIN = "00000001";
/** A question that nobody answers is left for so long before its goal is cancelled, and a pause lasts as long. */
const LEFT_MS = 1_500;
/** Money is settled at the tenant once it hears of an end, which is soon after. */
const SETTLED_WITHIN_MS = 20_000;
const LOOK_MS = 250;
/** What a pause may raise a budget by. */
const RAISE_USD = 0.3;
const WORDS = "As before, and in fewer words";

/** A server of its own with models that have prices and fail; each goal has a key of its own, so that its money is booked alone. */
export async function soakGoals({ goals, seed, signal, ended }: GoalSoakOptions): Promise<GoalSoakResult> {
  const cases = goalCasesOf(goals, seed);
  const models = await startPricedModels(cases);
  const state = await mkdtemp(join(tmpdir(), "impresario-soak-goals-"));
  try {
    const providers = { openai: { requestsPerMinute: 100_000, concurrency: 1_000, burst: 1_000 } };
    const config = {
      openai: { models: PRICED_MODELS },
      limits: { runsPerMinute: 100_000, activeRuns: 1_000, providers },
    };
    const server = await startServer({
      ...{ port: 0, persistTo: state, logFile: join(state, "server.log"), ...(signal ? { signal } : {}) },
      vars: {
        ...{ AUTH: "keys", IMPRESARIO_SECRET: SECRET, OPENAI_BASE_URL: models.url },
        CONFIG: JSON.stringify(config),
      },
    });
    try {
      const clientOf = (apiKey: string): Client => createClient({ baseUrl: server.url, apiKey });
      const admin = clientOf(await makeApiKey(createIds(SECRET), TENANT, ADMIN));
      const told = await inLanes(cases, async (one) => {
        const { id, key } = await admin.keys.make({ name: `goal ${one.number}`, limits: { usdPerDay: one.keyUsd } });
        return accountOf(one, clientOf(key), { admin, key: id }, signal);
      });
      const accounts = told.map((account) => ({
        ...account,
        calls: models.calls.filter(({ goal }) => goal === account.of.number),
      }));
      const lies = accounts.flatMap((account) => {
        const found = goalMoneyLiesIn(account);
        ended?.(account, found);
        return found.map((lie) => `goal ${account.of.number} (${account.goal.id}): ${lie}`);
      });
      return { accounts, lies };
    } finally {
      await server.stop();
    }
  } finally {
    await models.stop();
    await rm(state, { recursive: true, force: true });
  }
}

/** Pursues a goal to its end, and gathers all that is said of it. */
async function accountOf(
  one: GoalCase,
  client: Client,
  { admin, key }: { readonly admin: Client; readonly key: string },
  caller: AbortSignal | undefined,
): Promise<Omit<GoalAccount, "calls">> {
  const stuck = AbortSignal.timeout(STUCK_MS);
  const signal = caller ? AbortSignal.any([stuck, caller]) : stuck;
  const { id, events } = await pursue(one, client, signal);
  const started = events.flatMap((event) => (event.type === "work-start" ? [event.data.run] : []));
  const runs = new Map(
    await Promise.all(
      started.map(async (run) => [run, await client.run(run, { signal }).catch(orNull("not-found"))] as const),
    ),
  );
  const cost = sumOf(runs.values(), (run) => run?.usage.usd ?? 0);
  const booked = async (): Promise<number> =>
    (await admin.keys.list({ signal })).find((known) => known.id === key)?.spentTodayUsd ?? 0;
  let bookedUsd = await booked();
  for (let waited = 0; !isSame(bookedUsd, cost) && waited < SETTLED_WITHIN_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS, undefined, { signal });
    bookedUsd = await booked();
  }
  const [goal, report] = await Promise.all([
    client.goals.get(id, { signal }),
    client.goals.report(id, "json", { signal }),
  ]);
  return { of: one, goal, report, events, runs, bookedUsd, keyLeftUsd: await leftOf(client, signal) };
}

/** What a key has left: a run that states no budget is given all of it. */
async function leftOf(client: Client, signal: AbortSignal): Promise<number> {
  const free = {
    text: "",
    plan: [{ task: "text-classification", id: 0, args: { text: "All is well." } }],
    constraints: { provider: { allow: ["embedded"] } },
  };
  const run = await client.start(free, { signal }).catch(orNull("budget-exceeded"));
  return run ? ((await client.wait(run.id, { signal })).budget?.usd ?? Number.NaN) : 0;
}

async function pursue(one: GoalCase, client: Client, signal: AbortSignal) {
  const budget = { timeMs: one.timeMs, ...(one.usd === null ? {} : { usd: one.usd }) };
  const { id } = await client.goals.start({ goal: one.text, budget, checkIns: one.checkIns }, { signal });
  const events: GoalEvent[] = [];
  let [asked, done] = [0, 0];
  for await (const event of client.goals.events(id, { signal })) {
    events.push(event);
    if (event.type === "check-in") await answer(client, id, event.data.id, one.answer(asked++), signal);
    if (event.type === "work-end" && ++done === one.meddling?.after)
      await meddle(client, id, one.meddling, one.usd, signal);
  }
  return { id, events };
}

async function answer(client: Client, id: string, checkIn: number, said: Answer, signal: AbortSignal): Promise<void> {
  if (said === "none") {
    await sleep(LEFT_MS, undefined, { signal });
    await client.goals.cancel(id, { signal });
    return;
  }
  const words = said === "change" ? { words: WORDS } : {};
  // What was asked may be over by the time that it is answered.
  const answered = client.goals.approve(id, { checkIn, decision: said, ...words }, { signal });
  await answered.catch(orNull("conflict", "stale-plan"));
}

async function meddle(
  client: Client,
  id: string,
  { how }: Meddling,
  usd: number | null,
  signal: AbortSignal,
): Promise<void> {
  if (how === "cancel") {
    await client.goals.cancel(id, { signal });
    return;
  }
  const isOver = orNull("conflict");
  await client.goals.pause(id, { signal }).catch(isOver);
  await sleep(LEFT_MS, undefined, { signal });
  const raise = how === "pause" || usd === null ? {} : { budget: { usd: usd + RAISE_USD } };
  await client.goals.resume(id, { signal, ...raise }).catch(isOver);
}

/** Nothing in the place of a refusal that is expected. */
const orNull =
  (...codes: readonly string[]) =>
  (thrown: unknown): null => {
    if (thrown instanceof ApiError && codes.includes(thrown.code)) return null;
    throw thrown;
  };
