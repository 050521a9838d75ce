import { CircleHelp, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { RunView } from "../../src/client/client.ts";
import { shownStatus } from "../chat/run-words.ts";
import { assumedWords, costWords, duration, growing } from "../ui/amounts.ts";
import { IconButton } from "../ui/button.tsx";
import { Status } from "../ui/status.tsx";
import styles from "./run-head.module.css";
import { useNow } from "./use-now.ts";
import { progressWords } from "./words.ts";

/** How the run stands, how long it has worked, and what it has cost. */
export function RunHead({ run, onClose }: { readonly run: RunView; readonly onClose: () => void }) {
  const assumed = assumedWords(run.usage);
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <h2>The plan</h2>
        <div role="status" className={styles.standing}>
          <Status status={shownStatus(run)} />
          <span>{run.tasks.length === 0 ? "" : progressWords(run.tasks)}</span>
        </div>
        <div className={styles.actions}>
          <Link href={`/runs/${encodeURIComponent(run.id)}`} className={styles.why}>
            <CircleHelp size={16} aria-hidden /> Why
          </Link>
          <IconButton label="Close the run" onClick={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>Time</dt>
          <dd>
            <Worked run={run} />
          </dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>
            {run.usage.attempts === 0 && run.endedAt === null ? "nothing so far" : costWords(run.usage)}
            {assumed === null ? "" : ` (${assumed})`}
          </dd>
        </div>
      </dl>
      {run.pause ? <p className={styles.pause}>{run.pause.message}</p> : null}
      {run.error ? (
        <p className={styles.fault}>
          {run.error.message} <code>{run.error.code}</code>
        </p>
      ) : null}
    </header>
  );
}

/** How long the run has worked: as the server counts it, and what has passed since it said so while it works. */
function Worked({ run }: { readonly run: RunView }) {
  const [heard, setHeard] = useState({ run, at: Date.now() });
  if (heard.run !== run) setHeard({ run, at: Date.now() });
  const isLive = run.status === "planning" || run.status === "running" || run.status === "responding";
  const now = useNow(isLive);
  const { timeMs } = run.usage;
  return isLive && run.queuePosition === 0 ? growing(timeMs + Math.max(0, now - heard.at)) : duration(timeMs);
}
