import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TaskTypeView } from "../../src/client/client.ts";
import { useClient } from "./client.ts";

/** The server's task types by name; they change with a deployment only. Null until they are known or cannot be. */
export function useTaskTypes(): ReadonlyMap<string, TaskTypeView> | null {
  const client = useClient();
  const { data, isPending } = useQuery({
    queryKey: ["task-types"],
    queryFn: ({ signal }) => client.taskTypes({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => (isPending ? null : new Map((data ?? []).map((type) => [type.name, type]))), [data, isPending]);
}
