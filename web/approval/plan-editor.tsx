import { lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from "react";
import {
  ApiError,
  type PlanView,
  type ResourceView,
  type RunView,
  type TaskTypeView,
} from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useConversation } from "../api/use-conversation.ts";
import { useTaskTypes } from "../api/use-task-types.ts";
import { Button } from "../ui/button.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import styles from "./approval.module.css";
import { Decision } from "./decision.tsx";
import { planOf } from "./dry-run.ts";
import { faultsOfIssues } from "./faults.ts";
import { FaultsShown } from "./faults-shown.tsx";
import { keptEdits } from "./kept-edits.ts";
import type { Casting } from "./model-choice.tsx";
import { editDraft, isEdited, resumeDraft, type Tasks } from "./plan-edit.ts";
import { TaskCard } from "./task-card.tsx";
import { type Check, useCheck } from "./use-check.ts";
import { budgetInWords } from "./words.ts";

/** A plan task by task, what it should come to, and the decision. */
export function PlanEditor({
  run,
  onDecided,
  onStale,
}: {
  readonly run: RunView;
  readonly onDecided: (run: RunView) => void;
  readonly onStale: () => Promise<void>;
}) {
  const client = useClient();
  const [draft, edit] = useReducer(editDraft, run, () => resumeDraft(run.tasks, keptEdits.read(run)));
  const [wasEdited] = useState(() => isEdited(draft));
  const stock = { ...useStock(run), tasks: draft.tasks };
  const check = useCheck(run, draft, stock);
  const [decided, setDecided] = useState<"approve" | "reject" | null>(null);
  const [refused, setRefused] = useState<{ readonly tasks: Tasks; readonly fault: unknown } | null>(null);
  const [told, setTold] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const hasEdit = isEdited(draft);

  const { id, planVersion } = run;
  useEffect(() => {
    keptEdits.write({ id, planVersion }, hasEdit ? draft.tasks : null);
  }, [id, planVersion, hasEdit, draft.tasks]);

  const decide = async (decision: "approve" | "reject"): Promise<void> => {
    setDecided(decision);
    setRefused(null);
    const plan = hasEdit && decision === "approve" ? { plan: planOf(draft.tasks) } : {};
    try {
      const next = await client.approve(run.id, { planVersion: run.planVersion, decision, ...plan });
      keptEdits.write(run, null);
      onDecided(next);
    } catch (fault) {
      setRefused({ tasks: draft.tasks, fault });
      setDecided(null);
      if (fault instanceof ApiError && fault.code === "stale-plan") await onStale().catch(() => {});
    }
  };
  const remove = (ids: readonly number[]): void => {
    edit({ do: "remove", tasks: ids });
    setTold(`${ids.map((id) => `Task ${id}`).join(", ")} removed. Undo brings back what was removed.`);
    // The button that was pressed is gone with its task.
    list.current?.focus();
  };

  const show = (id: number): void => {
    const task = list.current?.querySelector<HTMLElement>(`[data-task="${id}"] button`);
    task?.focus();
  };

  // What the server refused stands until it is changed.
  const isRefused = refused !== null && refused.tasks === draft.tasks;
  const unsound =
    isRefused && refused.fault instanceof ApiError && refused.fault.code === "plan-unsound"
      ? faultsOfIssues(refused.fault.issues, draft.tasks)
      : [];
  const faults = unsound.length > 0 ? unsound : check.faults;
  return (
    <>
      {run.understanding.length === 0 ? null : (
        <details className={styles.reason}>
          <summary>How it was understood</summary>
          <ul className={styles.understanding}>
            {run.understanding.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      {wasEdited && hasEdit ? (
        <p className={styles.hint}>The plan is as you last edited it here. Reset brings back what was proposed.</p>
      ) : null}
      <Estimate plan={check.plan ?? check.open} conditions={check.conditions.words} />
      <details className={styles.picture} onToggle={({ currentTarget }) => setDrawn(currentTarget.open)}>
        <summary>As a graph</summary>
        {isDrawn ? <PlanGraph tasks={draft.tasks} files={stock.files} onSelect={show} /> : null}
      </details>
      <ol ref={list} tabIndex={-1} className={styles.tasks} aria-label="Tasks">
        {draft.tasks.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            stock={stock}
            casting={castingOf(task.id, run, check)}
            faults={faults.filter((fault) => fault.task === task.id)}
            onEdit={edit}
            onRemove={remove}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {told}
      </p>
      <FaultsShown faults={faults.filter(({ task }) => task === null)} />
      <Mending check={check} onTake={(tasks) => edit({ do: "take", tasks })} />
      <Decision
        check={unsound.length > 0 ? { ...check, state: "unsound", faults } : check}
        isEdited={hasEdit}
        canUndo={draft.past.length > 0}
        decided={decided}
        fault={isRefused && unsound.length === 0 ? refused.fault : null}
        onUndo={() => {
          edit({ do: "undo" });
          setTold("The last change is undone.");
        }}
        onReset={() => {
          edit({ do: "reset" });
          setTold("The plan is as it was proposed.");
        }}
        onDecide={(decision) => void decide(decision)}
      />
    </>
  );
}

/** The candidates of a task: all that there are as soon as the dry run has told, until then those of the run. */
function castingOf(id: number, run: RunView, { open, plan }: Check): Casting {
  const planned = open?.tasks.find((task) => task.id === id) ?? plan?.tasks.find((task) => task.id === id);
  const { candidates, missing } = planned ?? run.tasks.find((task) => task.id === id) ?? { candidates: [] };
  return { candidates, estimates: planned?.estimates ?? [], missing };
}

/** What a run should come to, which a dry run says. */
function Estimate({ plan, conditions }: { readonly plan: PlanView | null; readonly conditions: readonly string[] }) {
  const parts = plan ? budgetInWords(plan.budget) : [];
  return (
    <section aria-label="Estimate" className={styles.estimate}>
      <dl>
        {parts.map(({ part, title, estimate, limit, isTooLittle }) => (
          <div key={part} className={isTooLittle ? styles.tooMuch : undefined}>
            <dt>{title}</dt>
            <dd>
              {estimate}
              {limit === null ? null : (
                <span className={styles.limit}>
                  {isTooLittle ? "more than the limit of " : "limit "}
                  {limit}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        {plan ? "An estimate, by a dry run: nothing has run yet." : "The cost and the time are being estimated."}
      </p>
      {conditions.length === 0 ? null : <p className={styles.hint}>On these conditions: {conditions.join("; ")}.</p>}
    </section>
  );
}

/** What would make an unsound plan sound, where the server knows it. */
function Mending({
  check: { mended, plan },
  onTake,
}: {
  readonly check: Check;
  readonly onTake: (tasks: Tasks) => void;
}) {
  if (mended === null) return null;
  return (
    <section className={styles.mending} aria-label="A sound plan near to this one">
      <p>It would be sound with these changes:</p>
      <ul>
        {plan?.repairs.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <Button onClick={() => onTake(mended)}>Make these changes</Button>
    </section>
  );
}

const TaskGraph = lazy(async () => ({ default: (await import("../plan/task-graph.tsx")).TaskGraph }));

/** The edited plan as a picture. It says nothing that the list of tasks doesn't, which stands without it. */
function PlanGraph({
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

const NO_FILES: readonly ResourceView[] = [];
const NO_TYPES: ReadonlyMap<string, TaskTypeView> = new Map();

/** What inputs can be filled from, and what fits where; nothing as long as it is not known. */
function useStock({ conversation }: RunView): {
  readonly types: ReadonlyMap<string, TaskTypeView>;
  readonly files: readonly ResourceView[];
} {
  const types = useTaskTypes();
  const { data } = useConversation(conversation);
  return { types: types ?? NO_TYPES, files: data?.resources ?? NO_FILES };
}
