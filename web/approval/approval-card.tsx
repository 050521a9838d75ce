import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { runKey } from "../api/use-run.ts";
import styles from "./approval.module.css";
import { PlanEditor } from "./plan-editor.tsx";

/** The plan of a run that waits for a person, to be looked at, changed, approved or rejected. */
export default function ApprovalCard({ run }: { readonly run: RunView }) {
  const client = useClient();
  const queries = useQueryClient();
  const [reread, setReread] = useState<RunView | null>(null);
  // Whoever shows this card may hear of a newer plan a little later.
  const latest = reread && reread.id === run.id && reread.planVersion > run.planVersion ? reread : run;
  const take = (next: RunView): void => {
    queries.setQueryData(runKey(next.id), next);
    setReread(next);
  };
  if (reread?.id === run.id && reread.status !== "awaiting-approval")
    return (
      <p role="status">
        {reread.status === "cancelled"
          ? "The plan is rejected; nothing runs."
          : "The plan is decided on. What becomes of it is shown here."}
      </p>
    );
  return (
    <section className={styles.card} aria-labelledby={`approval-${run.id}`}>
      <header>
        <h3 id={`approval-${run.id}`}>The proposed plan</h3>
        {latest === run ? null : (
          <p role="status" className={styles.newer}>
            The plan has changed meanwhile. This is version {latest.planVersion}; nothing of your edit was used.
          </p>
        )}
      </header>
      <PlanEditor
        key={latest.planVersion}
        run={latest}
        onDecided={take}
        onStale={async () => take(await client.run(run.id))}
      />
    </section>
  );
}
