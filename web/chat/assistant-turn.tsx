import { CircleAlert, Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type { ResourceView, RunView, TaskView } from "../../src/client/client.ts";
import { duration } from "../ui/amounts.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { Status } from "../ui/status.tsx";
import { Answer } from "./answer.tsx";
import { PausedNotice } from "./paused-notice.tsx";
import { AddKey, Refusal, refusalOf } from "./refusal.tsx";
import { RunActions } from "./run-actions.tsx";
import { activityWords, runDurationMs, shownStatus } from "./run-words.ts";
import { SendButton } from "./send-button.tsx";
import styles from "./turn.module.css";
import { isEnded, type Turn } from "./turns.ts";
import type { Send } from "./use-send.ts";
import { tells } from "./words.ts";

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
  onSend,
  onEdit,
  isFirst,
  isLast,
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
  readonly onSend: Send;
  readonly onEdit: (text: string) => void;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}) {
  const made = useMemo(() => run ?? { tasks: [], files: turn.made }, [run, turn.made]);
  const files = useMemo(() => [...known, ...made.files], [known, made.files]);
  const status = run?.status ?? turn.status;
  const refusal = run && refusalOf(run);
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
      {run && refusal === null ? <FailedTasks run={run} answer={answer} /> : null}
      <Guard fallback={<NotLoaded what="What was made" />}>
        <Suspense fallback={null}>
          <MadeResults run={made} known={files} onExpired={onExpired} />
        </Suspense>
      </Guard>
      {refusal !== null ? (
        <Refusal words={refusal} answer={answer} files={files} />
      ) : answer === "" ? null : (
        <Answer text={answer} files={files} />
      )}
      {run && isLast && isEnded(status) ? (
        <Choices choices={run.choices} isInstead={refusal !== null} onSend={onSend}>
          {shownStatus(run) === "asking" ? (
            <Button onClick={() => onEdit(turn.text)}>
              <Pencil size={16} aria-hidden /> Edit
            </Button>
          ) : null}
        </Choices>
      ) : null}
      {fault === null ? null : <Fault fault={fault} />}
      <RunActions turn={turn} run={run} answer={answer} isFirst={isFirst} onSend={onSend} />
    </div>
  );
}

/** Messages that may be sent next, a button each. */
function Choices({
  choices,
  isInstead,
  onSend,
  children,
}: {
  readonly choices: readonly string[];
  /** In the place of what was refused. */
  readonly isInstead: boolean;
  readonly onSend: Send;
  readonly children: ReactNode;
}) {
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.choices} aria-label={isInstead ? "Instead I can" : "What you may say"}>
      {isInstead ? <p>Instead I can:</p> : null}
      {choices.map((choice) => (
        <SendButton key={choice} text={choice} onSend={onSend}>
          {choice}
        </SendButton>
      ))}
      {children}
    </fieldset>
  );
}

/**
 * What did not come about, plainly: tasks, and the run as a whole. Why stands in the answer; here it stands once that
 * is written and does not say so, as what comes and goes above a text that is being read would move it.
 */
function FailedTasks({ run, answer }: { readonly run: RunView; readonly answer: string }) {
  const reasonOf = (failure: TaskView["error"]): string =>
    failure && isEnded(run.status) && !tells(answer, failure.message) ? failure.message : "";
  const failed = run.tasks.filter(({ status }) => status === "failed" || status === "skipped");
  const fault = reasonOf(run.error);
  const lacksModel = [run.error, ...failed.map(({ error }) => error)].some((error) => error?.code === "no-model");
  if (failed.length === 0 && fault === "") return null;
  return (
    <div className={styles.failures}>
      <CircleAlert size={18} aria-hidden />
      <ul aria-label="What did not come about">
        {failed.map(({ id, title, task, status, error }) => (
          <li key={id} title={task}>
            {title}: {status === "skipped" ? "skipped" : "failed"}. {reasonOf(error)}
          </li>
        ))}
        {fault === "" ? null : <li>{fault}</li>}
        {lacksModel ? (
          <li>
            <AddKey />
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** How a run stands, on one line. */
function RunLine({ turn, run }: { readonly turn: Turn; readonly run: RunView | null }) {
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
      <Status status={run ? shownStatus(run) : turn.status} />
      <span>{tookMs === null ? (run ? activityWords(run) : "") : duration(tookMs)}</span>
    </p>
  );
}

/** How the request was read, in the words of who read it: folded, as it is for who wants to know. */
function Understanding({ run: { understanding } }: { readonly run: RunView }) {
  if (understanding.length === 0) return null;
  return (
    <details className={styles.folded}>
      <summary>How it was understood</summary>
      <ul>
        {[...new Set(understanding)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
