import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { ApiError, type GoalView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useGoal } from "../api/use-goal.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import Markdown from "../ui/markdown.tsx";
import { NotHere } from "../ui/not-here.tsx";
import page from "../ui/page.module.css";
import { saveText } from "../ui/save-text.ts";
import { Status } from "../ui/status.tsx";
import { useTitle } from "../ui/use-title.ts";
import { budgetOf, partWords } from "./budget.ts";
import { CheckInCard } from "./check-in-card.tsx";
import styles from "./goal.module.css";
import { useDeleteGoal, useGoalAction } from "./goal-queries.ts";
import { StepTree } from "./step-tree.tsx";
import { progressOf, verdictWords } from "./words.ts";

/** A goal as it is pursued: what it asks, what it gave, its budget, and its steps. */
export default function GoalPage({ id }: { readonly id: string }) {
  const { goal, fault } = useGoal(id);
  const isGone = goal === null && fault instanceof ApiError && fault.status === 404;
  useTitle(goal?.goal ?? (isGone ? "No such goal" : "Goal"));
  if (goal) return <GoalShown goal={goal} fault={fault} />;
  if (isGone) return <NotHere what="goal" onward="Begin a new one" />;
  return (
    <div className={page.page}>
      <h1>Goal</h1>
      {fault ? <Fault fault={fault} /> : <p role="status">The goal is being read.</p>}
    </div>
  );
}

function GoalShown({ goal, fault }: { readonly goal: GoalView; readonly fault: unknown }) {
  const { outputs, files, reflections, rules, version } = goal;
  // The answer shows the outputs once it is there.
  const reached = goal.answer === null ? outputs.filter(({ value }) => value !== null) : [];
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1>{goal.goal}</h1>
        <p className={styles.meta}>
          <Status status={goal.status} /> {progressOf(goal.steps)}, begun {dateAndTime.format(new Date(goal.createdAt))}
        </p>
        <Actions goal={goal} />
        {fault ? <Fault fault={fault} /> : null}
      </header>
      {goal.checkIn ? <CheckInCard key={goal.checkIn.id} goal={goal.id} checkIn={goal.checkIn} /> : null}
      {goal.answer === null ? null : (
        <Section title="The answer">
          <Markdown text={goal.answer} files={[...files.map(({ resource }) => resource), ...filesIn(outputs)]} />
        </Section>
      )}
      {reached.length === 0 ? null : (
        <Section title="What it has given so far">
          <ul className={styles.plain}>
            {reached.map(({ name, description }) => (
              <li key={name}>
                <strong>{name}</strong>
                {description === "" ? null : `: ${description}`}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Steps">
        <StepTree goal={goal} />
      </Section>
      <Section title="Budget">
        <dl className={styles.budget}>
          {budgetOf(goal).map((one) => (
            <div key={one.part.name}>
              <dt>{one.part.label}</dt>
              <dd>
                {one.limit === null ? null : (
                  <meter min={0} max={one.limit} value={one.spent} aria-label={`${one.part.label} spent`} />
                )}
                {partWords(one)}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      {reflections.length + rules.length === 0 ? null : (
        <Section title="On the way">
          <ul className={styles.plain}>
            {rules.map((rule) => (
              <li key={rule}>You said: {rule}</li>
            ))}
            {reflections.map(({ n, verdict, reason, refused }) => (
              <li key={n}>
                A look at the progress: {verdictWords(verdict)}. {reason}
                {refused.length === 0 ? null : ` Not taken over: ${refused.join("; ")}.`}
              </li>
            ))}
          </ul>
          <p className={styles.soft}>The steps are in their version {version}.</p>
        </Section>
      )}
    </div>
  );
}

const filesIn = (outputs: GoalView["outputs"]) =>
  outputs.flatMap(({ value }) => (value !== null && "resource" in value ? [value.resource] : []));

const dateAndTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Actions({ goal: { id, status, endedAt } }: { readonly goal: GoalView }) {
  const client = useClient();
  const [, go] = useLocation();
  const [isCondemned, setCondemned] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const pause = useGoalAction((goals) => goals.pause(id));
  const resume = useGoalAction((goals) => goals.resume(id));
  const cancel = useGoalAction((goals) => goals.cancel(id));
  const deletion = useDeleteGoal(id, () => go("/"));
  const isOver = endedAt !== null;
  const refused = pause.error ?? resume.error ?? cancel.error ?? fault;
  const save = (): void => {
    setFault(null);
    client.goals.report(id, "markdown").then((text) => saveText(text, `${id}.md`), setFault);
  };
  return (
    <>
      <p className={styles.actions}>
        {isOver || status === "stopping" ? null : status === "paused" ? (
          <Button look="primary" isBusy={resume.isPending} onClick={() => resume.mutate()}>
            Go on
          </Button>
        ) : (
          <Button isBusy={pause.isPending} onClick={() => pause.mutate()}>
            Pause
          </Button>
        )}
        {isOver || status === "stopping" ? null : (
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </Button>
        )}
        <Button onClick={save}>Report</Button>
        <Button look="quiet" onClick={() => setCondemned(true)}>
          Delete
        </Button>
      </p>
      {refused ? <Fault fault={refused} /> : null}
      {isCondemned ? (
        <Dialog title="Delete this goal?" onClose={() => setCondemned(false)}>
          <p>It is deleted for good, with all that it made. What is under way ends.</p>
          {deletion.error ? <Fault fault={deletion.error} /> : null}
          <p className={styles.actions}>
            <Button look="danger" isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
              Delete
            </Button>
            <Button onClick={() => setCondemned(false)}>Keep</Button>
          </p>
        </Dialog>
      ) : null}
    </>
  );
}
