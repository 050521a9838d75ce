import { Route } from "lucide-react";
import { numberOf } from "../titles.ts";
import styles from "./timeline.module.css";

const LOOKS = [
  ["done", "done"],
  ["running", "running"],
  ["failed", "an attempt that failed"],
  ["step", "planning and answering"],
  ["waiting", "waiting for a person"],
] as const;

/** What the time line's colours and marks mean, in words. */
export function Legend({ path, isLive }: { readonly path: readonly number[]; readonly isLive: boolean }) {
  return (
    <div className={styles.legend}>
      {path.length === 0 ? null : (
        <p>
          <Route size={14} aria-hidden /> The critical path{isLive ? " so far" : ""}, the chain of tasks that{" "}
          {isLive ? "decides" : "decided"} how long it {isLive ? "takes" : "took"}: {path.map(numberOf).join(" → ")}.
          Its bars are outlined.
        </p>
      )}
      <ul>
        {LOOKS.map(([look, words]) => (
          <li key={look}>
            <span className={styles.swatch} data-look={look} aria-hidden="true" /> {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
