import type { ResourceView, RunView, TaskTypeEntry } from "../../src/client/client.ts";
import { useConversation } from "../api/use-conversation.ts";
import { useTaskTypes } from "../api/use-task-types.ts";

const NO_FILES: readonly ResourceView[] = [];
const NO_TYPES: ReadonlyMap<string, TaskTypeEntry> = new Map();

/** What inputs can be filled from, and what fits where; nothing as long as it is not known. */
export function useStock({ conversation }: RunView): {
  readonly types: ReadonlyMap<string, TaskTypeEntry>;
  readonly files: readonly ResourceView[];
} {
  const types = useTaskTypes();
  const { data } = useConversation(conversation);
  return { types: types ?? NO_TYPES, files: data?.resources ?? NO_FILES };
}
