import { lazy, Suspense } from "react";
import type { RunView } from "../../src/client/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { Modal } from "../ui/modal.tsx";
import { useMedia, WIDE } from "../ui/use-media.ts";
import styles from "./conversation.module.css";

const RunPanel = lazy(() => import("../plan/run-panel.tsx"));

/** The plan of a run: beside the thread where there is room, and over the page otherwise. */
export function RunSide({
  run,
  fault,
  onClose,
}: {
  /** Null for one that cannot be shown. */
  readonly run: RunView | null;
  readonly fault: unknown;
  readonly onClose: () => void;
}) {
  const isWide = useMedia(WIDE);
  const content = run ? (
    <Guard fallback={<NotLoaded what="The plan" />}>
      <Suspense fallback={<p className={styles.coming}>Loading the plan</p>}>
        <RunPanel key={run.id} run={run} onClose={onClose} />
      </Suspense>
    </Guard>
  ) : (
    <div className={styles.coming}>
      <Fault fault={fault} />
      <Button onClick={onClose}>Close</Button>
    </div>
  );
  if (!isWide) {
    return (
      <Modal className={styles.sheet} aria-label="Plan of the run" onClose={onClose}>
        {content}
      </Modal>
    );
  }
  return (
    <aside className={styles.side} aria-label="Plan of the run">
      {content}
    </aside>
  );
}
