import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { ResourceView, RunView, TaskView } from "../../../src/client/client.ts";
import { useTaskTypes } from "../../api/use-task-types.ts";
import { IconButton } from "../../ui/button.tsx";
import { type ShownStatus, Status } from "../../ui/status.tsx";
import { Elapsed } from "../elapsed.tsx";
import { Attempts } from "./attempts.tsx";
import { Cost } from "./cost.tsx";
import { Inputs } from "./inputs.tsx";
import { Models } from "./models.tsx";
import { Outputs } from "./outputs.tsx";
import { RawData } from "./raw-data.tsx";
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
            Task {task.id}: {task.task}
          </h3>
          {type ? <p className={styles.soft}>{type.description}</p> : null}
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
