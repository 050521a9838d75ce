import { baseKind } from "../../../domain/kinds.ts";
import type { SystemFacts } from "../../../domain/system-facts.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import type { PlanSketch } from "./sketch.ts";

/** How much less likely another type may be to stand in for one that nothing here does; log-odds. */
const MAX_LESS_LIKELY = 3;
/** A type as unlikely as this is not what was meant, whatever can run. */
const MIN_ODDS = -3;

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
    const least = Math.max(MIN_ODDS, odds(type.name) - MAX_LESS_LIKELY);
    const [best] = ontology.all
      .filter((other) => facts.does(other.name) && odds(other.name) >= least && formOf(other) === formOf(type))
      .toSorted((a, b) => odds(b.name) - odds(a.name));
    return best ? { ...task, type: best.name } : task;
  });
  return { ...sketch, tasks };
}

/** What a type takes and gives, coarsely: "image > image". */
const formOf = ({ inputs, outputs }: TaskType): string => {
  const taken = inputs.filter(({ name, kinds }) => name !== "text" || !kinds.includes("text"));
  return `${taken.map(({ kinds }) => kinds.map(baseKind)).join()} > ${outputs[0]?.kinds.map(baseKind).join()}`;
};
