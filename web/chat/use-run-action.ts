import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Client, RunView } from "../../src/client/client.ts";
import type { Raise } from "../../src/domain/budget.ts";
import { useClient } from "../api/client.ts";
import { rememberRun } from "./conversation-queries.ts";

export type RunAction =
  | { readonly as: "cancel" }
  | { readonly as: "pause" }
  | { readonly as: "resume"; readonly budget?: Raise };

const act = (client: Client, id: string, action: RunAction): Promise<RunView> => {
  if (action.as !== "resume") return client[action.as](id);
  return client.resume(id, action.budget ? { budget: action.budget } : {});
};

/** Cancels, pauses or resumes a run, and shows what came of it everywhere. */
export function useRunAction(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: RunAction) => act(client, id, action),
    onSuccess: (run) => rememberRun(queries, run),
  });
}
