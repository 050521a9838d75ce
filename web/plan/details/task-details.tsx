import { X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import type { ResourceView, RunView, TaskView } from "../../../src/client/client.ts";
import type { SpentView } from "../../../src/domain/usage.ts";
import { useTaskTypes } from "../../api/use-task-types.ts";
import { assumedWords, costWords, duration } from "../../ui/amounts.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { type ShownStatus, Status } from "../../ui/status.tsx";
import { Elapsed } from "../elapsed.tsx";
import { measuredWords } from "../measured-words.ts";
import { numberOf } from "../titles.ts";
import { Inputs } from "./inputs.tsx";
import { Models } from "./models.tsx";
import styles from "./task-details.module.css";

export interface DetailsProps {
  readonly run: RunView;
  readonly task: TaskView;
  readonly standing: ReadonlyMap<number, ShownStatus | null>;
  readonly files: ReadonlyMap<string, ResourceView>;
  readonly onSelect: (task: number) => void;
  readonly onClose: () => void;
}

/** All that is known of one task. It takes the focus when it opens; who opened it gets it back. */
export function TaskDetails({ run, task, standing, files, onSelect, onClose }: DetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = useId();
  const type = useTaskTypes()?.get(task.task);
  useEffect(() => heading.current?.focus(), []);
  const isUnderWay = task.status === "running" || task.status === "retrying";
  const since = task.attempts.at(-1)?.startedAt;

  return (
    <aside className={styles.details} aria-labelledby={name}>
      <header className={styles.head}>
        <div>
          <h3 ref={heading} id={name} tabIndex={-1}>
            <span className={styles.number}>{numberOf(task.id)}</span> {task.title}
          </h3>
          <p className={styles.soft}>
            {type ? `${type.description}: ` : ""}
            <code>{task.task}</code>
          </p>
          <p className={styles.standing}>
            <Status status={standing.get(task.id) ?? task.status} />
            {task.status === "running" && since !== undefined ? <Elapsed since={since} /> : null}
          </p>
        </div>
        <IconButton label="Close the task" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>

      {task.error ? (
        <p className={styles.fault}>
          {task.error.message} <code>{task.error.code}</code>
        </p>
      ) : null}
      {isUnderWay && task.progress ? <Progress {...task.progress} /> : null}
      <Part title="Outputs">
        <Outputs run={run} task={task} files={files} />
      </Part>
      <Part title="Inputs">
        <Inputs run={run} task={task} files={files} onSelect={onSelect} />
      </Part>
      <Part title="Model">
        <Models task={task} />
      </Part>
      <Part title="Attempts">
        <Attempts run={run} task={task} />
      </Part>
      <Part title="Cost">
        {task.attempts.length === 0 ? <p className={styles.soft}>Nothing so far.</p> : <Cost usage={task.usage} />}
      </Part>
      {task.notes.length === 0 ? null : (
        <Part title="Notes">
          <ul className={styles.plain}>
            {task.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Part>
      )}
      <RawData value={task} />
    </aside>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

function Progress({ note, fraction }: { readonly note: string; readonly fraction?: number }) {
  return (
    <p className={styles.progress}>
      {note}
      {fraction === undefined ? null : <progress value={fraction} max={1} aria-label="How far the task has come" />}
    </p>
  );
}

/** Every attempt at a task: when, on what, how long, and what went wrong. */
function Attempts({ run, task }: { readonly run: RunView; readonly task: TaskView }) {
  if (task.reused)
    return (
      <p className={styles.soft}>
        None: this is the result of task {numberOf(task.reused.task)} of an earlier run, on the same content by{" "}
        {task.reused.model}.
      </p>
    );
  if (task.attempts.length === 0) return <p className={styles.soft}>None yet.</p>;
  const zero = Date.parse(run.createdAt);
  return (
    <ol className={styles.attempts}>
      {task.attempts.map(({ number, model, startedAt, durationMs, error }) => (
        <li key={number} value={number}>
          <p>
            {model}
            <span className={styles.soft}>
              {" "}
              {duration(Date.parse(startedAt) - zero)} after the beginning
              {durationMs === null ? "" : `, took ${duration(durationMs)}`}
            </span>
          </p>
          {error ? (
            <p className={styles.fault}>
              {error.message} <code>{error.code}</code>
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** What a task cost, and what was measured of it. */
function Cost({ usage }: { readonly usage: SpentView }) {
  const assumed = assumedWords(usage);
  const measured = measuredWords(usage);
  return (
    <>
      <p>
        {costWords(usage)}
        {assumed === null ? "" : ` (${assumed})`}
      </p>
      {measured === "" ? null : <p className={styles.soft}>Measured: {measured}.</p>}
    </>
  );
}

const TaskResult = lazy(async () => ({ default: (await import("../../values/task-result.tsx")).TaskResult }));

/** What a task made, as what it is. */
function Outputs({
  run,
  task,
  files,
}: {
  readonly run: RunView;
  readonly task: TaskView;
  readonly files: ReadonlyMap<string, ResourceView>;
}) {
  if (Object.keys(task.outputs).length === 0) {
    return <p className={styles.soft}>{task.endedAt === null ? "Nothing yet." : "It made nothing."}</p>;
  }
  return (
    <Suspense fallback={<p className={styles.soft}>It is being shown.</p>}>
      <TaskResult task={task} files={[...files.values()]} tasks={run.tasks} />
    </Suspense>
  );
}

/** What the API says of something, as it says it. */
function RawData({ value }: { readonly value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const text = (): string => JSON.stringify(value, null, 2);
  return (
    <details className={styles.raw} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Raw data</summary>
      {isOpen ? (
        <>
          <CopyButton text={text} label="Copy the JSON" />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <pre className={styles.code} tabIndex={0}>
            {text()}
          </pre>
        </>
      ) : null}
    </details>
  );
}
