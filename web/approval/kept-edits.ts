import type { JsonValue } from "../../src/domain/json.ts";
import type { Tasks } from "./plan-edit.ts";

/** The plan that an edit began from: with another version, it begins anew. */
export interface EditedPlan {
  readonly id: string;
  readonly planVersion: number;
}

/** Edits that nobody has decided on, kept while the tab is open. */
export interface KeptEdits {
  /** Null for none. */
  readonly read: (plan: EditedPlan) => Tasks | null;
  /** @param tasks null for no edit */
  readonly write: (plan: EditedPlan, tasks: Tasks | null) => void;
}

interface Entry {
  readonly plan: string;
  readonly tasks: Tasks;
}

const ITEM = "impresario.plan-edits";
/** Plans that one goes to and fro between; the oldest goes first. */
const MAX_KEPT = 8;
/** Of all of them, as JSON: a storage holds some five million characters, and not for these alone. */
const MAX_CHARS = 500_000;

const nameOf = ({ id, planVersion }: EditedPlan): string => `${id}/${planVersion}`;

/** @param storage looked up at each use: where storage is forbidden, the look alone throws */
export function keptEditsIn(storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">): KeptEdits {
  const readAll = (): readonly Entry[] => {
    try {
      return readEntries(storage().getItem(ITEM));
    } catch {
      return [];
    }
  };
  return {
    read: (plan) => readAll().find((entry) => entry.plan === nameOf(plan))?.tasks ?? null,
    write: (plan, tasks) => {
      const others = readAll().filter((entry) => entry.plan !== nameOf(plan));
      const all = tasks === null ? others : [...others, { plan: nameOf(plan), tasks }];
      try {
        const text = textOf(all);
        if (text === null) storage().removeItem(ITEM);
        else storage().setItem(ITEM, text);
      } catch {
        // Forbidden or full: then it lasts as long as the page.
      }
    },
  };
}

export const keptEdits: KeptEdits = keptEditsIn(() => sessionStorage);

/** As many of the latest as may be kept; null for none. */
function textOf(entries: readonly Entry[]): string | null {
  for (let most = Math.min(MAX_KEPT, entries.length); most > 0; most--) {
    const text = JSON.stringify(entries.slice(-most));
    if (text.length <= MAX_CHARS) return text;
  }
  return null;
}

/** What is not as it was written counts as nothing. */
function readEntries(text: string | null): readonly Entry[] {
  const read: unknown = text === null || text.length > MAX_CHARS ? null : JSON.parse(text);
  return Array.isArray(read) ? read.filter(isEntry).slice(-MAX_KEPT) : [];
}

const isEntry = (read: unknown): read is Entry =>
  isObject(read) && typeof read.plan === "string" && Array.isArray(read.tasks) && read.tasks.every(isTask);

const isTask = (read: unknown): read is Tasks[number] =>
  isObject(read) &&
  typeof read.task === "string" &&
  Number.isSafeInteger(read.id) &&
  Array.isArray(read.dep) &&
  read.dep.every(Number.isSafeInteger) &&
  isObject(read.args) &&
  (read.model === undefined || typeof read.model === "string");

const isObject = (read: unknown): read is { readonly [field: string]: JsonValue } =>
  typeof read === "object" && read !== null && !Array.isArray(read);
