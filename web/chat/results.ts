import type { ResourceView, RunView, TaskView } from "../../src/client/client.ts";
import { arrangeResult } from "../values/arrange-result.ts";
import { sourceOf } from "../values/task-sources.ts";

export interface Results {
  /** Those whose results belong into the thread, in the order of the plan. */
  readonly tasks: readonly TaskView[];
  /** What was made besides. */
  readonly files: readonly ResourceView[];
}

const filesOf = ({ outputs }: TaskView): readonly ResourceView[] =>
  Object.values(outputs).flatMap((value) => ("resource" in value ? [value.resource] : []));

/**
 * What of a run is to be seen under its answer: files, and what was found in a picture and is not the end of it.
 * What is text stands in the answer.
 */
export function resultsOf(run: Pick<RunView, "tasks" | "files">, known: readonly ResourceView[]): Results {
  const used = new Set(run.tasks.flatMap(({ dep }) => dep));
  const named = { files: known, tasks: run.tasks };
  const isSeen = (task: TaskView): boolean => {
    if (filesOf(task).length > 0) return true;
    if (used.has(task.id)) return false;
    const sources = { image: sourceOf(task, "image", named), audio: null };
    return arrangeResult(task.outputs, sources).some(({ as }) => as === "boxes" || as === "regions");
  };
  const tasks = run.tasks.filter(isSeen);
  const shown = new Set(tasks.flatMap(filesOf).map(({ id }) => id));
  return { tasks, files: run.files.filter(({ id }) => !shown.has(id)) };
}
