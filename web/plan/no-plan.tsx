import type { RunView } from "../../src/client/client.ts";
import styles from "./run-panel.module.css";

/** What is said in the place of a plan that there is not, or not yet. */
export function NoPlan({ run: { status, queuePosition } }: { readonly run: RunView }) {
  const words =
    queuePosition > 0
      ? `It waits for its turn; ${queuePosition === 1 ? "one run is" : `${queuePosition} runs are`} before it.`
      : status === "planning"
        ? "The plan is being made. Its tasks will stand here."
        : "This request was answered without a plan: no task was needed, or none could be found.";
  return <p className={styles.none}>{words}</p>;
}
