/**
 * Lets every service fail in every way, and holds what the runs say of it against what the services saw:
 * `npm run bench:soak [-- --runs N --seed N]`. With `-- --goals N` goals are pursued in their place, by models that fail and
 * have prices, and with people who meddle: what the goals say of their money is held against their runs, their keys and bills.
 */
import { parseArgs } from "node:util";
import { runScript } from "../scripts/run-script.ts";
import { type Account, SOUND } from "./soak/account.ts";
import type { Manner } from "./soak/faults.ts";
import { printCounts, printGoal, printGoals } from "./soak/goals/print.ts";
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
const secondsSince = (from: number): string => ((performance.now() - from) / 1000).toFixed(0);

function judged(lies: readonly string[]): number {
  console.log(lies.length === 0 ? "\nEvery account is true." : `\n${lies.length} lies:\n${lies.join("\n")}`);
  return lies.length === 0 ? 0 : 1;
}

async function goalsOf(goals: number, signal: AbortSignal): Promise<number> {
  const from = performance.now();
  const { accounts, lies } = await soakGoals({ goals, seed, signal, ended: printGoal });
  console.log(`${goals} goals, seed ${seed}, ${secondsSince(from)} s`);
  printGoals(accounts);
  return judged(lies);
}

async function runsOf(signal: AbortSignal): Promise<number> {
  const from = performance.now();
  const runs = Number(values.runs);
  const { accounts, hub, lies } = await soak({ runs, seed, signal, ended: show });
  const calls = accounts.flatMap((account) => account.calls);
  const poor = accounts.filter(({ of }) => of.usd !== null);
  const refused = poor.filter(({ run }) => run.tasks.some(({ error }) => error?.code === "budget-exceeded"));
  const attempts = accounts.flatMap(({ run }) => run.tasks.flatMap((task) => task.attempts));
  console.log(`${runs} runs, seed ${seed}, ${secondsSince(from)} s`);
  const looks = calls.filter(({ is }) => is === "look").length;
  console.log(`${calls.length - looks} calls at the services, ${attempts.length} attempts in the logs`);
  console.log(`${looks} looks at jobs and files; the Hub was asked ${hub.length} times, and failed ${failures(hub)}`);
  console.log(`${poor.length} runs with little money, of which ${refused.length} had too little\n`);
  printCounts(accounts.map(({ run }) => run.status));
  console.log();
  printCounts(calls.map(({ is, manner }) => `${is}: ${manner}`));
  const untried = accounts.filter(({ of, calls: own }) => of.title !== "at random" && own.length === 0);
  if (untried.length > 0) console.log(`\nNever called: ${untried.map(({ of }) => of.title).join("; ")}`);
  return judged(lies);
}

await runScript((signal) => (values.goals === undefined ? runsOf(signal) : goalsOf(Number(values.goals), signal)));
