import type { RunView } from "../../src/client/client.ts";
import styles from "./turn.module.css";

/** How the request was read, in the words of who read it: folded, as it is for who wants to know. */
export function Understanding({ run: { understanding } }: { readonly run: RunView }) {
  if (understanding.length === 0) return null;
  return (
    <details className={styles.folded}>
      <summary>How it was understood</summary>
      <ul>
        {[...new Set(understanding)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
