import { type Dispatch, useCallback, useEffect, useSyncExternalStore } from "react";
import type { RunView } from "../../src/client/client.ts";
import { keptEdits } from "./kept-edits.ts";
import { type Draft, type Edit, editDraft, isEdited, resumeDraft } from "./plan-edit.ts";

type EditedRun = Pick<RunView, "id" | "planVersion" | "tasks">;

/** Of the plans that are looked at, by run and version: the card, the graph and the details of a task edit the same one. */
const drafts = new Map<string, Draft>();
/** More than are ever on the page at once; the oldest goes first, and is read again from what the tab keeps. */
const MAX_DRAFTS = 8;
const listeners = new Set<() => void>();

const keyOf = ({ id, planVersion }: EditedRun): string => `${id}/${planVersion}`;

function hold(key: string, draft: Draft): Draft {
  drafts.set(key, draft);
  for (const oldest of drafts.keys()) {
    if (drafts.size <= MAX_DRAFTS) break;
    drafts.delete(oldest);
  }
  return draft;
}

const draftOf = (run: EditedRun): Draft =>
  drafts.get(keyOf(run)) ?? hold(keyOf(run), resumeDraft(run.tasks, keptEdits.read(run)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The plan of a run as it is being edited, kept while the tab is open; another version of the plan begins anew. */
export function useDraft(run: EditedRun): readonly [Draft, Dispatch<Edit>] {
  const draft = useSyncExternalStore(subscribe, () => draftOf(run));
  const { id, planVersion } = run;
  useEffect(() => {
    keptEdits.write({ id, planVersion }, isEdited(draft) ? draft.tasks : null);
  }, [id, planVersion, draft]);
  const edit = useCallback(
    (change: Edit): void => {
      hold(keyOf(run), editDraft(draftOf(run), change));
      for (const listener of listeners) listener();
    },
    [run],
  );
  return [draft, edit];
}
