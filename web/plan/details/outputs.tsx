import { lazy, Suspense } from "react";
import type { ResourceView, RunView, TaskView } from "../../../src/client/client.ts";
import styles from "./task-details.module.css";

const TaskResult = lazy(async () => ({ default: (await import("../../values/task-result.tsx")).TaskResult }));

/** What a task made, as what it is. */
export function Outputs({
  run,
  task,
  files,
}: {
  readonly run: RunView;
  readonly task: TaskView;
  readonly files: ReadonlyMap<string, ResourceView>;
}) {
  if (Object.keys(task.outputs).length === 0) {
    return <p className={styles.soft}>{task.endedAt === null ? "Nothing yet." : "It made nothing."}</p>;
  }
  return (
    <Suspense fallback={<p className={styles.soft}>It is being shown.</p>}>
      <TaskResult task={task} files={[...files.values()]} tasks={run.tasks} />
    </Suspense>
  );
}
