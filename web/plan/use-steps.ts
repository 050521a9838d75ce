import { useEffect, useState } from "react";
import { useClient } from "../api/client.ts";
import type { Step } from "./timeline/rows.ts";
import { afterEvent } from "./timeline/steps.ts";

/** When a run planned, waited for a person and answered: only its events tell. */
export function useSteps(run: string): readonly Step[] {
  const client = useClient();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  useEffect(() => {
    const left = new AbortController();
    const follow = async (): Promise<void> => {
      let known: readonly Step[] = [];
      for await (const event of client.events(run, { signal: left.signal })) {
        const next = afterEvent(known, event);
        if (next !== known && !left.signal.aborted) setSteps(next);
        known = next;
      }
    };
    setSteps([]);
    // Without them the time line shows the tasks alone.
    follow().catch(() => {});
    return () => left.abort();
  }, [client, run]);
  return steps;
}
