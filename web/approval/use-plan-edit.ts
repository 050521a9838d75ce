import type { Dispatch } from "react";
import type { ResourceView, RunView, TaskTypeView } from "../../src/client/client.ts";
import { useConversation } from "../api/use-conversation.ts";
import { useTaskTypes } from "../api/use-task-types.ts";
import { titlesOfDraft } from "../plan/titles.ts";
import type { Casting } from "./model-choice.tsx";
import type { AvailableValues } from "./options.ts";
import type { Draft, Edit } from "./plan-edit.ts";
import { type Check, useCheck } from "./use-check.ts";
import { useDraft } from "./use-draft.ts";

/** All that editing a plan takes, wherever it is edited. */
export interface PlanEdit {
  readonly draft: Draft;
  readonly edit: Dispatch<Edit>;
  readonly stock: AvailableValues;
  readonly check: Check;
  readonly castingOf: (task: number) => Casting;
}

const NO_FILES: readonly ResourceView[] = [];
const NO_TYPES: ReadonlyMap<string, TaskTypeView> = new Map();

export function usePlanEdit(run: RunView): PlanEdit {
  const [draft, edit] = useDraft(run);
  const types = useTaskTypes() ?? NO_TYPES;
  const files = useConversation(run.conversation).data?.resources ?? NO_FILES;
  const stock = { tasks: draft.tasks, types, files, titles: titlesOfDraft(draft.tasks, { types, files }) };
  const check = useCheck(run, draft, stock);
  return { draft, edit, stock, check, castingOf: (task) => castingOf(task, run, check) };
}

/** The candidates of a task: all that there are as soon as the dry run has told, until then those of the run. */
function castingOf(id: number, run: RunView, { open, plan }: Check): Casting {
  const planned = open?.tasks.find((task) => task.id === id) ?? plan?.tasks.find((task) => task.id === id);
  const { candidates, missing } = planned ?? run.tasks.find((task) => task.id === id) ?? { candidates: [] };
  return { candidates, estimates: planned?.estimates ?? [], missing };
}
