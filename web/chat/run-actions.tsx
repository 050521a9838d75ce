import { Ban, CirclePause, Code, RotateCcw, Route, Scale } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import type { RunView } from "../../src/client/client.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fault } from "../ui/fault.tsx";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { requestOf } from "./new-message.ts";
import { SendButton } from "./send-button.tsx";
import styles from "./turn.module.css";
import { isEnded, type Turn } from "./turns.ts";
import { useRunAction } from "./use-run-action.ts";
import type { Send } from "./use-send.ts";
import { useShownRun } from "./use-shown-run.ts";

/** What can be done about a run. */
export function RunActions({
  turn,
  run,
  answer,
  isFirst,
  onSend,
}: {
  readonly turn: Turn;
  readonly run: RunView | null;
  readonly answer: string;
  readonly isFirst: boolean;
  readonly onSend: Send;
}) {
  const { shown, show } = useShownRun();
  const action = useRunAction(turn.run);
  const status = run?.status ?? turn.status;
  const [isCopying, setCopying] = useState(false);
  const isShown = shown === turn.run;
  return (
    <>
      <div className={styles.actions}>
        {run !== null && run.tasks.length > 0 ? (
          <Button
            look="quiet"
            data-plan-of={turn.run}
            aria-pressed={isShown}
            onClick={() => show(isShown ? null : turn.run)}
          >
            <Route size={16} aria-hidden /> Plan
          </Button>
        ) : null}
        <Link href={`/runs/${encodeURIComponent(turn.run)}`} className={styles.action}>
          <Scale size={16} aria-hidden /> Why
        </Link>
        {isEnded(status) && answer !== "" ? <CopyButton text={answer} label="Copy answer" /> : null}
        {run ? (
          <Button look="quiet" aria-expanded={isCopying} onClick={() => setCopying(!isCopying)}>
            <Code size={16} aria-hidden /> Copy as
          </Button>
        ) : null}
        {isEnded(status) ? (
          status === "succeeded" ? null : (
            <SendButton look="quiet" text={turn.text} attached={turn.attached} onSend={onSend}>
              <RotateCcw size={16} aria-hidden /> Send again
            </SendButton>
          )
        ) : (
          <>
            {status === "paused" || status === "awaiting-approval" || turn.before > 0 ? null : (
              <Button look="quiet" isBusy={action.isPending} onClick={() => action.mutate({ as: "pause" })}>
                <CirclePause size={16} aria-hidden /> Pause
              </Button>
            )}
            <Button look="quiet" isBusy={action.isPending} onClick={() => action.mutate({ as: "cancel" })}>
              <Ban size={16} aria-hidden /> Cancel
            </Button>
          </>
        )}
      </div>
      {run && isCopying ? <CopyRequest {...requestOf(run, turn.attached, isFirst)} /> : null}
      {action.error ? <Fault fault={action.error} /> : null}
    </>
  );
}

const CopyAs = lazy(async () => ({ default: (await import("../settings/copy-as.tsx")).CopyAs }));

/** The call that made a run, to be copied as a command line or as a program. */
function CopyRequest({ path, body }: { readonly path: string; readonly body: unknown }) {
  return (
    <Guard fallback={<NotLoaded what="The request" />}>
      <Suspense fallback={<p>Loading</p>}>
        <CopyAs path={path} body={body} />
      </Suspense>
    </Guard>
  );
}
