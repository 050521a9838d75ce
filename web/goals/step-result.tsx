import type { ResourceView } from "../../src/client/client.ts";
import { useKnownRun } from "../chat/conversation-queries.ts";
import { Fault } from "../ui/fault.tsx";
import { TaskResult } from "../values/task-result.tsx";
import styles from "./goal.module.css";

/** What the run of a step made, each as what it is. @param files that the goal was given */
export default function StepResult({
  run: id,
  files,
}: {
  readonly run: string;
  readonly files: readonly ResourceView[];
}) {
  const { data: run, error, refetch } = useKnownRun(id, false);
  if (error) return <Fault fault={error} />;
  if (!run) return <p className={styles.soft}>It is being read.</p>;
  // What another task took is on the way to what the step gives.
  const used = new Set(run.tasks.flatMap(({ dep }) => dep));
  const last = run.tasks.filter(({ id: task }) => !used.has(task));
  return (
    <div className={styles.outputs}>
      {last.map((task) => (
        <TaskResult
          key={task.id}
          task={task}
          files={[...files, ...run.files]}
          tasks={run.tasks}
          onExpired={() => void refetch()}
        />
      ))}
    </div>
  );
}
