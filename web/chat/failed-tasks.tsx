import { CircleAlert } from "lucide-react";
import { Link } from "wouter";
import type { RunView, TaskView } from "../../src/client/client.ts";
import styles from "./turn.module.css";
import { isEnded } from "./turns.ts";
import { tells } from "./words.ts";

/**
 * What did not come about, plainly: tasks, and the run as a whole. Why stands in the answer; here it stands once that
 * is written and does not say so, as what comes and goes above a text that is being read would move it.
 */
export function FailedTasks({ run, answer }: { readonly run: RunView; readonly answer: string }) {
  const reasonOf = (failure: TaskView["error"]): string =>
    failure && isEnded(run.status) && !tells(answer, failure.message) ? failure.message : "";
  const failed = run.tasks.filter(({ status }) => status === "failed" || status === "skipped");
  const fault = reasonOf(run.error);
  const lacksModel = [run.error, ...failed.map(({ error }) => error)].some((error) => error?.code === "no-model");
  if (failed.length === 0 && fault === "") return null;
  return (
    <div className={styles.failures}>
      <CircleAlert size={18} aria-hidden />
      <ul aria-label="What did not come about">
        {failed.map(({ id, task, status, error }) => (
          <li key={id}>
            {task} {status === "skipped" ? "was skipped" : "failed"}. {reasonOf(error)}
          </li>
        ))}
        {fault === "" ? null : <li>{fault}</li>}
        {lacksModel ? (
          <li>
            <Link href="/settings">What a key would add</Link>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
