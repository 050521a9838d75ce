import type { RunView } from "../../src/client/client.ts";
import { duration } from "../ui/amounts.ts";
import { Status } from "../ui/status.tsx";
import { activityWords, runDurationMs } from "./run-words.ts";
import styles from "./turn.module.css";
import type { Turn } from "./turns.ts";

/** How a run stands, on one line. */
export function RunLine({ turn, run }: { readonly turn: Turn; readonly run: RunView | null }) {
  if (turn.before > 0) {
    return (
      <p className={styles.line}>
        <Status status="waiting" />
        <span>{turn.before === 1 ? "One message goes first." : `${turn.before} messages go first.`}</span>
      </p>
    );
  }
  const tookMs = run ? runDurationMs(run) : null;
  return (
    <p className={styles.line}>
      <Status status={run?.status ?? turn.status} />
      <span>{tookMs === null ? (run ? activityWords(run) : "") : duration(tookMs)}</span>
    </p>
  );
}
