import { type BaseKind, baseKind } from "../../../domain/kinds.ts";
import type { SystemFacts } from "../../../domain/system-facts.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { readThingsAsked } from "../../../words/things/index.ts";
import { readAskedOfPictures } from "../../../words/things/request.ts";
import type { Clause } from "../read/clauses.ts";
import { answers, objectPort } from "./ports.ts";
import type { PlanSketch } from "./sketch.ts";

/** Log-odds below which a type is not what was meant, whatever can run. */
const MIN_ODDS = -1.5;

/**
 * A sketch with task types that run here in the place of others that do not, where the words may as well mean them and
 * they take and give the same: to sharpen a picture is `image-editing` as well as `image-to-image`.
 * @param odds the log-odds of a task type by the words
 */
export function preferRunning(
  sketch: PlanSketch,
  ontology: Ontology,
  facts: SystemFacts,
  odds: (taskType: string) => number,
): PlanSketch {
  const tasks = sketch.tasks.map((task) => {
    const type = ontology.get(task.type);
    if (!type || facts.does(type.name)) return task;
    const [best] = ontology.all
      .filter((other) => facts.does(other.name) && odds(other.name) >= MIN_ODDS && formOf(other) === formOf(type))
      // A sketch has each type once: the two would become one, and what was wished of one of them would be lost.
      .filter(({ name }) => !sketch.tasks.some((one) => one.type === name))
      .toSorted((a, b) => odds(b.name) - odds(a.name));
    return best ? { ...task, type: best.name } : task;
  });
  return { ...sketch, tasks };
}

/** Whether a type finds things in a picture: it answers which of them are there, and how many, whatever was thought of. */
const finds = ({ outputs }: TaskType): boolean => outputs.some(({ name }) => name === "objects");

/** Whether a sketch has things found in pictures. */
export const detects = ({ tasks }: PlanSketch, ontology: Ontology): boolean =>
  tasks.some(({ type }) => {
    const known = ontology.get(type);
    return known !== undefined && finds(known);
  });

/** Whether a clause asks which things are in pictures, or how many, and nothing besides: "which of these shows a cat". */
export function asksForThings({ text }: Pick<Clause, "text">): boolean {
  const asked = readAskedOfPictures(text);
  return asked !== null && asked.things.length > 0 && asked.others.length === 0;
}

/** "What can you see in this picture?": whatever can be found answers it. */
function asksForAnything({ text, as }: Clause): boolean {
  const { things, others } = readThingsAsked(text);
  return as === "question" && things.length === 0 && others.length === 0;
}

/** Whether a clause asks what a thing is of a kind that has several which can be found: "what animal is that", and no breed of dog. */
const asksWhichKind = ({ text }: Pick<Clause, "text">): boolean =>
  readThingsAsked(text).things.some(({ kinds }) => kinds.length > 1);

/**
 * A sketch that finds things where its own way to tell what pictures show does not run here: to say what kind of thing it
 * is, to choose among kinds of picture, or to describe them.
 */
export function preferDetecting(
  sketch: PlanSketch,
  clauses: readonly Clause[],
  ontology: Ontology,
  facts: SystemFacts,
): PlanSketch {
  const finder = ontology.all.find((type) => finds(type) && facts.does(type.name));
  if (!finder) return sketch;
  const tasks = sketch.tasks.map((task, place) => {
    const type = ontology.get(task.type);
    const isGiver = sketch.links.some(([from]) => from === place);
    const clause = clauses.findLast(({ start }) => start <= task.at);
    const looks =
      type?.inputs[0]?.kinds.map(baseKind).includes("image") === true && type.outputs[0]?.kinds[0] !== "image";
    if (!type || !clause || !looks || facts.does(type.name)) return task;
    const names = type.inputs.length === 1 && type.outputs[0]?.kinds[0] === "data";
    const isAsked = asksForThings(clause) || (!isGiver && asksForAnything(clause));
    return isAsked || (names && asksWhichKind(clause)) ? { ...task, type: finder.name } : task;
  });
  return { ...sketch, tasks };
}

/** What a type takes and gives, but for words that it is told: "image > image", "image/pose > image". */
const formOf = ({ inputs, outputs }: TaskType): string => {
  const taken = inputs.filter(({ name, kinds }) => name !== "text" || !kinds.includes("text"));
  return `${taken.map(({ kinds }) => kinds).join()} > ${outputs[0]?.kinds.join()}`;
};

/** What is at hand says more of what a question is put to than its words do, */
const MIN_FITTING_ODDS = -4;
/** unless it is so much more likely to be one of general knowledge. */
const GENERAL_LEAD = 3;

/**
 * A sketch in which each question is put to what is there: one about a document to the text that came instead of one, and
 * one that could be of general knowledge to the file at hand.
 * @param kinds of what is at hand
 */
export function preferFitting(
  sketch: PlanSketch,
  ontology: Ontology,
  kinds: readonly BaseKind[],
  odds: (taskType: string) => number,
): PlanSketch {
  const takes = (type: TaskType): boolean =>
    objectPort(type)?.kinds.some((kind) => kinds.includes(baseKind(kind))) === true;
  const tasks = sketch.tasks.map((task, place) => {
    const type = ontology.get(task.type);
    const isGiven = kinds.length > 0 && !sketch.links.some(([, to]) => to === place);
    if (!type || !isGiven || !answers(type)) return task;
    const isGeneral = type.inputs.length === 1;
    if (!isGeneral && (objectPort(type)?.required !== true || takes(type))) return task;
    const least = isGeneral ? Math.max(MIN_FITTING_ODDS, odds(type.name) - GENERAL_LEAD) : MIN_FITTING_ODDS;
    const [best] = ontology.all
      .filter((other) => answers(other) && takes(other) && odds(other.name) >= least)
      .toSorted((a, b) => odds(b.name) - odds(a.name));
    return best ? { ...task, type: best.name } : task;
  });
  return { ...sketch, tasks };
}
