import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { GoalReport, GoalView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";

/** What of a goal brings something new to its report, as far as this page shows that. */
const stamp = ({ status, version, steps }: GoalView): string =>
  [status, version, ...steps.map(({ runs }) => runs.length)].join(" ");

/** Why the steps of a goal began when they did, and how its tree changed; null until it is heard of. */
export function useGoalReport(goal: GoalView): GoalReport | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["goal-report", goal.id, stamp(goal)],
    queryFn: ({ signal }) => client.goals.report(goal.id, "json", { signal }),
    placeholderData: keepPreviousData,
  });
  return data ?? null;
}
