import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fileAt, type InputFile, readArguments } from "../evaluation/arguments.ts";
import { DataError, type SuiteDependencies, UsageError } from "../evaluation/suite.ts";
import type { Profiles } from "../src/planning/embedded/trained/profiles.ts";
import { exampleOf } from "./example.ts";
import { fitProfile, type Material } from "./fit/profile.ts";
import { OPTIONS } from "./options.ts";
import { packProfile } from "./pack.ts";
import { ALL_TYPES, readRequests } from "./read-requests.ts";
import { readTaskbench, TASKBENCH_TYPES, taskbenchOntology } from "./read-taskbench.ts";
import { ontology } from "./request-row.ts";
import { type Scores, scoresOf } from "./scores.ts";
import { crossValidate } from "./validate.ts";

export const USAGE = `npm run train:planner -- PATH [--no-validation]

  PATH             labelled requests in the TaskBench format: one JSON object a line, with id, user_request,
                   task_nodes and task_links. The requests of training/requests/ are used as well.
  --no-validation  write the weights and leave the scores as they are`;

/** 0: trained; 1: an input could not be used; 2: wrong usage. */
export const EXIT = { trained: 0, unusable: 1, usage: 2 } as const;

interface Process extends Pick<SuiteDependencies, "folder" | "write" | "progress"> {
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
/** Of the many requests of ours one part in five is enough to be measured on. */
const PLANNED_FOLDS = { people: 1, taskbench: FOLDS } as const;

async function run(given: readonly string[], process: Process): Promise<void> {
  const { values, positionals } = readArguments(given, {
    "no-validation": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) {
    process.write(`${USAGE}\n`);
    return;
  }
  const [shown, ...more] = positionals;
  if (shown === undefined || more.length > 0) throw new UsageError("One PATH of labelled requests is wanted");
  const materials = await readMaterials(fileAt(shown, process));
  const steps = 2 + (values["no-validation"] ? 0 : PLANNED_FOLDS.people + PLANNED_FOLDS.taskbench);
  let done = 0;
  const step = (): void => process.progress(++done, steps);
  process.progress(done, steps);

  const fitted = ofBoth((name) => {
    const profile = fitProfile(materials[name], OPTIONS[name]);
    step();
    return packProfile(profile);
  });
  const weights = `${JSON.stringify(fitted)}\n`;
  await writeFile(join(process.target, "weights.json"), weights);
  process.write(`weights.json: ${gzipSync(weights, { level: 9 }).length} bytes when compressed\n`);
  if (values["no-validation"]) return;

  const scores = ofBoth((name): Scores => {
    const validation = { folds: FOLDS, planned: PLANNED_FOLDS[name], onFold: step };
    return scoresOf(materials[name].examples.length, crossValidate(materials[name], OPTIONS[name], validation));
  });
  const text = `${JSON.stringify(scores, null, 2)}\n`;
  await writeFile(join(process.target, "scores.json"), text);
  process.write(text);
}

type ByProfile<T> = Readonly<Record<keyof Profiles, T>>;

async function readMaterials({ path, shown }: InputFile): Promise<ByProfile<Material>> {
  const taskbench = (await readTaskbench(path, shown)).map(exampleOf);
  const people = (await readRequests()).map(exampleOf);
  return {
    people: { examples: people, strangers: taskbench, types: ALL_TYPES, ontology },
    taskbench: { examples: taskbench, strangers: [], types: TASKBENCH_TYPES, ontology: taskbenchOntology },
  };
}

const ofBoth = <T>(make: (name: keyof Profiles) => T): ByProfile<T> => ({
  people: make("people"),
  taskbench: make("taskbench"),
});
