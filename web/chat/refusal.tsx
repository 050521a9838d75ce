import { KeyRound } from "lucide-react";
import { Link } from "wouter";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import button from "../ui/button.module.css";
import { Answer } from "./answer.tsx";
import { refusedTask } from "./run-words.ts";
import styles from "./turn.module.css";

/** The way to where a key is set, for what nothing here does without one. */
export const AddKey = () => (
  <Link href="/settings" className={`${button.button} ${button.primary}`}>
    <KeyRound size={18} aria-hidden /> Add a key
  </Link>
);

/**
 * What nothing here can do, of a run that came to nothing else; null for any other run. One sentence of the page's own
 * stands for an answer that says what to set, which is folded.
 */
export function refusalOf({ status, tasks }: Pick<RunView, "status" | "tasks">): string | null {
  const first = refusedTask({ status, tasks });
  return first && `I can't ${first.title.charAt(0).toLowerCase()}${first.title.slice(1)} here.`;
}

/** A refusal in one sentence, with what would help. */
export function Refusal({
  words,
  answer,
  files,
}: {
  readonly words: string;
  readonly answer: string;
  readonly files: readonly ResourceView[];
}) {
  return (
    <div className={styles.refusal}>
      <p>{words}</p>
      <AddKey />
      {answer === "" ? null : (
        <details className={styles.folded}>
          <summary>What would do it</summary>
          <Answer text={answer} files={files} />
        </details>
      )}
    </div>
  );
}
