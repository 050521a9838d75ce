/**
 * Lets every service fail in every way, and holds what the runs say of it against what the services saw:
 * `npm run bench:soak [-- --runs N --seed N]`. With `-- --goals N` goals are pursued in their place, by models that fail and
 * have prices, and with people who meddle: what the goals say of their money is held against their runs, their keys and bills.
 */
import { parseArgs } from "node:util";
import { runScript } from "../scripts/run-script.ts";
import { type Account, SOUND } from "./soak/account.ts";
import type { Manner } from "./soak/faults.ts";
import type { GoalAccount } from "./soak/goals/money.ts";
import { soakGoals } from "./soak/goals/soak.ts";
import { soak } from "./soak/soak.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    goals: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});

/** What a run says it did, beside what was asked of the services. */
function show({ of, run, calls }: Account, lies: readonly string[]): void {
  if (lies.length === 0) return;
  console.log(`run ${of.number} (${of.title}) is "${run.status}"`);
  for (const { id, task, status, attempts } of run.tasks) {
    console.log(`  ${id} ${task}: ${status}`);
    for (const { model, error } of attempts) console.log(`    said    ${model}: ${error?.message ?? "done"}`);
    for (const call of calls.filter((one) => one.task === id))
      console.log(`    ${call.is.padEnd(7)} ${call.provider}: ${call.manner}`);
  }
}

const failures = (manners: readonly Manner[]): number => manners.filter((manner) => !SOUND.has(manner)).length;

const seed = Number(values.seed);
const row = (count: number, what: string): void => console.log(`${String(count).padStart(6)} ${what}`);
const secondsSince = (from: number): string => ((performance.now() - from) / 1000).toFixed(0);

function judged(lies: readonly string[]): number {
  console.log(lies.length === 0 ? "\nEvery account is true." : `\n${lies.length} lies:\n${lies.join("\n")}`);
  return lies.length === 0 ? 0 : 1;
}

/** What a goal says of its money, unit of work by unit of work. */
function showGoal({ of, goal, events, calls }: GoalAccount, lies: readonly string[]): void {
  if (lies.length === 0) return;
  console.log(
    `goal ${of.number} is "${goal.status}", with $${goal.spent.usd} of $${of.usd} spent; its key may $${of.keyUsd}`,
  );
  for (const { seq, type, data } of events) {
    if (type.startsWith("work-") || type.startsWith("goal-")) console.log(`  ${seq} ${type} ${JSON.stringify(data)}`);
  }
  for (const { about, manner, mood, usd } of calls) console.log(`    ${about}: ${manner}, ${mood}, $${usd}`);
}

async function goalsOf(goals: number, signal: AbortSignal): Promise<number> {
  const from = performance.now();
  const { accounts, lies } = await soakGoals({ goals, seed, signal, ended: showGoal });
  const calls = accounts.flatMap((account) => account.calls);
  const checkIns = accounts.flatMap(({ report }) => report.checkIns);
  const sum = (usdOf: (account: GoalAccount) => number): string =>
    `$${accounts.reduce((all, account) => all + usdOf(account), 0).toFixed(6)}`;
  console.log(`${goals} goals, seed ${seed}, ${secondsSince(from)} s`);
  console.log(`${accounts.flatMap(({ runs }) => [...runs]).length} runs, ${calls.length} calls of models, of which`);
  console.log(
    `${failures(calls.map(({ manner }) => manner))} failed and ${calls.filter(({ mood }) => mood !== "as scripted").length} were answered in another way than is wanted`,
  );
  console.log(
    `${checkIns.length} questions, of which ${checkIns.filter((one) => one.answer === null).length} were not answered`,
  );
  console.log(
    `Spent: ${sum(({ goal }) => goal.spent.usd)} by the goals, ${sum(({ runs }) => [...runs.values()].reduce((all, run) => all + (run?.usage.usd ?? 0), 0))} by their runs, ${sum((one) => one.bookedUsd)} booked; billed: ${sum((one) => one.calls.reduce((all, { usd }) => all + usd, 0))}\n`,
  );
  for (const [status, ended] of Map.groupBy(accounts, ({ goal }) => goal.status)) row(ended.length, status);
  console.log();
  for (const [what, some] of [...Map.groupBy(calls, ({ manner }) => manner)].toSorted()) row(some.length, what);
  for (const [what, some] of [...Map.groupBy(calls, ({ mood }) => mood)].toSorted()) row(some.length, what);
  return judged(lies);
}

async function runsOf(signal: AbortSignal): Promise<number> {
  const from = performance.now();
  const runs = Number(values.runs);
  const { accounts, hub, lies } = await soak({ runs, seed, signal, ended: show });
  const ends = Map.groupBy(accounts, ({ run }) => run.status);
  const calls = accounts.flatMap((account) => account.calls);
  const manners = Map.groupBy(calls, ({ is, manner }) => `${is}: ${manner}`);
  const poor = accounts.filter(({ of }) => of.usd !== null);
  const refused = poor.filter(({ run }) => run.tasks.some(({ error }) => error?.code === "budget-exceeded"));
  const attempts = accounts.flatMap(({ run }) => run.tasks.flatMap((task) => task.attempts));
  console.log(`${runs} runs, seed ${seed}, ${secondsSince(from)} s`);
  const looks = calls.filter(({ is }) => is === "look").length;
  console.log(`${calls.length - looks} calls at the services, ${attempts.length} attempts in the logs`);
  console.log(`${looks} looks at jobs and files; the Hub was asked ${hub.length} times, and failed ${failures(hub)}`);
  console.log(`${poor.length} runs with little money, of which ${refused.length} had too little\n`);
  for (const [status, ended] of ends) row(ended.length, status);
  console.log();
  for (const [manner, some] of [...manners].toSorted()) row(some.length, manner);
  const untried = accounts.filter(({ of, calls: own }) => of.title !== "at random" && own.length === 0);
  if (untried.length > 0) console.log(`\nNever called: ${untried.map(({ of }) => of.title).join("; ")}`);
  return judged(lies);
}

await runScript((signal) => (values.goals === undefined ? runsOf(signal) : goalsOf(Number(values.goals), signal)));
