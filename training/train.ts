import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fileAt, readArguments } from "../evaluation/arguments.ts";
import { DataError, type SuiteDependencies, UsageError } from "../evaluation/suite.ts";
import { loadWordVectors } from "../src/words/stored.ts";
import { exampleOf } from "./example.ts";
import { fitProfile } from "./fit/profile.ts";
import { OPTIONS } from "./options.ts";
import { packProfile } from "./pack.ts";
import { ALL_TYPES, readRequests } from "./read-requests.ts";
import { ontology } from "./request-row.ts";
import { scoresOf } from "./scores.ts";
import { measureFitted } from "./taskbench/fit.ts";
import { crossValidate } from "./validate.ts";

export const USAGE = `npm run train:planner [-- --no-validation]
npm run train:planner -- --taskbench ROWS.jsonl UNSEEN.jsonl

  --no-validation  write the weights and leave the scores as they are
  --taskbench      write nothing, but fit the same learner to ROWS, labelled requests in the TaskBench format, and print
                   how it plans those of UNSEEN`;

/** 0: trained; 1: an input could not be used; 2: wrong usage. */
export const EXIT = { trained: 0, unusable: 1, usage: 2 } as const;

interface Process extends SuiteDependencies {
  readonly writeError: (text: string) => void;
  /** The folder that weights.json and scores.json are written into. */
  readonly target: string;
}

/** Fits the embedded planner's weights, and measures them on unseen requests. @returns the exit code. */
export async function train(given: readonly string[], process: Process): Promise<number> {
  try {
    await run(given, process);
    return EXIT.trained;
  } catch (error) {
    if (error instanceof UsageError) {
      process.writeError(`${error.message}\n\n${USAGE}\n`);
      return EXIT.usage;
    }
    if (!(error instanceof DataError)) throw error;
    process.writeError(`${error.message}\n`);
    return EXIT.unusable;
  }
}

const FOLDS = 5;
/** Of many requests one part in five is enough to be measured on. */
const PLANNED_FOLDS = 1;

async function run(given: readonly string[], process: Process): Promise<void> {
  const { values, positionals } = readArguments(given, {
    "no-validation": { type: "boolean" },
    taskbench: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) {
    process.write(`${USAGE}\n`);
    return;
  }
  if (values.taskbench) {
    const [rows, unseen, ...more] = positionals;
    if (rows === undefined || unseen === undefined || more.length > 0) throw new UsageError("Two files are wanted");
    process.write(await measureFitted(fileAt(rows, process), fileAt(unseen, process), process));
    return;
  }
  if (positionals.length > 0) throw new UsageError("No argument is wanted");
  const vectors = await loadWordVectors();
  const examples = (await readRequests()).map((row) => exampleOf(row, { vectors }));
  const material = { examples, types: ALL_TYPES, ontology };
  const steps = 1 + (values["no-validation"] ? 0 : PLANNED_FOLDS);
  let done = 0;
  const step = (): void => process.progress(++done, steps);
  process.progress(done, steps);

  const weights = `${JSON.stringify(packProfile(fitProfile(material, OPTIONS)))}\n`;
  step();
  await writeFile(join(process.target, "weights.json"), weights);
  process.write(`weights.json: ${gzipSync(weights, { level: 9 }).length} bytes when compressed\n`);
  if (values["no-validation"]) return;

  const validation = { folds: FOLDS, planned: PLANNED_FOLDS, onFold: step };
  const scores = scoresOf(
    examples.filter(({ isComposed }) => !isComposed).length,
    crossValidate(material, OPTIONS, validation),
  );
  const text = `${JSON.stringify(scores, null, 2)}\n`;
  await writeFile(join(process.target, "scores.json"), text);
  process.write(text);
}
