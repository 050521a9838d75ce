import { SOUND } from "../account.ts";
import { type GoalAccount, sumOf } from "./money.ts";

/** What a goal says of its money, event by event, beside what its models saw; nothing where all of it is true. */
export function printGoal({ of, goal, events, calls }: GoalAccount, lies: readonly string[]): void {
  if (lies.length === 0) return;
  console.log(
    `goal ${of.number} is "${goal.status}": $${goal.spent.usd} of $${of.usd} spent, $${of.keyUsd} of its key`,
  );
  for (const { seq, type, data } of events) {
    if (type.startsWith("work-") || type.startsWith("goal-")) console.log(`  ${seq} ${type} ${JSON.stringify(data)}`);
  }
  for (const { about, manner, mood, usd } of calls) console.log(`    ${about}: ${manner}, ${mood}, $${usd}`);
}

/** So many of each, by name. */
export function printCounts(names: readonly string[]): void {
  for (const [name, some] of [...Map.groupBy(names, (one) => one)].toSorted())
    console.log(`${String(some.length).padStart(6)} ${name}`);
}

export function printGoals(accounts: readonly GoalAccount[]): void {
  const calls = accounts.flatMap((account) => account.calls);
  const questions = accounts.flatMap(({ report }) => report.checkIns);
  const runs = accounts.flatMap((account) => [...account.runs.values()]);
  const failed = calls.filter(({ manner }) => !SOUND.has(manner)).length;
  const unwanted = calls.filter(({ mood }) => mood !== "as scripted").length;
  const left = questions.filter(({ answer }) => answer === null).length;
  const short = accounts.filter(({ events }) => events.some(({ type }) => type === "work-short")).length;
  console.log(`${runs.length} runs; ${calls.length} calls of models, of which ${failed} failed, and ${unwanted} were`);
  console.log(
    `answered in another way than is wanted; ${questions.length} questions, of which ${left} were not answered;`,
  );
  console.log(`${short} goals that were short of money`);
  const dollars = (of: readonly number[]): string => `$${sumOf(of, (usd) => usd).toFixed(6)}`;
  console.log(`\n${dollars(accounts.map(({ goal }) => goal.spent.usd))} spent, as the goals say`);
  console.log(`${dollars(runs.map((run) => run?.usage.usd ?? 0))} as their runs say`);
  console.log(`${dollars(accounts.map(({ bookedUsd }) => bookedUsd))} as their tenant has booked`);
  console.log(`${dollars(calls.map(({ usd }) => usd))} billed by their models\n`);
  printCounts(accounts.map(({ goal }) => goal.status));
  console.log();
  printCounts(calls.map(({ manner }) => manner));
  console.log();
  printCounts(calls.map(({ mood }) => mood));
}
