import { useSearchParams } from "wouter";
import { LOOKED_AT } from "../plan/use-looked-at.ts";

/** The run whose plan is shown beside the thread: it stands in the address, so that a link and a reload show it too. */
export function useShownRun(): { readonly shown: string | null; readonly show: (run: string | null) => void } {
  const [query, setQuery] = useSearchParams();
  return {
    shown: query.get("run"),
    show: (run) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        // Another run has tasks of its own.
        for (const name of LOOKED_AT) next.delete(name);
        if (run === null) next.delete("run");
        else next.set("run", run);
        return next;
      }),
  };
}
