import { useState } from "react";
import { useLocation } from "wouter";
import { ApiError, type GoalView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useGoal } from "../api/use-goal.ts";
import { beginningOf, titleWords } from "../chat/words.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/fault.tsx";
import Markdown from "../ui/markdown.tsx";
import { NotHere } from "../ui/not-here.tsx";
import page from "../ui/page.module.css";
import { saveText } from "../ui/save-text.ts";
import { Status } from "../ui/status.tsx";
import { useTitle } from "../ui/use-title.ts";
import { Budget } from "./budget-section.tsx";
import { CheckInCard } from "./check-in-card.tsx";
import styles from "./goal.module.css";
import { useDeleteGoal, useGoalAction } from "./goal-queries.ts";
import { Log } from "./log.tsx";
import { Outputs } from "./outputs.tsx";
import { Section } from "./section.tsx";
import { StepTree } from "./step-tree.tsx";
import { useGoalReport } from "./use-goal-report.ts";
import { progressOf } from "./words.ts";

/** A goal as it is pursued: what it asks, what it gave, its budget, and its steps. */
export default function GoalPage({ id }: { readonly id: string }) {
  const { goal, fault } = useGoal(id);
  const isGone = goal === null && fault instanceof ApiError && fault.status === 404;
  useTitle(goal ? titleOf(goal) : isGone ? "No such goal" : "Goal");
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
  const { outputs, files } = goal;
  const report = useGoalReport(goal);
  // The answer has the words; rows are read as a table.
  const reached = outputs.filter(
    ({ value }) => value !== null && (goal.answer === null || !("text" in value) || value.kind === "table"),
  );
  const title = titleOf(goal);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1>{title}</h1>
        {title === goal.goal ? null : (
          <details className={styles.raise}>
            <summary>The goal as it was written</summary>
            <p className={styles.words}>{goal.goal}</p>
          </details>
        )}
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
        <Section title={goal.answer === null ? "What it has given so far" : "What it gave"}>
          <Outputs outputs={reached} />
        </Section>
      )}
      <Section title="Steps">
        <StepTree goal={goal} reported={report?.steps ?? []} />
      </Section>
      <Section title="Budget">
        <Budget goal={goal} />
      </Section>
      <Log goal={goal} versions={report?.versions ?? []} />
    </div>
  );
}

/** A sentence or two. */
const MAX_TITLE_CHARS = 160;

const titleOf = ({ goal }: GoalView): string => beginningOf(titleWords(goal), MAX_TITLE_CHARS);

const filesIn = (outputs: GoalView["outputs"]) =>
  outputs.flatMap(({ value }) => (value !== null && "resource" in value ? [value.resource] : []));

const dateAndTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

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
