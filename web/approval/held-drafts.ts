import type { RunView } from "../../src/client/client.ts";
import type { KeptEdits } from "./kept-edits.ts";
import { type Draft, type Edit, editDraft, resumeDraft } from "./plan-edit.ts";

type EditedRun = Pick<RunView, "id" | "planVersion" | "tasks">;

/** Drafts of plans by run and version, each the same for all that show it. */
export interface HeldDrafts {
  readonly get: (run: EditedRun) => Draft;
  readonly edit: (run: EditedRun, change: Edit) => void;
  /** Calls the listener after each edit of that plan. @returns what ends it */
  readonly listen: (run: EditedRun, listener: () => void) => () => void;
}

interface Held {
  draft: Draft;
  readonly listeners: Set<() => void>;
}

/** Of plans that nothing shows any more; the oldest goes first, and is read again from what the tab keeps. */
const MAX_UNSHOWN = 8;

/** @param kept where edits are found that were made before the page was loaded anew */
export function holdDrafts(kept: Pick<KeptEdits, "read">): HeldDrafts {
  const held = new Map<string, Held>();
  const heldOf = (run: EditedRun): Held => {
    const key = `${run.id}/${run.planVersion}`;
    const known = held.get(key);
    if (known) return known;
    // What is shown stays: it would be read anew, which shows it anew, for ever.
    const unshown = [...held].filter(([, { listeners }]) => listeners.size === 0);
    for (const [oldest] of unshown.slice(0, Math.max(0, unshown.length - MAX_UNSHOWN + 1))) held.delete(oldest);
    const fresh: Held = { draft: resumeDraft(run.tasks, kept.read(run)), listeners: new Set() };
    held.set(key, fresh);
    return fresh;
  };
  return {
    get: (run) => heldOf(run).draft,
    edit: (run, change) => {
      const one = heldOf(run);
      one.draft = editDraft(one.draft, change);
      for (const listener of one.listeners) listener();
    },
    listen: (run, listener) => {
      const { listeners } = heldOf(run);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
