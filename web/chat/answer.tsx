import { lazy, Suspense, useDeferredValue } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { Guard } from "../ui/guard.tsx";
import styles from "../ui/markdown.module.css";
import turn from "./turn.module.css";

const loadMarkdown = () => import("../ui/markdown.tsx");
const Markdown = lazy(loadMarkdown);

/** So that it is there before the first answer is; without it, that is shown as plain text. */
export const preloadMarkdown = (): void => {
  loadMarkdown().catch(() => {});
};

/** To lay out more takes longer than anybody waits; it is shown as the text that it is. */
const MAX_MARKDOWN_CHARS = 100_000;

/** What was answered, as far as it has been written. */
export function Answer({ text, files }: { readonly text: string; readonly files: readonly ResourceView[] }) {
  // While it is being written, the page stays quick: where it cannot keep up, it skips some steps.
  const shown = useDeferredValue(text);
  const plain = <p className={styles.plain}>{shown}</p>;
  if (shown.length > MAX_MARKDOWN_CHARS) return plain;
  const { said, how } = answerParts(shown);
  return (
    <Guard fallback={plain}>
      <Suspense fallback={plain}>
        {said === "" ? null : <Markdown text={said} files={files} />}
        {how === null ? null : (
          <details className={turn.folded}>
            <summary>How it was done</summary>
            <Markdown text={how} files={files} />
          </details>
        )}
      </Suspense>
    </Guard>
  );
}

interface AnswerParts {
  readonly said: string;
  /** By whom it was done, as a list; null where the answer does not tell. */
  readonly how: string | null;
}

/** The heading of the last section of an answer, and the list that it is over. */
const HOW = /(?:^|\n\n)How it was done:\n\n(- [^\n]*(?:\n- [^\n]*)*)\n*$/;

/** An answer, and apart from it by whom it was done. */
export function answerParts(answer: string): AnswerParts {
  const found = HOW.exec(answer);
  return found?.[1] === undefined ? { said: answer, how: null } : { said: answer.slice(0, found.index), how: found[1] };
}
