/** `npm run train:planner -- PATH`: fits the embedded planner's weights and writes them. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { exampleOf } from "./example.ts";
import { fitProfile, type ProfileOptions } from "./fit/profile.ts";
import { packProfile } from "./pack.ts";
import { ALL_TYPES, ontology, readRequests } from "./read-requests.ts";
import { readTaskbench, TASKBENCH_TYPES, taskbenchOntology } from "./read-taskbench.ts";

const WEIGHTS = new URL("../src/planning/embedded/trained/weights.json", import.meta.url);

export const OPTIONS: Readonly<Record<"people" | "taskbench", ProfileOptions>> = {
  people: {
    linear: { l2: 0.3, iterations: 40, minCount: 5, ends: false },
    l2: { paths: 3, arcs: 2, ranking: 3 },
  },
  taskbench: {
    linear: { l2: 4, iterations: 40, minCount: 3, ends: true },
    l2: { paths: 3, arcs: 2, ranking: 3 },
  },
};

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Which file of labelled requests in the TaskBench format?");
const people = (await readRequests()).map(exampleOf);
const taskbench = (await readTaskbench(resolve(process.env.INIT_CWD ?? process.cwd(), path), path)).map(exampleOf);
const profiles = {
  people: packProfile(fitProfile(people, taskbench, ALL_TYPES, ontology, OPTIONS.people)),
  taskbench: packProfile(fitProfile(taskbench, [], TASKBENCH_TYPES, taskbenchOntology, OPTIONS.taskbench)),
};
await writeFile(WEIGHTS, `${JSON.stringify(profiles)}\n`);
