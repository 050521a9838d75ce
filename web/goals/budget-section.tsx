import { type FormEvent, useState } from "react";
import type { GoalView } from "../../src/client/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { budgetOf, type GoalBudget, partWords } from "./budget.ts";
import { BudgetField } from "./budget-field.tsx";
import styles from "./goal.module.css";
import { useGoalAction } from "./goal-queries.ts";

/** What of each part of the budget is spent and left; and more of it, as long as the goal lasts. */
export function Budget({ goal }: { readonly goal: GoalView }) {
  return (
    <>
      <dl className={styles.budget}>
        {budgetOf(goal).map((one) => (
          <div key={one.part.name}>
            <dt>{one.part.label}</dt>
            <dd>
              {one.limit === null ? null : (
                <progress max={one.limit || 1} value={one.spent} aria-label={`${one.part.label} spent`} />
              )}
              <span>{partWords(one)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {goal.endedAt === null && goal.status !== "stopping" ? <Raise goal={goal} /> : null}
    </>
  );
}

/** Higher limits; what is paused goes on with them. */
function Raise({ goal }: { readonly goal: GoalView }) {
  const { id, status } = goal;
  const [raised, setRaised] = useState<GoalBudget>({});
  const resume = useGoalAction((goals) => goals.resume(id, { budget: raised }));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!resume.isPending) resume.mutate(undefined, { onSuccess: () => setRaised({}) });
  };
  const isEmpty = Object.keys(raised).length === 0;
  return (
    <details className={styles.raise}>
      <summary>Raise the budget</summary>
      <form aria-label="Raise the budget" onSubmit={onSubmit}>
        <p className={styles.soft}>What it may spend in all; what is lower than before, or empty, changes nothing.</p>
        <div className={styles.fields}>
          {budgetOf(goal)
            // What has no limit needs none.
            .filter(({ limit }) => limit !== null)
            .map(({ part, limit }) => (
              <BudgetField
                key={part.name}
                part={part}
                budget={raised}
                hint={`Now ${part.words(limit ?? 0)}.`}
                onChange={setRaised}
              />
            ))}
        </div>
        <Button look="primary" type="submit" disabled={isEmpty} isBusy={resume.isPending}>
          {status === "paused" ? "Raise and go on" : "Raise"}
        </Button>
        {resume.error ? <Fault fault={resume.error} /> : null}
      </form>
    </details>
  );
}
