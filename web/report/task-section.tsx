import type { ResourceView, RunReport } from "../../src/client/client.ts";
import { callInWords } from "../../src/domain/inference-arguments.ts";
import { reasonInWords } from "../../src/domain/understanding.ts";
import { measuredWords } from "../plan/measured-words.ts";
import { numberOf } from "../plan/titles.ts";
import { costWords } from "../ui/amounts.ts";
import { Status } from "../ui/status.tsx";
import { plainWords } from "../values/words.ts";
import { Facts } from "./facts.tsx";
import { InlineText } from "./inline-text.tsx";
import { ModelsShown } from "./models-shown.tsx";
import styles from "./report.module.css";
import { attemptsInWords } from "./words.ts";

type Task = RunReport["tasks"][number];

/** What became of a task, on which model and why. */
export function TaskSection({
  task,
  understood,
  files,
}: {
  readonly task: Task;
  readonly understood: RunReport["understood"];
  readonly files: readonly ResourceView[];
}) {
  const attempts = attemptsInWords(task);
  const measured = measuredWords(task.cost);
  const lines = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([port, words]) => (
      <p key={port}>
        <span className={styles.port}>{plainWords(port)}:</span> <InlineText markdown={words} files={files} />
      </p>
    ));
  return (
    <article id={`task-${task.id}`} aria-labelledby={`task-${task.id}-title`} className={styles.task}>
      <header>
        <h3 id={`task-${task.id}-title`}>
          <span className={styles.number}>{numberOf(task.id)}</span> {task.title}
        </h3>
        <Status status={task.status} />
      </header>
      <Facts
        facts={[
          [
            "Type",
            <span key="type">
              {task.description === "" ? "" : `${task.description}: `}
              <code>{task.type}</code>
            </span>,
          ],
          ["Why it is there", reasonInWords(task.id, understood)],
          ["Given", Object.keys(task.inputs).length === 0 ? null : lines(task.inputs)],
          ["Made", Object.keys(task.outputs).length === 0 ? null : lines(task.outputs)],
          ["Failed", task.error ? <ErrorWords key="error" task={task} error={task.error} /> : null],
          ["Model", <ModelsShown key="models" task={task} />],
          [
            "Reused",
            task.reused === null
              ? null
              : `The result of task ${numberOf(task.reused.task)} of an earlier run, on the same content`,
          ],
          [
            "Called with arguments of its card, within bounds",
            task.called === null ? null : <code key="called">{callInWords(task.called)}</code>,
          ],
          ["Attempts", attempts.length === 0 ? null : <Attempts key="attempts" attempts={attempts} />],
          [
            "Cost",
            attempts.length === 0 ? null : [costWords(task.cost), measured].filter((part) => part !== "").join("; "),
          ],
          ["Notes", task.notes.length === 0 ? null : task.notes.map((note) => <p key={note}>{note}</p>)],
        ]}
      />
    </article>
  );
}

/** Why there is no model stands by itself; once is enough. */
const ErrorWords = ({ task, error }: { readonly task: Task; readonly error: NonNullable<Task["error"]> }) => (
  <span className={styles.failed}>
    {task.missing === undefined ? error.message : "There is no model for it."} <code>{error.code}</code>
  </span>
);

const Attempts = ({ attempts }: { readonly attempts: ReturnType<typeof attemptsInWords> }) =>
  attempts.map(({ number, model, words, error }) => (
    <p key={number}>
      {number}. {model}, {words}
      {error === null ? null : <span className={styles.failed}>; failed: {error}</span>}
    </p>
  ));
