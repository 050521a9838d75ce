import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ApiError, type Client, type GoalView } from "../src/client/client.ts";
import { writeLines } from "../src/client/command-line/command.ts";
import { filesOf, goalClosingLines, stepLines } from "../src/client/command-line/goal-results.ts";
import { watchGoal } from "../src/client/command-line/goal-watch.ts";
import { answerLines } from "../src/client/command-line/run-results.ts";
import { saveFiles } from "../src/client/command-line/save-files.ts";
import { span, type Terminal } from "../src/client/command-line/terminal.ts";
import { linkToSaved } from "./demo-links.ts";
import { ROOT } from "./server.ts";

/** What the demo pursues in many steps, where a language model is configured. */
export const GOAL = {
  title: "A goal, in many steps",
  shows:
    "A language model breaks it down into steps, which plans and small programs carry out within one budget. It is asked at most thirty times.",
  folder: "5-goal",
  text: "Put these four invoices into one table, a row for each: who sent it, the total in pounds, the due date, and whether it is overdue on 20 December 2026. Then say in one sentence what all four come to, and how much of that is overdue.",
  files: ["invoice.txt", "invoices/ortley-energy.txt", "invoices/harbour-print.txt", "invoices/brack-cleaning.txt"],
  /** A small model on a laptop takes half a minute for a text. */
  budget: { timeMs: 8 * 60_000, llmCalls: 30, tasks: 60 },
} as const;

/** The figures that the outputs are to hold: of all four, and of the three that were due by then. */
const SUMS = [/2,?081\.06/, /1,?817\.06/];

/** Why the goal did not go as it should; null when it did. */
export function findGoalFault({ status, outputs, error }: GoalView): string | null {
  if (status !== "succeeded") return `it ${status}${error ? `: ${error.message}` : ""}`;
  const said = JSON.stringify(outputs.map(({ value }) => value));
  const missing = SUMS.find((sum) => !sum.test(said));
  return missing === undefined ? null : `its outputs do not say ${missing}`;
}

interface Showing {
  readonly terminal: Terminal;
  /** Where its report and its files are kept; made when it is not there. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Pursues the goal and shows how: its steps as they come, the tree, the answer and what it took. Where nothing writes
 * texts it says what to set.
 * @returns the goal once it has ended; null where nobody could pursue it
 */
export async function showGoal(client: Client, { terminal, folder, signal }: Showing): Promise<GoalView | null> {
  const resources: string[] = [];
  for (const file of GOAL.files) {
    const path = join(ROOT, "demo", file);
    resources.push((await client.upload(await openAsBlob(path), { name: basename(path) }, { signal })).id);
  }
  const { text, budget } = GOAL;
  const started = await client.goals.start({ goal: text, resources, budget }, { signal }).catch((thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.code === "no-model") return thrown;
    throw thrown;
  });
  if (started instanceof ApiError) {
    writeLines(terminal, [[span(`   ${started.detail}`, "yellow")]]);
    return null;
  }
  writeLines(terminal, [[span("❯ ", "cyan"), span(text, "bold")]]);
  const goal = await watchGoal(client, started.id, { terminal, signal, ask: null });
  const saved = await saveFiles(client, filesOf(goal), folder, signal);
  const options = { baseUrl: client.baseUrl, width: terminal.columns - 1, saved };
  writeLines(terminal, [[], ...stepLines(goal), [], ...answerLines(goal, options), [], ...goalClosingLines(goal)]);
  const report = await client.goals.report(goal.id, "markdown", { signal });
  await writeFile(join(folder, "report.md"), linkToSaved(report, saved, folder));
  return goal;
}
