import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef } from "react";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { Tabs } from "../ui/tabs.tsx";
import { TaskDetails } from "./details/task-details.tsx";
import { standings } from "./graph/standing.ts";
import { filesOf } from "./graph/structure.ts";
import { RunHead } from "./run-head.tsx";
import styles from "./run-panel.module.css";
import { Timeline } from "./timeline/timeline.tsx";
import { useLookedAt, VIEWS } from "./use-looked-at.ts";
import { useSize } from "./use-size.ts";

const TaskGraph = lazy(async () => ({ default: (await import("./task-graph.tsx")).TaskGraph }));

/** From here on, the details of a task stand beside the graph; below, over it. */
const BESIDE_FROM_PX = 880;

/** A run, looked at from all sides: its graph, its time line and each task. */
export default function RunPanel({ run, onClose }: { readonly run: RunView; readonly onClose: () => void }) {
  const { view, task: selected, showView, select } = useLookedAt();
  const body = useRef<HTMLDivElement>(null);
  const [panel, size] = useSize<HTMLElement>();
  const files = useFiles(run);
  const standing = standings(run.tasks, run.status);
  const task = run.tasks.find(({ id }) => id === selected);
  const isCovered = task !== undefined && (size?.width ?? 0) < BESIDE_FROM_PX;

  const closeDetails = useCallback(() => {
    const opener = body.current?.querySelector<HTMLElement>(`[data-task-node="${selected}"]`);
    select(null);
    // What is covered cannot have the focus until it is uncovered.
    requestAnimationFrame(() => opener?.focus());
  }, [selected, select]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || task === undefined) return;
    event.stopPropagation();
    // Nor is it the sheet's, where the panel stands in one.
    event.preventDefault();
    closeDetails();
  };

  return (
    <section ref={panel} className={styles.panel} aria-label="The run" onKeyDown={onKeyDown}>
      <RunHead run={run} onClose={onClose} />
      {run.tasks.length === 0 ? (
        <NoPlan run={run} />
      ) : (
        <div className={styles.body}>
          <div ref={body} className={styles.views} inert={isCovered}>
            <Tabs label="Views of the run" tabs={VIEWS} shown={view} onShow={showView}>
              {view === "graph" ? (
                <Suspense fallback={<p className={styles.coming}>The graph is being drawn.</p>}>
                  <TaskGraph
                    tasks={run.tasks}
                    selected={selected}
                    onSelect={select}
                    statusOf={({ id }) => standing.get(id) ?? null}
                    files={files}
                  />
                </Suspense>
              ) : (
                <Timeline run={run} standing={standing} selected={selected} onSelect={select} />
              )}
            </Tabs>
          </div>
          {task === undefined ? null : (
            <TaskDetails
              key={task.id}
              run={run}
              task={task}
              standing={standing}
              files={files}
              onSelect={select}
              onClose={closeDetails}
            />
          )}
        </div>
      )}
    </section>
  );
}

/** What is said in the place of a plan that there is not, or not yet. */
function NoPlan({ run: { status, queuePosition } }: { readonly run: RunView }) {
  const words =
    queuePosition > 0
      ? `It waits for its turn; ${queuePosition === 1 ? "one run is" : `${queuePosition} runs are`} before it.`
      : status === "planning"
        ? "The plan is being made. Its tasks will stand here."
        : "This request was answered without a plan: no task was needed, or none could be found.";
  return <p className={styles.none}>{words}</p>;
}

/** The files that the tasks of a run take and make, by id, as far as they are known. */
function useFiles({ conversation, tasks, files }: RunView): ReadonlyMap<string, ResourceView> {
  const client = useClient();
  const made = new Set(files.map(({ id }) => id));
  const takesOthers = tasks.some((task) =>
    filesOf(task).some((source) => source.from === "file" && !made.has(source.id)),
  );
  const { data } = useQuery({
    queryKey: ["plan", "files", conversation],
    queryFn: ({ signal }) => client.conversation(conversation, { signal }),
    enabled: takesOthers,
    select: ({ resources }) => resources,
  });
  return useMemo(() => new Map([...(data ?? []), ...files].map((file) => [file.id, file])), [data, files]);
}
