import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef } from "react";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useTaskTypes } from "../api/use-task-types.ts";
import { useDraft } from "../approval/use-draft.ts";
import { Tabs } from "../ui/tabs.tsx";
import { TaskDetails } from "./details/task-details.tsx";
import { standings } from "./graph/standing.ts";
import { filesOf, type TitledTask } from "./graph/structure.ts";
import { RunHead } from "./run-head.tsx";
import styles from "./run-panel.module.css";
import { Timeline } from "./timeline/timeline.tsx";
import { titlesOfDraft } from "./titles.ts";
import { useLookedAt, VIEWS } from "./use-looked-at.ts";

const NO_TYPES: ReadonlyMap<string, { readonly description: string }> = new Map();
const EditedTask = lazy(() => import("../approval/edited-task.tsx"));
const TaskGraph = lazy(async () => ({ default: (await import("./task-graph.tsx")).TaskGraph }));

/** A run, looked at from all sides: its graph, its time line and each task. */
export default function RunPanel({ run, onClose }: { readonly run: RunView; readonly onClose: () => void }) {
  const { view, task: selected, showView, select } = useLookedAt();
  const body = useRef<HTMLDivElement>(null);
  const files = useFiles(run);
  const standing = standings(run.tasks, run.status);
  const isEdited = run.status === "awaiting-approval";
  const tasks = useShownTasks(run, files);
  const task = run.tasks.find(({ id }) => id === selected);

  const closeDetails = useCallback(() => {
    const opener = body.current?.querySelector<HTMLElement>(`[data-task-node="${selected}"]`);
    select(null);
    opener?.focus();
  }, [selected, select]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || selected === null) return;
    event.stopPropagation();
    // Nor is it the sheet's, where the panel stands in one.
    event.preventDefault();
    closeDetails();
  };

  return (
    <section className={styles.panel} aria-label="The run" onKeyDown={onKeyDown}>
      <RunHead run={run} onClose={onClose} />
      <div className={styles.body}>
        <div ref={body} className={styles.views}>
          <Tabs label="Views of the run" tabs={VIEWS} shown={view} onShow={showView}>
            {view === "graph" ? (
              <Suspense fallback={<p className={styles.coming}>The graph is being drawn.</p>}>
                <TaskGraph
                  tasks={tasks}
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
        {isEdited && selected !== null ? (
          <Suspense fallback={null}>
            <EditedTask key={selected} run={run} task={selected} onClose={closeDetails} />
          </Suspense>
        ) : task === undefined ? null : (
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
    </section>
  );
}

/** The tasks of a run; of a plan that waits for a person, those that it is being edited to. */
function useShownTasks(run: RunView, files: ReadonlyMap<string, ResourceView>): readonly TitledTask[] {
  const types = useTaskTypes() ?? NO_TYPES;
  const [{ tasks: edited }] = useDraft(run);
  if (run.status !== "awaiting-approval") return run.tasks;
  const titles = titlesOfDraft(edited, { types, files: [...files.values()] });
  return edited.map((task) => ({
    ...run.tasks.find(({ id }) => id === task.id),
    ...task,
    title: titles.get(task.id) ?? task.task,
  }));
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
