import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ResourceView, RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { filesOf } from "./graph/structure.ts";

/** The files that the tasks of a run take and make, by id, as far as they are known. */
export function useFiles({ conversation, tasks, files }: RunView): ReadonlyMap<string, ResourceView> {
  const client = useClient();
  const made = new Set(files.map(({ id }) => id));
  const takesOthers = tasks.some((task) =>
    filesOf(task).some((source) => source.from === "file" && !made.has(source.id)),
  );
  const { data } = useQuery({
    queryKey: ["plan", "files", conversation],
    queryFn: ({ signal }) => client.conversation(conversation, { signal }),
    enabled: takesOthers,
    select: ({ resources }) => resources,
  });
  return useMemo(() => new Map([...(data ?? []), ...files].map((file) => [file.id, file])), [data, files]);
}
