import { Link, useRoute } from "wouter";
import { useHeardGoal } from "../api/use-goal.ts";
import styles from "../chat/conversation-list.module.css";
import { day, titleWords } from "../chat/words.ts";
import { Button } from "../ui/button.tsx";
import { Status } from "../ui/status.tsx";
import { useGoals } from "./goal-queries.ts";

/** The goals of this key, the newest first; nothing where there are none. */
export function GoalList() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useGoals();
  const [, current] = useRoute("/goals/:id");
  const shown = useHeardGoal(current?.id ?? null);
  if (!data || data.length === 0) return null;
  return (
    <nav aria-label="Goals" className={styles.goals}>
      <h2 className={styles.note}>Goals</h2>
      <ul>
        {data.map(({ id, title, status, createdAt }) => (
          <li key={id} className={styles.entry}>
            <Link
              href={`/goals/${encodeURIComponent(id)}`}
              className={styles.link}
              aria-current={current?.id === id ? "page" : undefined}
              title={titleWords(title)}
            >
              <span className={styles.title}>{titleWords(title)}</span>{" "}
              <small>
                {/* What is read beside it is followed as it changes. */}
                <Status status={shown?.id === id ? shown.status : status} /> {day.format(new Date(createdAt))}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button look="quiet" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older goals
        </Button>
      ) : null}
    </nav>
  );
}
