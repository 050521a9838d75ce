import type { RunView } from "../../src/client/client.ts";
import styles from "./turn.module.css";

/** So many notes are read at a glance. */
const MAX_UNFOLDED = 3;

/** How the request was read, in the words of who read it. */
export function Understanding({ run: { understanding } }: { readonly run: RunView }) {
  if (understanding.length === 0) return null;
  const shown = understanding.slice(0, MAX_UNFOLDED);
  const rest = understanding.slice(MAX_UNFOLDED);
  return (
    <div className={styles.understanding}>
      <h3>Understood as</h3>
      <Notes notes={shown} />
      {rest.length === 0 ? null : (
        <details>
          <summary>
            {rest.length} {rest.length === 1 ? "note" : "notes"} more
          </summary>
          <Notes notes={rest} />
        </details>
      )}
    </div>
  );
}

const Notes = ({ notes }: { readonly notes: readonly string[] }) => (
  <ul>
    {[...new Set(notes)].map((note) => (
      <li key={note}>{note}</li>
    ))}
  </ul>
);
