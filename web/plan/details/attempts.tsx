import type { RunView, TaskView } from "../../../src/client/client.ts";
import { duration } from "../../ui/amounts.ts";
import styles from "./task-details.module.css";

/** Every attempt at a task: when, on what, how long, and what went wrong. */
export function Attempts({ run, task }: { readonly run: RunView; readonly task: TaskView }) {
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
