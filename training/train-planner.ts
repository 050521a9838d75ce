/** `npm run train:planner -- PATH`: fits the embedded planner's weights, measures them on unseen requests, writes both. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { showProgress } from "../evaluation/progress.ts";
import { DataError } from "../evaluation/suite.ts";
import type { Ontology } from "../src/domain/task-types/index.ts";
import type { Profiles } from "../src/planning/embedded/trained/profiles.ts";
import { type Example, exampleOf } from "./example.ts";
import { fitProfile } from "./fit/profile.ts";
import { OPTIONS } from "./options.ts";
import { packProfile } from "./pack.ts";
import { ALL_TYPES, ontology, readRequests } from "./read-requests.ts";
import { readTaskbench, TASKBENCH_TYPES, taskbenchOntology } from "./read-taskbench.ts";
import { type Scores, scoresOf } from "./scores.ts";
import { crossValidate } from "./validate.ts";

const USAGE = `npm run train:planner -- PATH [--no-validation]

  PATH             labelled requests in the TaskBench format: one JSON object a line, with id, user_request,
                   task_nodes and task_links. The requests of training/requests/ are used as well.
  --no-validation  write the weights and leave the scores as they are`;

const FOLDER = new URL("../src/planning/embedded/trained/", import.meta.url);
const FOLDS = 5;
/** Of the many requests of ours one part in five is enough to be measured on. */
const VALIDATED_FOLDS = { people: 1, taskbench: FOLDS } as const;

interface Material {
  readonly examples: readonly Example[];
  /** Of another make. */
  readonly strangers: readonly Example[];
  readonly types: readonly string[];
  readonly ontology: Ontology;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { "no-validation": { type: "boolean" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  if (values.help || path === undefined || more.length > 0) {
    process.stdout.write(`${USAGE}\n`);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const people = (await readRequests()).map(exampleOf);
  const taskbench = (await readTaskbench(resolve(process.env.INIT_CWD ?? process.cwd(), path), path)).map(exampleOf);
  const materials: Readonly<Record<keyof Profiles, Material>> = {
    people: { examples: people, strangers: taskbench, types: ALL_TYPES, ontology },
    taskbench: { examples: taskbench, strangers: [], types: TASKBENCH_TYPES, ontology: taskbenchOntology },
  };
  const steps = values["no-validation"] ? 2 : 2 + VALIDATED_FOLDS.people + VALIDATED_FOLDS.taskbench;
  let done = 0;
  const progress = showProgress(process.stderr);
  const step = (): void => progress(++done, steps);
  progress(done, steps);

  const fitted = mapBoth((name) => {
    const { examples, strangers, types, ontology: known } = materials[name];
    const profile = fitProfile(examples, strangers, types, known, OPTIONS[name]);
    step();
    return packProfile(profile);
  });
  const weights = `${JSON.stringify(fitted)}\n`;
  await writeFile(new URL("weights.json", FOLDER), weights);
  process.stdout.write(`weights.json: ${gzipSync(weights, { level: 9 }).length} bytes when compressed\n`);
  if (values["no-validation"]) return;

  const scores = mapBoth((name): Scores => {
    const { examples, types, ontology: known } = materials[name];
    const validated = { folds: FOLDS, only: VALIDATED_FOLDS[name], progress: step };
    return scoresOf(examples.length, crossValidate(examples, types, known, OPTIONS[name], validated));
  });
  const text = JSON.stringify(scores, null, 2);
  await writeFile(new URL("scores.json", FOLDER), `${text}\n`);
  process.stdout.write(`${text}\n`);
}

const mapBoth = <T>(make: (name: keyof Profiles) => T): Readonly<Record<keyof Profiles, T>> => ({
  people: make("people"),
  taskbench: make("taskbench"),
});

try {
  await main();
} catch (error) {
  if (!(error instanceof DataError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
