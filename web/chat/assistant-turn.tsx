import { lazy, Suspense, useMemo } from "react";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import { Fault } from "../ui/fault.tsx";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { Answer } from "./answer.tsx";
import { FailedTasks } from "./failed-tasks.tsx";
import { PausedNotice } from "./paused-notice.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunLine } from "./run-line.tsx";
import styles from "./turn.module.css";
import type { Turn } from "./turns.ts";
import { Understanding } from "./understanding.tsx";

const loadResults = () => import("./made-results.tsx");
const MadeResults = lazy(loadResults);

/** So that they are there before there is anything to show. */
export const preloadResults = (): void => {
  loadResults().catch(() => {});
};

const ApprovalCard = lazy(() => import("../approval/approval-card.tsx"));

/** What became of a message: how its run stands, what it said and made. */
export function AssistantTurn({
  turn,
  run,
  answer,
  fault,
  known,
  onExpired,
  onAgain,
  isFirst,
}: {
  readonly turn: Turn;
  /** Null until it is there; the log tells enough meanwhile. */
  readonly run: RunView | null;
  readonly answer: string;
  readonly fault: unknown;
  /** The files of the conversation. */
  readonly known: readonly ResourceView[];
  /** Gets new links to files. */
  readonly onExpired: () => void;
  readonly onAgain: (turn: Turn) => Promise<unknown>;
  readonly isFirst: boolean;
}) {
  const made = useMemo(() => run ?? { tasks: [], files: turn.made }, [run, turn.made]);
  const files = useMemo(() => [...known, ...made.files], [known, made.files]);
  const status = run?.status ?? turn.status;
  return (
    <div className={styles.answered}>
      <h2 className="visually-hidden">Impresario answered</h2>
      <RunLine turn={turn} run={run} />
      {run ? <Understanding run={run} /> : null}
      {run && status === "awaiting-approval" ? (
        <Guard fallback={<NotLoaded what="The plan" />}>
          <Suspense fallback={<p>Loading the plan</p>}>
            <ApprovalCard run={run} />
          </Suspense>
        </Guard>
      ) : null}
      {run?.pause ? <PausedNotice key={run.pause.reason} run={run} pause={run.pause} /> : null}
      {run ? <FailedTasks run={run} answer={answer} /> : null}
      <Guard fallback={<NotLoaded what="What was made" />}>
        <Suspense fallback={null}>
          <MadeResults run={made} known={files} onExpired={onExpired} />
        </Suspense>
      </Guard>
      {answer === "" ? null : <Answer text={answer} files={files} />}
      {fault === null ? null : <Fault fault={fault} />}
      <RunActions turn={turn} run={run} answer={answer} isFirst={isFirst} onAgain={onAgain} />
    </div>
  );
}
