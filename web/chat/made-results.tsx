import { useMemo } from "react";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { TaskResult } from "../values/task-result.tsx";
import { FileShown } from "../values/value-shown.tsx";
import { resultsOf } from "./results.ts";
import styles from "./turn.module.css";

/** What a run made, each as what it is, and beside what it was made of. @param known files that tasks may have used */
export default function MadeResults({
  run,
  known,
  onExpired,
}: {
  readonly run: Pick<RunView, "tasks" | "files">;
  readonly known: readonly ResourceView[];
  readonly onExpired: () => void;
}) {
  const { tasks, files } = useMemo(() => resultsOf(run, known), [run, known]);
  if (tasks.length + files.length === 0) return null;
  return (
    <ul className={styles.made} aria-label="What was made">
      {tasks.map((task) => (
        <li key={task.id}>
          <Guard fallback={<NotLoaded what={`What ${task.task} made`} />}>
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
