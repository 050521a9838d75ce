import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { GoalView } from "../../src/client/client.ts";
import { useClient } from "./client.ts";
import { pauseUntilHeard } from "./connection.ts";
import { presence } from "./presence.ts";
import { watch } from "./watch.ts";

/** The query under which every view finds a goal. */
export const goalKey = (id: string): readonly [string, string] => ["goal", id];

/** A goal as it was last heard of, by whoever follows it. */
export function useHeardGoal(id: string | null): GoalView | null {
  const client = useClient();
  const { data } = useQuery<GoalView>({
    queryKey: goalKey(id ?? ""),
    queryFn: ({ signal }) => client.goals.get(id ?? "", { signal }),
    enabled: false,
  });
  return data ?? null;
}

export interface LiveGoal {
  /** Null until it is first heard of. */
  readonly goal: GoalView | null;
  /** What the server refused for good. */
  readonly fault: unknown;
}

/** A goal as it is now, and as it changes while it lasts. */
export function useGoal(id: string): LiveGoal {
  const client = useClient();
  const queries = useQueryClient();
  const [fault, setFault] = useState<unknown>(null);
  // The watch below reads it; here it is told of what that, or an answer to an action, has brought.
  const goal = useHeardGoal(id);

  useEffect(() => {
    const left = new AbortController();
    setFault(null);
    watch(
      {
        read: (signal) => client.goals.get(id, { signal }),
        events: (from) => client.goals.events(id, from),
        onRead: (goal: GoalView) => queries.setQueryData(goalKey(id), goal),
      },
      { pause: pauseUntilHeard, presence, signal: left.signal },
    ).catch((refusal: unknown) => left.signal.aborted || setFault(refusal));
    return () => left.abort();
  }, [client, id, queries]);

  return { goal, fault };
}
