import { type FormEvent, useId, useState } from "react";
import type { RunView } from "../../src/client/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { raiseOf } from "./run-words.ts";
import styles from "./turn.module.css";
import { useRunAction } from "./use-run-action.ts";

/** Why a run stands still, and what makes it go on. */
export function PausedNotice({ run, pause }: { readonly run: RunView; readonly pause: NonNullable<RunView["pause"]> }) {
  const action = useRunAction(run.id);
  const [raise] = useState(() => raiseOf(run));
  const [limit, setLimit] = useState(raise?.suggested ?? 0);
  const field = useId();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // Enter in the field sends it as well.
    if (action.isPending) return;
    action.mutate({ as: "resume", ...(raise ? { budget: raise.toRaise(limit) } : {}) });
  };
  return (
    <form className={styles.paused} aria-label="The run is paused" onSubmit={onSubmit}>
      <p>{pause.message}</p>
      <div className={styles.raise}>
        {raise === null ? null : (
          <>
            <label htmlFor={field}>{raise.label}</label>
            <input
              id={field}
              type="number"
              min={raise.step === "any" ? 0 : raise.step}
              step={raise.step}
              required
              value={Number.isNaN(limit) ? "" : limit}
              onChange={({ target }) => setLimit(target.valueAsNumber)}
            />
          </>
        )}
        <Button look="primary" type="submit" isBusy={action.isPending}>
          {raise === null ? "Resume" : "Raise and resume"}
        </Button>
      </div>
      {action.error ? <Fault fault={action.error} /> : null}
    </form>
  );
}
