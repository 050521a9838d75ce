import { lazy, Suspense, useMemo } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import styles from "./approval.module.css";
import type { Tasks } from "./plan-edit.ts";

const TaskGraph = lazy(async () => ({ default: (await import("../plan/task-graph.tsx")).TaskGraph }));

/** The edited plan as a picture. It says nothing that the list of tasks doesn't, which stands without it. */
export function PlanGraph({
  tasks,
  files,
  onSelect,
}: {
  readonly tasks: Tasks;
  readonly files: readonly ResourceView[];
  readonly onSelect: (task: number) => void;
}) {
  const byId = useMemo(() => new Map(files.map((file) => [file.id, file])), [files]);
  return (
    <div className={styles.graph}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <TaskGraph tasks={tasks} files={byId} selected={null} onSelect={onSelect} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
