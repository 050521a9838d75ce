import { Check as CheckIcon, Undo2, X } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import styles from "./approval.module.css";
import { placesOf } from "./faults.ts";
import type { Check } from "./use-check.ts";

export interface DecisionProps {
  readonly check: Check;
  readonly isEdited: boolean;
  readonly canUndo: boolean;
  /** What was decided and is on its way to the server. */
  readonly decided: "approve" | "reject" | null;
  readonly fault: unknown;
  readonly onUndo: () => void;
  readonly onReset: () => void;
  readonly onDecide: (decision: "approve" | "reject") => void;
}

/** Approve or reject, and why not where one cannot. */
export function Decision(props: DecisionProps) {
  const { check, isEdited, canUndo, decided, fault, onUndo, onReset, onDecide } = props;
  const isBusy = decided !== null;
  const mayApprove = !isBusy && (check.state === "sound" || check.state === "unheard");
  return (
    <div className={styles.decision}>
      <p role="status" className={styles.verdict} data-state={check.state}>
        {decided === null ? verdictOf(check, isEdited) : DECIDED[decided]}
      </p>
      <div className={styles.actions}>
        <Button look="primary" disabled={!mayApprove} onClick={() => onDecide("approve")}>
          <CheckIcon size={18} aria-hidden /> {isEdited ? "Approve as edited" : "Approve and run"}
        </Button>
        <Button look="danger" disabled={isBusy} onClick={() => onDecide("reject")}>
          <X size={18} aria-hidden /> Reject
        </Button>
        {canUndo || isEdited ? (
          <>
            <Button look="quiet" disabled={!canUndo || isBusy} onClick={onUndo}>
              <Undo2 size={16} aria-hidden /> Undo
            </Button>
            <Button look="quiet" disabled={!isEdited || isBusy} onClick={onReset}>
              Reset
            </Button>
          </>
        ) : null}
      </div>
      {check.state === "unheard" ? <Fault fault={check.fault} /> : null}
      {fault ? <Fault fault={fault} /> : null}
    </div>
  );
}

const DECIDED = { approve: "Your approval is being sent.", reject: "Your rejection is being sent." } as const;

/** What there is to know before one decides. */
function verdictOf({ state, faults }: Check, isEdited: boolean): string {
  switch (state) {
    case "unsound":
      return `It cannot be approved as it is: see ${placesOf(faults)}.`;
    case "checking":
      return "The edited plan is being checked.";
    case "unheard":
      return "The edited plan could not be checked. It is proved when you approve it, before anything runs.";
    case "sound":
      return isEdited ? "The edited plan is sound." : "Nothing runs before you approve.";
  }
}
