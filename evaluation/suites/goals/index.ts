import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { ApiError, type Client, type GoalView } from "../../../src/client/client.ts";
import { type InputFile, noFiles, readArguments, writeReport } from "../../arguments.ts";
import { readRows } from "../../labelled/read-rows.ts";
import { instanceAt } from "../../serving.ts";
import { DataError, type Suite, type SuiteDependencies, UsageError } from "../../suite.ts";
import { renderTable } from "../../table.ts";

const FILE: InputFile = {
  path: fileURLToPath(new URL("../../goals/goals.jsonl", import.meta.url)),
  shown: "evaluation/goals/goals.jsonl",
};
const FILES = new URL("../../goals/files/", import.meta.url);

/** A goal, its files by their paths from `files/`, and what its outputs are to say, as regular expressions. */
const goalRow = z.strictObject({
  id: z.string().min(1),
  goal: z.string().min(1),
  files: z.array(z.string()),
  /** A text that is read aloud first: the goal gets the recording. */
  spoken: z.string().optional(),
  facts: z.array(z.string()).min(1),
});
type GoalRow = z.output<typeof goalRow>;

/** Longer than a small model on a busy laptop needs. */
const BUDGET = { timeMs: 20 * 60_000, llmCalls: 60, tasks: 120 } as const;

/** What became of a goal. */
interface GoalOutcome {
  readonly id: string;
  /** How it ended, or the code of what it was refused with. */
  readonly status: string;
  readonly error: string | null;
  readonly steps: { readonly done: number; readonly all: number };
  readonly outputs: { readonly reached: number; readonly all: number };
  readonly facts: { readonly said: number; readonly all: number };
  readonly calls: number;
  readonly usd: number;
  readonly seconds: number;
}

interface GoalsReport {
  readonly suite: "goals";
  readonly goals: readonly GoalOutcome[];
}

/** Three goals with their files, pursued by an instance with the language model that it has. */
export const GOALS: Suite = {
  summary: "three goals with their files, pursued by a running instance",
  usage: `npm run evaluate -- goals --url URL [--json]

  --url URL   the instance that pursues them, with the key in IMPRESARIO_KEY where it wants one; it needs a language model,
              and for the recording something that transcribes
  --json      one JSON object instead of a table`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, { url: { type: "string" }, json: { type: "boolean" } });
    noFiles(positionals);
    if (values.url === undefined) throw new UsageError("--url says which instance pursues them");
    const client = instanceAt(values.url, surroundings.environment.IMPRESARIO_KEY || undefined);
    const rows = await readRows(FILE, goalRow);
    writeReport(await pursueAll(rows, client, surroundings), printGoals, values.json, surroundings);
  },
};

async function pursueAll(
  rows: readonly GoalRow[],
  client: Client,
  { now, progress }: SuiteDependencies,
): Promise<GoalsReport> {
  const goals: GoalOutcome[] = [];
  for (const row of rows) {
    progress(goals.length, rows.length);
    try {
      const resources = await filesOf(row, client);
      const startedAt = now();
      const { id } = await client.goals.start({ goal: row.goal, resources, budget: BUDGET });
      const ended = await client.goals.wait(id);
      goals.push(outcomeOf(row, ended, (now() - startedAt) / 1_000));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "unreachable") throw new DataError(error.detail);
      goals.push(refused(row, error));
    }
  }
  return { suite: "goals", goals };
}

/** The ids of a goal's files; a recording is made of a text by the instance's own voice. */
async function filesOf({ files, spoken }: GoalRow, client: Client): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const file of files) {
    const path = fileURLToPath(new URL(file, FILES));
    ids.push((await client.upload(await openAsBlob(path), { name: basename(path) })).id);
  }
  if (spoken === undefined) return ids;
  const text = await readFile(fileURLToPath(new URL(spoken, FILES)), "utf8");
  const { id } = await client.start({ text: "", plan: [{ task: "text-to-speech", id: 0, args: { text } }] });
  const { files: made } = await client.wait(id);
  const recording = made.find(({ kind }) => kind === "audio");
  if (!recording) throw new DataError(`${spoken} was not read aloud`);
  // What a run has made belongs to its conversation.
  const { body } = await client.download(recording.id);
  ids.push((await client.upload(await new Response(body).blob(), { name: "meeting.wav" })).id);
  return ids;
}

function outcomeOf({ id, facts }: GoalRow, goal: GoalView, seconds: number): GoalOutcome {
  // Those that do something: not the goal itself, nor what was broken down.
  const steps = goal.steps.filter(({ parent, status }) => parent !== null && status !== "refined");
  const said = goal.answer + JSON.stringify(goal.outputs.map(({ value }) => value));
  return {
    ...{ id, status: goal.status, error: goal.error?.message ?? null, seconds },
    steps: { done: steps.filter(({ status }) => status === "done").length, all: steps.length },
    outputs: { reached: goal.outputs.filter(({ reached }) => reached).length, all: goal.outputs.length },
    facts: { said: facts.filter((fact) => new RegExp(fact).test(said)).length, all: facts.length },
    ...{ calls: goal.spent.llmCalls, usd: goal.spent.usd },
  };
}

const refused = ({ id, facts }: GoalRow, { code, detail }: ApiError): GoalOutcome => ({
  ...{ id, status: code, error: detail, seconds: 0, calls: 0, usd: 0 },
  ...{ steps: { done: 0, all: 0 }, outputs: { reached: 0, all: 0 }, facts: { said: 0, all: facts.length } },
});

const HEADS = ["", "ended", "steps", "outputs", "facts", "calls", "$", "s"];

/** The report as a table, and under it why goals ended where there is more to say. */
function printGoals({ goals }: GoalsReport): string {
  const of = (part: number, whole: number): string => `${part}/${whole}`;
  const rows = goals.map(({ id, status, steps, outputs, facts, calls, usd, seconds }) => [
    ...[id, status, of(steps.done, steps.all), of(outputs.reached, outputs.all), of(facts.said, facts.all)],
    ...[String(calls), usd.toFixed(3), seconds.toFixed(0)],
  ]);
  const why = goals.flatMap(({ id, error }) => (error === null ? [] : [`${id}: ${error}`]));
  return `${[renderTable(HEADS, rows), ...why].join("\n")}\n`;
}
