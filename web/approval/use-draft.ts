import { type Dispatch, useCallback, useEffect, useSyncExternalStore } from "react";
import type { RunView } from "../../src/client/client.ts";
import { type HeldDrafts, holdDrafts } from "./held-drafts.ts";
import { keptEdits } from "./kept-edits.ts";
import { type Draft, type Edit, isEdited } from "./plan-edit.ts";

/** Of the plans that are looked at: the card, the graph and the details of a task edit the same one. */
const drafts: HeldDrafts = holdDrafts(keptEdits);

/** The plan of a run as it is being edited, kept while the tab is open; another version of the plan begins anew. */
export function useDraft(run: Pick<RunView, "id" | "planVersion" | "tasks">): readonly [Draft, Dispatch<Edit>] {
  const { id, planVersion, tasks } = run;
  const subscribe = useCallback(
    (listener: () => void) => drafts.listen({ id, planVersion, tasks }, listener),
    [id, planVersion, tasks],
  );
  const draft = useSyncExternalStore(subscribe, () => drafts.get(run));
  useEffect(() => {
    keptEdits.write({ id, planVersion }, isEdited(draft) ? draft.tasks : null);
  }, [id, planVersion, draft]);
  const edit = useCallback((change: Edit): void => drafts.edit(run, change), [run]);
  return [draft, edit];
}
