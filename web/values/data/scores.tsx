import { shareWords } from "../words.ts";
import styles from "./data.module.css";
import type { Scored } from "./read-found.ts";

const MAX_SCORES = 20;

/** How sure a model is of each label, as bars. */
export function Scores({ scores }: { readonly scores: readonly Scored[] }) {
  const shown = scores.slice(0, MAX_SCORES);
  return (
    <div className={styles.scores}>
      <ul>
        {shown.map(({ label, score }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two alike apart, and the list is fixed
          <li key={place}>
            <bdi>{label}</bdi>
            <span className={styles.share}>{shareWords(score)}</span>
            <span className={styles.bar} aria-hidden>
              <span style={{ inlineSize: `${score * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {scores.length > shown.length ? (
        <p>
          Shown are {shown.length} of {scores.length}.
        </p>
      ) : null}
    </div>
  );
}
