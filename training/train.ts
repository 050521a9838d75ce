import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadKernelModule } from "#planner-files";
import { fileAt, type InputFile, readArguments } from "../evaluation/arguments.ts";
import { DataError, type SuiteDependencies, UsageError } from "../evaluation/suite.ts";
import { planRows } from "../evaluation/suites/taskbench/plan-rows.ts";
import { reportPlanned } from "../evaluation/suites/taskbench/planned.ts";
import { printPlanned } from "../evaluation/suites/taskbench/print-planned.ts";
import { readRequests as readUnseen } from "../evaluation/suites/taskbench/read-rows.ts";
import type { Ontology } from "../src/domain/task-types/index.ts";
import type { ReadConstraints } from "../src/planning/embedded/constraints/index.ts";
import { createEmbeddedController } from "../src/planning/embedded/index.ts";
import { type Network, readNetwork } from "../src/planning/embedded/rank/network.ts";
import type { Calibration } from "../src/planning/embedded/rank/sketch.ts";
import { WISH_TAGS } from "../src/planning/embedded/rank/wish-tags.ts";
import { loadWordVectors } from "../src/words/stored.ts";
import { type Example, examplesOf, type Labelled } from "./example.ts";
import { exportLine, isHeldBack } from "./export.ts";
import { fitCalibration } from "./fit/calibration.ts";
import { ALL_TYPES, readRequests, requestFiles } from "./read-requests.ts";
import { readTaskbench, TASKBENCH_TYPES, taskbenchOntology } from "./read-taskbench.ts";
import { ontology } from "./request-row.ts";
import { scoresOf } from "./scores.ts";
import { FACTS } from "./truths.ts";
import { crossValidated, type Outcome, planUnseen } from "./validate.ts";

export const USAGE = `npm run train:planner -- FOLDER [--learnt]
npm run train:planner -- FOLDER [--learnt] --further FILE.jsonl...
npm run train:planner -- FOLDER [--learnt] --taskbench ROWS.jsonl UNSEEN.jsonl

  FOLDER       where what is learnt from, and what is learnt, is kept
  --further    the planner's network goes on from what it knows, with the requests of these files of training/requests/,
               from which it has not learnt yet
  --learnt     the networks are there already
  --taskbench  write nothing into the planner, but have its network go on with ROWS, labelled requests in the TaskBench
               format, and print how that plans those of UNSEEN`;

/** 0: trained; 1: an input could not be used; 2: wrong usage. */
export const EXIT = { trained: 0, unusable: 1, usage: 2 } as const;

interface Process extends SuiteDependencies {
  readonly writeError: (text: string) => void;
  /** The folder that the planner's network, its calibration and scores are written into. */
  readonly target: string;
  /** Fits networks to the examples in a folder, by a script of `network/`. @throws {DataError} where it cannot run. */
  readonly learn: (folder: string, how: "anew" | "further") => Promise<void>;
}

/** Fits the embedded planner's network, and measures them on unseen requests. @returns the exit code. */
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

async function run(given: readonly string[], process: Process): Promise<void> {
  const { values, positionals } = readArguments(given, {
    further: { type: "boolean" },
    learnt: { type: "boolean" },
    taskbench: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) {
    process.write(`${USAGE}\n`);
    return;
  }
  const [folder, ...files] = positionals;
  const isFits = values.taskbench ? files.length === 2 : values.further ? files.length > 0 : files.length === 0;
  if (folder === undefined || !isFits || (values.further && values.taskbench)) throw new UsageError(wanted(values));
  const learner = { folder: resolve(process.folder, folder), isLearnt: values.learnt ?? false, process };
  const [rows, unseen] = files.map((file) => fileAt(file, process));
  if (values.further) await goFurther(files, learner);
  else if (rows && unseen) await measureFitted(rows, unseen, learner);
  else {
    const fitted = await fitTo(await readRequests(), { ...OURS, isFresh: null }, learner);
    await keep(fitted, learner);
    const calibration = `${JSON.stringify(rounded(fitted.calibration), null, 2)}\n`;
    await writeFile(join(process.target, "calibration.json"), calibration);
  }
}

function wanted({ further, taskbench }: { readonly further?: boolean; readonly taskbench?: boolean }): string {
  if (further && taskbench) return "One of --further and --taskbench is wanted";
  return taskbench
    ? "A folder and two files are wanted"
    : further
      ? "A folder and files are wanted"
      : "One folder is wanted";
}

interface Learner {
  readonly folder: string;
  /** The networks are there already. */
  readonly isLearnt: boolean;
  readonly process: Process;
}

/** Names of what the learner writes: a network fitted to all parts but one, and one fitted to all. */
const NETWORKS = { held: "network-held.safetensors", whole: "network.safetensors" } as const;

/** What the networks tell: their task types and facts. */
const OUTPUTS = "outputs.json";

/** What they are to learn from. */
const EXAMPLES = "examples.jsonl";

/** Each half is calibrated with what the other half teaches. */
const VALIDATED_PARTS = 2;

/**
 * Fits the planner's network to requests that it has not seen, and measures it by some of them that it does not see now. Its
 * calibration stays: what is written for what was wrong is harder than what people ask.
 */
async function goFurther(files: readonly string[], learner: Learner): Promise<void> {
  const names = await requestFiles();
  const unknown = files.find((file) => !names.includes(file));
  if (unknown !== undefined) throw new DataError(`${unknown}: there is no such file in training/requests/`);
  const isFresh = ({ id }: Example): boolean => files.includes(id.replace(/:.*/, ""));
  await keep(await fitTo(await readRequests(), { ...OURS, isFresh }, learner), learner);
}

/** Writes the network into the planner, with its scores. */
async function keep({ outcomes, examples }: Fitted, { folder, process }: Learner): Promise<void> {
  await copyFile(join(folder, NETWORKS.whole), join(process.target, NETWORKS.whole));
  const written = examples.filter(({ isComposed }) => !isComposed).length;
  const scores = scoresOf(written, crossValidated(outcomes, VALIDATED_PARTS));
  const text = `${JSON.stringify(scores, null, 2)}\n`;
  await writeFile(join(process.target, "scores.json"), text);
  process.write(text);
}

/** Has the planner go further with rows of TaskBench, and prints of others what `npm run evaluate -- taskbench` prints. */
async function measureFitted({ path, shown }: InputFile, unseen: InputFile, learner: Learner): Promise<void> {
  const requests = await readUnseen(unseen);
  const rows = await readTaskbench(path, shown);
  const { network, calibration } = await fitTo(rows, { ...TASKBENCH, isFresh: () => true }, learner);
  const controller = createEmbeddedController({
    vectors: loadWordVectors,
    network: () => Promise.resolve(network),
    constraintReader: () => Promise.resolve(readNothing),
    calibration,
  });
  const planned = await planRows(requests, controller, learner.process);
  learner.process.write(printPlanned(reportPlanned("embedded, fitted", planned)));
}

/** These requests restrict nothing, and a tagger would know its words by another network's vectors. */
const readNothing: ReadConstraints = (text) => ({ constraints: {}, budget: {}, rest: text, unread: [] });

/** What plans are made of. */
interface Domain {
  readonly types: readonly string[];
  readonly ontology: Ontology;
}
const OURS: Domain = { types: ALL_TYPES, ontology };
const TASKBENCH: Domain = { types: TASKBENCH_TYPES, ontology: taskbenchOntology };

interface Learning extends Domain {
  /** Whether an example has come since the planner's network was learnt, which goes further; null to learn another anew. */
  readonly isFresh: ((example: Example) => boolean) | null;
}

interface Fitted {
  readonly network: Network;
  readonly calibration: Calibration;
  readonly examples: readonly Example[];
  readonly outcomes: readonly Outcome[];
}

/** Learns networks, and calibrates plans by a part of the examples, through one that has not seen them. */
async function fitTo(
  rows: readonly Labelled[],
  { types, ontology, isFresh }: Learning,
  { folder, isLearnt, process }: Learner,
): Promise<Fitted> {
  const vectors = await loadWordVectors();
  const examples = rows.flatMap((row) => examplesOf(row, vectors));
  if (isLearnt) await checkOutputs(folder, outputsOf(types));
  else {
    await mkdir(folder, { recursive: true });
    await writeExamples(folder, examples, types, isFresh ?? (() => false));
    if (isFresh)
      await writeFile(
        join(folder, NETWORKS.whole),
        await read(process.target, NETWORKS.whole, "there is no network to go further from"),
      );
    await process.learn(folder, isFresh ? "further" : "anew");
  }
  const network = await networkIn(folder, "whole");
  const held = isFresh ? network : await networkIn(folder, "held");
  const unseen = examples.filter(
    (one) => !one.isPlain && (isFresh ? isFresh(one) && isHeldBack(one, true) : isHeldBack(one, false)),
  );
  const outcomes = planUnseen(unseen, held, ontology);
  return { network, calibration: fitCalibration(outcomes), examples, outcomes };
}

const outputsOf = (types: readonly string[]): string => JSON.stringify({ types, facts: FACTS, wishTags: WISH_TAGS });

/** Writes what is learnt from. @param isFresh whether an example has come since the network was learnt */
async function writeExamples(
  folder: string,
  examples: readonly Example[],
  types: readonly string[],
  isFresh: (example: Example) => boolean,
): Promise<void> {
  await writeFile(join(folder, OUTPUTS), outputsOf(types));
  const lines = examples.map((example) => `${exportLine(example, isFresh(example))}\n`);
  await writeFile(join(folder, EXAMPLES), lines.join(""));
}

/** @throws {DataError} where the networks in a folder were learnt for other types and facts. */
async function checkOutputs(folder: string, wanted: string): Promise<void> {
  const found = await read(folder, OUTPUTS, "there is no such file, train without --learnt");
  if (found.toString() !== wanted)
    throw new DataError(`${join(folder, OUTPUTS)}: these are other types or facts, train without --learnt`);
}

async function networkIn(folder: string, which: keyof typeof NETWORKS): Promise<Network> {
  const file = await read(folder, NETWORKS[which], "there is no network, train without --learnt");
  return readNetwork(Uint8Array.from(file), await loadKernelModule());
}

/** @throws {DataError} with what to do where a file is not there. */
function read(folder: string, name: string, otherwise: string): Promise<Buffer> {
  const path = join(folder, name);
  return readFile(path).catch(() => {
    throw new DataError(`${path}: ${otherwise}`);
  });
}

/** A calibration keeps so many digits after the point. */
const DIGITS = 3;

function rounded({ slope, offset }: Calibration): Calibration {
  const round = (value: number): number => Math.round(value * 10 ** DIGITS) / 10 ** DIGITS;
  return { slope: round(slope), offset: round(offset) };
}
