import { useId, useState } from "react";
import type { CheckInView } from "../../src/client/client.ts";
import { MAX_RULE_CHARS } from "../../src/domain/goal/policy.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import styles from "./goal.module.css";
import { useGoalAction } from "./goal-queries.ts";
import { topicWords } from "./words.ts";

type Decision = "approve" | "change" | "stop";

/** The question that a goal waits with, and its answers. @param goal its id */
export function CheckInCard({ goal, checkIn }: { readonly goal: string; readonly checkIn: CheckInView }) {
  const [words, setWords] = useState("");
  const [isChanging, setChanging] = useState(false);
  const field = useId();
  const answer = useGoalAction<Decision>((goals, decision) =>
    goals.approve(goal, { checkIn: checkIn.id, decision, ...(decision === "change" ? { words } : {}) }),
  );
  const { proposal } = checkIn;
  return (
    <section className={styles.question} aria-label="A question to you">
      <h2>{topicWords(checkIn.about)}</h2>
      <p>{checkIn.message}</p>
      {proposal === null ? null : (
        <ul className={styles.plain}>
          {proposal.added.map(({ name, does }) => (
            <li key={name}>
              New: <strong>{name}</strong>. {does}
            </li>
          ))}
          {proposal.dropped.map(({ step, reason }) => (
            <li key={step}>
              Falls away: <strong>{step}</strong>, as {reason}
            </li>
          ))}
          {proposal.reordered.map(({ step, value }) => (
            <li key={step}>
              <strong>{step}</strong> is worth {value} of 10
            </li>
          ))}
        </ul>
      )}
      {isChanging ? (
        <>
          <label htmlFor={field}>What is to be different? It holds from then on.</label>
          <textarea
            id={field}
            rows={3}
            maxLength={MAX_RULE_CHARS}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </>
      ) : null}
      {answer.error ? <Fault fault={answer.error} /> : null}
      <p className={styles.actions}>
        {isChanging ? (
          <Button
            look="primary"
            isBusy={answer.isPending}
            disabled={words.trim() === ""}
            onClick={() => answer.mutate("change")}
          >
            Send the change
          </Button>
        ) : (
          <Button look="primary" isBusy={answer.isPending} onClick={() => answer.mutate("approve")}>
            Approve
          </Button>
        )}
        <Button onClick={() => setChanging(!isChanging)}>{isChanging ? "Back" : "Change…"}</Button>
        <Button look="quiet" isBusy={answer.isPending} onClick={() => answer.mutate("stop")}>
          Stop the goal
        </Button>
      </p>
    </section>
  );
}
