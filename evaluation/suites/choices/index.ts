import { fileURLToPath } from "node:url";
import * as z from "zod";
import { AppError } from "../../../src/domain/errors.ts";
import type { Expert } from "../../../src/domain/experts.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { Controller, OpenTask, SelectRequest } from "../../../src/planning/controller.ts";
import { factsInWords } from "../../../src/selection/index.ts";
import { fileAt, type InputFile, readArguments, writeReport } from "../../arguments.ts";
import { controllerNamed } from "../../controllers.ts";
import { readRows } from "../../labelled/read-rows.ts";
import { percentOf } from "../../measures/means.ts";
import { createPatience, type Patience } from "../../patience.ts";
import { type Suite, type SuiteDependencies, UsageError } from "../../suite.ts";

const OWN: InputFile = {
  path: fileURLToPath(new URL("../../choices/choices.jsonl", import.meta.url)),
  shown: "choices.jsonl",
};

const candidate = z.strictObject({
  model: z.string().min(1),
  description: z.string(),
  /** BCP 47; empty for a model that works on no language. */
  languages: z.array(z.string()).nullable().default(null),
  licence: z.string().default("unknown"),
  parameters: z.number().nullable().default(null),
  downloads: z.number().nullable().default(null),
});
/** A request for one task, the models that may do it, and which of them it speaks for; the first where it speaks for none. */
export const choiceRow = z
  .strictObject({
    id: z.string().min(1),
    request: z.string().min(1),
    task: z.string().min(1),
    candidates: z.array(candidate).min(2),
    right: z.string().min(1),
  })
  .refine(({ candidates, right }) => candidates.some(({ model }) => model === right), "the right one is no candidate");
type ChoiceRow = z.output<typeof choiceRow>;

interface ChoicesReport {
  readonly suite: "choices";
  readonly controller: string;
  readonly rows: number;
  /** In percent of the rows, as are the others. */
  readonly right: number;
  /** Those in which the first candidate is right: what choosing nothing gives. */
  readonly firstIsRight: number;
  /** Of the rows that speak for another than the first. */
  readonly rightOfOthers: number;
  /** No candidate was named, or the call failed. */
  readonly none: number;
}

/** How a language model chooses among models by what is known of them. */
export const CHOICES: Suite = {
  summary: "a language model's choice among models by their descriptions and facts",
  usage: `npm run evaluate -- choices [FILE] --controller openai|workers-ai [--json]

  FILE               rows: a request, a task type, candidates with what is known of them, and the right one; our own when left out
  --controller NAME  whose language model chooses
  --json             one JSON object instead of a table`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, { controller: { type: "string" }, json: { type: "boolean" } });
    if (values.controller === undefined) throw new UsageError("--controller says whose language model chooses");
    const [shown, ...more] = positionals;
    if (more.length > 0) throw new UsageError("One file is wanted at most");
    const { name, select } = await controllerNamed(values.controller, surroundings.environment);
    if (!select) throw new UsageError("--controller is for a language model: openai or workers-ai");
    const rows = await readRows(shown === undefined ? OWN : fileAt(shown, surroundings), choiceRow);
    const chosen = await chooseAll(rows, select, surroundings);
    writeReport(reportChoices(name, rows, chosen), print, values.json, surroundings);
  },
};

type Select = NonNullable<Controller["select"]>;

/** The candidate that is chosen for each row; null where none is. */
async function chooseAll(
  rows: readonly ChoiceRow[],
  select: Select,
  { progress }: SuiteDependencies,
): Promise<readonly (string | null)[]> {
  const ontology = createOntology();
  const patience = createPatience();
  const chosen: (string | null)[] = [];
  for (const row of rows) {
    progress(chosen.length, rows.length);
    const task = openTask(row, ontology.get(row.task)?.description ?? "");
    const model = await modelChosen(select, { text: row.request, tasks: [task] }, patience);
    chosen.push(row.candidates.find((one) => one.model === model)?.model ?? null);
  }
  return chosen;
}

function reportChoices(
  controller: string,
  rows: readonly ChoiceRow[],
  chosen: readonly (string | null)[],
): ChoicesReport {
  const isRight = rows.map(({ right }, at) => chosen[at] === right);
  const firstIsRight = rows.map(({ candidates, right }) => candidates[0]?.model === right);
  return {
    ...{ suite: "choices", controller, rows: rows.length },
    right: percentOf(isRight),
    firstIsRight: percentOf(firstIsRight),
    rightOfOthers: percentOf(isRight.filter((_, at) => !firstIsRight[at])),
    none: percentOf(chosen.map((one) => one === null)),
  };
}

/** The model that was named for the only task; undefined where none was, or the call failed. */
async function modelChosen(select: Select, request: SelectRequest, patience: Patience): Promise<string | undefined> {
  try {
    const choices = await select(request);
    patience.succeeded();
    return choices.find(({ task }) => task === 0)?.model;
  } catch (error) {
    // Anything else is a fault in the code, and no measurement.
    if (!(error instanceof AppError)) throw error;
    patience.failed(error);
    return undefined;
  }
}

const openTask = ({ task: type, candidates }: ChoiceRow, does: string): OpenTask => ({
  ...{ task: 0, type, does },
  candidates: candidates.map((one) => ({ model: one.model, facts: factsInWords(asExpert(type, one), null) })),
});

const asExpert = (
  taskType: string,
  { model, description, licence, ...known }: ChoiceRow["candidates"][number],
): Expert => ({
  endpoint: { ...{ provider: "huggingface", model, taskType, description, licence, grade: "full" } },
  facts: {
    ...{ id: model, organization: null, licence, licenceConfidence: "sure", parametersConfidence: "sure" },
    ...{ bytes: null, bytesConfidence: "unsure", scores: [], downloadsOn: null, gated: null },
    ...known,
  },
  prices: [],
});

const print = ({ controller, rows, right, firstIsRight, rightOfOthers, none }: ChoicesReport): string =>
  `Choices among models: ${rows} requests, by the ${controller} controller.

${right.toFixed(1)} % right, where the first candidate always would be for ${firstIsRight.toFixed(1)} %.
Of requests that speak for another than the first: ${rightOfOthers.toFixed(1)} % right.
${none.toFixed(1)} % without a choice.
`;
