import { fitsAny } from "../../../src/domain/kinds.ts";
import type { RunView, TaskView, ValueView } from "../../../src/http/schemas/views.ts";
import { type Node, placeAll, rightPlans } from "../../labelled/fit.ts";
import type { MuseRow } from "../../requests/row.ts";

/** What a run came to: `right` or `wrong` as HIVE's final output (O), `error` when it broke off. */
export type Output = "right" | "wrong" | "error";

/** Whether a run gave what the request asks for, made by the right tasks. */
export function outputOf(run: RunView, row: MuseRow): Output {
  if (isRight(run, row)) return "right";
  return run.status === "succeeded" ? "wrong" : "error";
}

/** Whether the tasks of some right plan can all be done with these task types. */
export const canBeDone = (row: MuseRow, taskTypes: ReadonlySet<string>): boolean =>
  rightPlans(row).some(({ tasks }) =>
    tasks.every((task) => (typeof task === "string" ? [task] : task.anyOf).some((name) => taskTypes.has(name))),
  );

/** Some right plan is in what ran, its tasks gave every kind that is asked for, and say the words that are due. */
function isRight(run: RunView, row: MuseRow): boolean {
  const done = new Map(run.tasks.filter(({ status }) => status === "succeeded").map((task) => [task.id, task]));
  return rightPlans(row).some((plan) => {
    const placed = placeAll([...done.values()].map(toNode), plan);
    if (!placed) return false;
    const values = placed.flatMap(({ id }) => Object.values(done.get(id)?.outputs ?? {}));
    return row.asks.every((kind) => values.some((value) => fitsAny(value.kind, [kind]))) && says(values, row);
  });
}

const toNode = ({ id, task, dep }: TaskView): Node => ({ id, type: task, givers: dep.filter((giver) => giver >= 0) });

function says(values: readonly ValueView[], { contains = [] }: MuseRow): boolean {
  const text = values.map(textOf).join("\n").toLowerCase();
  return contains.every((choices) => choices.some((words) => text.includes(words.toLowerCase())));
}

const textOf = (value: ValueView): string =>
  "text" in value ? value.text : "data" in value ? JSON.stringify(value.data) : (value.excerpt ?? "");
