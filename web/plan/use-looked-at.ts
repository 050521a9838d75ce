import { useCallback } from "react";
import { useSearchParams } from "wouter";

export const VIEWS = [
  { name: "graph", label: "Graph" },
  { name: "timeline", label: "Timeline" },
] as const;
export type ViewName = (typeof VIEWS)[number]["name"];

/** The parts of the address that say what of a run is looked at, beside `run` itself. */
export const LOOKED_AT = ["view", "task"] as const;

/** The view of a run and the task in it that are looked at: they stand in the address, so that a link and a reload show them too. */
export function useLookedAt(): {
  readonly view: ViewName;
  readonly task: number | null;
  readonly showView: (view: ViewName) => void;
  readonly select: (task: number | null) => void;
} {
  const [query, setQuery] = useSearchParams();
  const set = useCallback(
    (name: (typeof LOOKED_AT)[number], value: string | null): void =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        // The way back leads out of the run, and not through all that was looked at.
        { replace: true },
      ),
    [setQuery],
  );
  const task = query.get("task");
  return {
    view: VIEWS.find(({ name }) => name === query.get("view"))?.name ?? "graph",
    task: task !== null && /^\d{1,9}$/.test(task) ? Number(task) : null,
    showView: (view) => set("view", view === "graph" ? null : view),
    select: useCallback((id) => set("task", id === null ? null : String(id)), [set]),
  };
}
