import { useQuery } from "@tanstack/react-query";
import type { RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { readSteps } from "./timeline/read-steps.ts";
import type { Step } from "./timeline/rows.ts";

const NO_STEPS: readonly Step[] = [];

/** When a run planned, waited for a person and answered; read again when it goes from one status to another. */
export function useSteps({ id, status, planVersion, endedAt }: RunView): readonly Step[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["plan", "steps", id, status, planVersion],
    queryFn: ({ signal }) => readSteps(client, id, signal),
    // A run may be paused twice; how it went is final when it has ended.
    staleTime: endedAt === null ? 0 : Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });
  // Without them the time line shows the tasks alone.
  return data ?? NO_STEPS;
}
