import { useEffect, useRef } from "react";
import { numberOf } from "../plan/titles.ts";
import { Button } from "../ui/button.tsx";
import styles from "./approval.module.css";

/** Asks what is to become of the tasks that take from one that is removed. */
export function Removal({
  task,
  dependents,
  onRemove,
  onKeep,
}: {
  readonly task: number;
  /** Their ids, with what they do. */
  readonly dependents: readonly { readonly id: number; readonly words: string }[];
  readonly onRemove: (tasks: readonly number[]) => void;
  readonly onKeep: () => void;
}) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  const ids = dependents.map(({ id }) => id);
  return (
    <fieldset
      aria-label={`Remove task ${numberOf(task)}`}
      className={styles.removal}
      onKeyDown={(event) => {
        if (event.key === "Escape") onKeep();
      }}
    >
      <p ref={question} tabIndex={-1}>
        {ids.length === 1 ? "Another task needs" : "Other tasks need"} what task {numberOf(task)} makes:
      </p>
      <ul>
        {dependents.map(({ id, words }) => (
          <li key={id}>
            {numberOf(id)} {words}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="danger" onClick={() => onRemove([task, ...ids])}>
          Remove {ids.length === 1 ? "both" : `all ${ids.length + 1}`}
        </Button>
        <Button onClick={() => onRemove([task])}>Remove only task {numberOf(task)}</Button>
        <Button look="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </fieldset>
  );
}
