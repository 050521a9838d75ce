import { useEffect, useReducer, useRef, useState } from "react";
import { ApiError, type RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import styles from "./approval.module.css";
import { Decision } from "./decision.tsx";
import { planOf } from "./dry-run.ts";
import { Estimate } from "./estimate.tsx";
import { faultsOfIssues } from "./faults.ts";
import { FaultsShown } from "./faults-shown.tsx";
import { keptEdits } from "./kept-edits.ts";
import { Mending } from "./mending.tsx";
import type { Casting } from "./model-choice.tsx";
import { editDraft, isEdited, resumeDraft, type Tasks } from "./plan-edit.ts";
import { PlanGraph } from "./plan-graph.tsx";
import { TaskCard } from "./task-card.tsx";
import { type Check, useCheck } from "./use-check.ts";
import { useStock } from "./use-stock.ts";

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
