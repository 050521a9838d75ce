import type { RunReport } from "../../src/client/client.ts";
import styles from "./report.module.css";

/** Who was chosen and why, who would have come next, and what the conditions took away. */
export function ModelsShown({ task }: { readonly task: RunReport["tasks"][number] }) {
  const [first, ...others] = task.candidates;
  const { considered, removed = [], missing } = task;
  return (
    <>
      {first ? (
        <p>
          <strong>{first.model}</strong> <span className={styles.soft}>({first.provider})</span>. {first.reason}.
        </p>
      ) : null}
      {missing === undefined ? null : <p className={styles.failed}>None. {missing}</p>}
      {others.length === 0 ? null : (
        <details>
          <summary>
            {others.length === 1 ? "Another would have come next" : `${others.length} others would have come next`}
          </summary>
          <ol className={styles.steps}>
            {others.map(({ provider, model, reason }) => (
              <li key={`${provider}:${model}`}>
                {model} <span className={styles.soft}>({provider})</span>. {reason}.
              </li>
            ))}
          </ol>
        </details>
      )}
      {removed.length === 0 ? null : (
        <div>
          <p>
            {considered === undefined ? "" : `Of ${considered} considered, `}
            {considered === undefined ? "The" : "the"} conditions removed:
          </p>
          <ul className={styles.steps}>
            {removed.map(({ condition, count, models }) => (
              <li key={condition}>
                “{condition}”:{" "}
                {count === 0 ? "none" : `${count} (${models.join(", ")}${count > models.length ? ", …" : ""})`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
