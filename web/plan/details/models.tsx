import type { TaskView } from "../../../src/client/client.ts";
import { callInWords } from "../../../src/domain/inference-arguments.ts";
import { type NamedModel, readModel } from "../words.ts";
import styles from "./task-details.module.css";

/** Who works on a task, who else could, and why in that order. */
export function Models({ task }: { readonly task: TaskView }) {
  const { candidates, considered, removed = [], missing, attempts, model, called } = task;
  const last = attempts.at(-1);
  const used = last === undefined ? null : readModel(last.model);
  const tried = new Set(attempts.map((attempt) => attempt.model));
  return (
    <>
      {used === null ? null : (
        <p>
          <strong>{used.model}</strong> {used.provider === "" ? "" : `(${used.provider})`}
        </p>
      )}
      {called === undefined ? null : (
        <p>
          Called with arguments of its card, within bounds: <code>{callInWords(called)}</code>
        </p>
      )}
      {model === undefined ? null : <p className={styles.soft}>The plan insists on {model}.</p>}
      {missing === undefined ? null : <p className={styles.fault}>{missing}</p>}
      {considered === undefined ? null : (
        <p className={styles.soft}>
          {considered} {considered === 1 ? "model" : "models"} here can do it, before any condition.
        </p>
      )}
      {removed.length === 0 ? null : (
        <ul className={styles.plain}>
          {removed.map(({ condition, count, models }) => (
            <li key={condition}>
              “{condition}” removed {count}
              {models.length === 0 ? "" : `: ${models.join(", ")}${count > models.length ? " …" : ""}`}
            </li>
          ))}
        </ul>
      )}
      {candidates.length === 0 ? null : (
        <>
          <p className={styles.soft}>Candidates, in the order they are tried:</p>
          <ol className={styles.candidates}>
            {candidates.map((candidate) => (
              <li key={`${candidate.provider}:${candidate.model}`}>
                <p>
                  <strong>{candidate.model}</strong> ({candidate.provider})
                  {isSame(candidate, used) ? <span className={styles.mark}>used</span> : null}
                  {!isSame(candidate, used) && tried.has(`${candidate.provider}:${candidate.model}`) ? (
                    <span className={styles.mark}>tried before</span>
                  ) : null}
                </p>
                <p className={styles.soft}>{candidate.reason}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

const isSame = (one: NamedModel, other: NamedModel | null): boolean =>
  other !== null && one.provider === other.provider && one.model === other.model;
