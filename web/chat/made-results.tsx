import { useMemo } from "react";
import type { ResourceView, RunView, TaskView } from "../../src/client/client.ts";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { arrangeResult } from "../values/arrange-result.ts";
import { DataShown } from "../values/data/data-shown.tsx";
import { TaskResult } from "../values/task-result.tsx";
import { sourceOf } from "../values/task-sources.ts";
import { FileShown } from "../values/value-shown.tsx";
import styles from "./turn.module.css";

/** What a run made, each as what it is, and beside what it was made of; a form that was filled in first. @param known files that tasks may have used */
export default function MadeResults({
  run,
  known,
  onExpired,
}: {
  readonly run: Pick<RunView, "tasks" | "files" | "structured">;
  readonly known: readonly ResourceView[];
  readonly onExpired: () => void;
}) {
  const { tasks, files } = useMemo(() => resultsOf(run, known), [run, known]);
  const form = run.structured?.as === "filled" ? run.structured : null;
  if (tasks.length + files.length === 0 && !form) return null;
  return (
    <ul className={styles.made} aria-label="What was made">
      {form ? (
        <li>
          <Guard fallback={<NotLoaded what={form.name} />}>
            <DataShown data={form.value} name={form.name} />
          </Guard>
        </li>
      ) : null}
      {tasks.map((task) => (
        <li key={task.id}>
          <p className={styles.madeBy} title={task.task}>
            {task.title}
          </p>
          <Guard fallback={<NotLoaded what={`What came of “${task.title}”`} />}>
            <TaskResult task={task} files={known} tasks={run.tasks} onExpired={onExpired} />
          </Guard>
        </li>
      ))}
      {files.map((file) => (
        <li key={file.id}>
          <Guard fallback={<NotLoaded what={file.name} />}>
            <FileShown file={file} onExpired={onExpired} />
          </Guard>
        </li>
      ))}
    </ul>
  );
}

interface Results {
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
    const [first] = Object.values(task.outputs);
    // Words stand in the answer already: beside them only files are left to show.
    if (first && !("text" in first) && filesOf(task).length > 0) return true;
    if (used.has(task.id)) return false;
    const sources = { image: sourceOf(task, "image", named), audio: null };
    return arrangeResult(task.outputs, sources).some(({ as }) => as === "boxes" || as === "regions");
  };
  const tasks = run.tasks.filter(isSeen);
  const shown = new Set(tasks.flatMap(filesOf).map(({ id }) => id));
  return { tasks, files: run.files.filter(({ id }) => !shown.has(id)) };
}
