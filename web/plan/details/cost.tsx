import type { SpentView } from "../../../src/domain/usage.ts";
import { assumedWords, costWords } from "../../ui/amounts.ts";
import { measuredWords } from "../measured-words.ts";
import styles from "./task-details.module.css";

/** What a task cost, and what was measured of it. */
export function Cost({ usage }: { readonly usage: SpentView }) {
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
