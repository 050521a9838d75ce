import { useRef, useState } from "react";
import { ApiError, type PlanView, type RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { numberOf } from "../plan/titles.ts";
import { Button } from "../ui/button.tsx";
import styles from "./approval.module.css";
import { Decision } from "./decision.tsx";
import { planOf } from "./dry-run.ts";
import { faultsOfIssues } from "./faults.ts";
import { FaultsShown } from "./faults-shown.tsx";
import { keptEdits } from "./kept-edits.ts";
import { isEdited, type Tasks } from "./plan-edit.ts";
import { TaskCard } from "./task-card.tsx";
import type { Check } from "./use-check.ts";
import { usePlanEdit } from "./use-plan-edit.ts";
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
  const { draft, edit, stock, check, castingOf } = usePlanEdit(run);
  const [wasEdited] = useState(() => isEdited(draft));
  const [decided, setDecided] = useState<"approve" | "reject" | null>(null);
  const [refused, setRefused] = useState<{ readonly tasks: Tasks; readonly fault: unknown } | null>(null);
  const [told, setTold] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const hasEdit = isEdited(draft);

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
    setTold(`${ids.map((id) => `Task ${numberOf(id)}`).join(", ")} removed. Undo brings back what was removed.`);
    // The button that was pressed is gone with its task.
    list.current?.focus();
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
      {wasEdited && hasEdit ? (
        <p className={styles.hint}>The plan is as you last edited it here. Reset brings back what was proposed.</p>
      ) : null}
      <Estimate plan={check.plan ?? check.open} conditions={check.conditions.words} />
      <ol ref={list} tabIndex={-1} className={styles.tasks} aria-label="Tasks">
        {draft.tasks.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            stock={stock}
            casting={castingOf(task.id)}
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
