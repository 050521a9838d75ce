import { useMemo } from "react";
import type { JsonValue } from "../../../src/domain/json.ts";
import { shareWords } from "../words.ts";
import styles from "./data.module.css";
import { readScores, type Scored } from "./read-found.ts";
import { tableOfRecords } from "./table.ts";
import { TableShown } from "./table-shown.tsx";
import { Tree } from "./tree.tsx";

/** Data by what it turns out to be: scores as bars, records as a table, anything else as it nests. */
export function DataShown({ data, name = "Data" }: { readonly data: JsonValue; readonly name?: string }) {
  const scores = useMemo(() => readScores(data), [data]);
  const table = useMemo(() => (scores ? null : tableOfRecords(data)), [data, scores]);
  if (scores) return <Scores scores={scores} />;
  if (table) return <TableShown table={table} name={name} />;
  return <Tree value={data} name={name} isOpen={isSmall(data)} />;
}

/** What a few fields are is seen at once. */
const isSmall = (data: JsonValue): boolean =>
  typeof data === "object" && data !== null && !Array.isArray(data) && Object.keys(data).length <= 8;

const MAX_SCORES = 20;

/** How sure a model is of each label, as bars. */
function Scores({ scores }: { readonly scores: readonly Scored[] }) {
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
