import type { Measured, SpentView } from "../../../src/domain/usage.ts";
import { assumedWords, costWords } from "../words.ts";
import styles from "./task-details.module.css";

/** Complete, so that a new part fails to compile here; null for what is told apart. */
const PART_WORDS: Readonly<Record<keyof Measured, string | null>> = {
  inputTokens: "tokens in",
  outputTokens: "tokens out",
  images: "images",
  seconds: "seconds of sound or video",
  characters: "characters",
  neurons: "neurons",
  computeSeconds: "seconds of computing",
  usd: null,
};
const PARTS = Object.keys(PART_WORDS) as (keyof Measured)[];
const figure = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** What a task cost, and what was measured of it. */
export function Cost({ usage }: { readonly usage: SpentView }) {
  const assumed = assumedWords(usage);
  const measured = PARTS.flatMap((part) => {
    const [words, amount] = [PART_WORDS[part], usage[part]];
    return words === null || amount === undefined ? [] : [`${figure.format(amount)} ${words}`];
  });
  return (
    <>
      <p>
        {costWords(usage)}
        {assumed === null ? "" : ` (${assumed})`}
      </p>
      {measured.length === 0 ? null : <p className={styles.soft}>Measured: {measured.join(", ")}.</p>}
    </>
  );
}
