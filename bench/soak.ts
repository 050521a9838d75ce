/**
 * Lets every service fail in every way, and holds what the runs say of it against what the services saw:
 * `npm run bench:soak [-- --runs N --seed N]`.
 */
import { parseArgs } from "node:util";
import { runScript } from "../scripts/run-script.ts";
import { type Account, SOUND } from "./soak/account.ts";
import type { Manner } from "./soak/faults.ts";
import { soak } from "./soak/soak.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "500" }, seed: { type: "string", default: "1" } },
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

async function main(signal: AbortSignal): Promise<number> {
  const from = performance.now();
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const { accounts, hub, lies } = await soak({ runs, seed, signal, ended: show });
  const ends = Map.groupBy(accounts, ({ run }) => run.status);
  const calls = accounts.flatMap((account) => account.calls);
  const manners = Map.groupBy(calls, ({ is, manner }) => `${is}: ${manner}`);
  const poor = accounts.filter(({ of }) => of.usd !== null);
  const refused = poor.filter(({ run }) => run.tasks.some(({ error }) => error?.code === "budget-exceeded"));
  const attempts = accounts.flatMap(({ run }) => run.tasks.flatMap((task) => task.attempts));
  console.log(`${runs} runs, seed ${seed}, ${((performance.now() - from) / 1000).toFixed(0)} s`);
  const looks = calls.filter(({ is }) => is === "look").length;
  console.log(`${calls.length - looks} calls at the services, ${attempts.length} attempts in the logs`);
  console.log(`${looks} looks at jobs and files; the Hub was asked ${hub.length} times, and failed ${failures(hub)}`);
  console.log(`${poor.length} runs with little money, of which ${refused.length} had too little\n`);
  for (const [status, ended] of ends) console.log(`${String(ended.length).padStart(6)} ${status}`);
  console.log();
  for (const [manner, some] of [...manners].toSorted()) console.log(`${String(some.length).padStart(6)} ${manner}`);
  const untried = accounts.filter(({ of, calls: own }) => of.title !== "at random" && own.length === 0);
  if (untried.length > 0) console.log(`\nNever called: ${untried.map(({ of }) => of.title).join("; ")}`);
  console.log(lies.length === 0 ? "\nEvery account is true." : `\n${lies.length} lies:\n${lies.join("\n")}`);
  return lies.length === 0 ? 0 : 1;
}

await runScript(main);
