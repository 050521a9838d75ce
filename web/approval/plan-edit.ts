import type { WireTask } from "../../src/client/client.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { readSources } from "../values/references.ts";

export type Tasks = readonly WireTask[];

/** A plan that a person is changing. */
export interface Draft {
  readonly proposed: Tasks;
  readonly tasks: Tasks;
  /** What undo goes back to, the latest last. */
  readonly past: readonly Tasks[];
  /** What is being typed into: its keystrokes are undone together. */
  readonly stroke: string | null;
}

export type Edit =
  /** @param value null for none */
  | { readonly do: "bind"; readonly task: number; readonly port: string; readonly value: JsonValue | null }
  /** A `bind` that is one of many keystrokes. */
  | { readonly do: "type"; readonly task: number; readonly port: string; readonly value: JsonValue }
  /** @param model null for the server's own choice */
  | { readonly do: "cast"; readonly task: number; readonly model: string | null }
  | { readonly do: "remove"; readonly tasks: readonly number[] }
  /** Another plan in the place of this one: what the server would make of it. */
  | { readonly do: "take"; readonly tasks: Tasks }
  | { readonly do: "undo" }
  | { readonly do: "reset" };

/** More steps back than anybody goes. */
const MAX_PAST = 100;

/** The fields of a task that make it a plan's, without what a view adds to them. */
export const wireTask = ({ task, id, dep, args, model }: WireTask): WireTask => ({
  ...{ task, id, dep, args },
  ...(model === undefined ? {} : { model }),
});

export function beginDraft(tasks: Tasks): Draft {
  const proposed = tasks.map(wireTask);
  return { proposed, tasks: proposed, past: [], stroke: null };
}

/** A draft that is gone on with: undo goes back to what was proposed. @param kept null where there is none */
export function resumeDraft(tasks: Tasks, kept: Tasks | null): Draft {
  const draft = beginDraft(tasks);
  return kept === null ? draft : editDraft(draft, { do: "take", tasks: kept });
}

export function editDraft(draft: Draft, edit: Edit): Draft {
  switch (edit.do) {
    case "bind":
      return step(draft, bind(draft.tasks, edit));
    case "type": {
      const stroke = `${edit.task}/${edit.port}`;
      const tasks = bind(draft.tasks, edit);
      return draft.stroke === stroke ? { ...draft, tasks } : { ...step(draft, tasks), stroke };
    }
    case "cast":
      return step(draft, cast(draft.tasks, edit));
    case "remove":
      return step(
        draft,
        draft.tasks.filter(({ id }) => !edit.tasks.includes(id)),
      );
    case "take":
      return step(draft, edit.tasks.map(wireTask));
    case "undo": {
      const before = draft.past.at(-1);
      return before ? { ...draft, tasks: before, past: draft.past.slice(0, -1), stroke: null } : draft;
    }
    case "reset":
      return step(draft, draft.proposed);
  }
}

const step = (draft: Draft, tasks: Tasks): Draft =>
  JSON.stringify(tasks) === JSON.stringify(draft.tasks)
    ? draft
    : { ...draft, tasks, past: [...draft.past, draft.tasks].slice(-MAX_PAST), stroke: null };

const change = (tasks: Tasks, id: number, to: (task: WireTask) => WireTask): Tasks =>
  tasks.map((task) => (task.id === id ? to(task) : task));

const bind = (
  tasks: Tasks,
  { task: id, port, value }: { readonly task: number; readonly port: string; readonly value: JsonValue | null },
): Tasks =>
  change(tasks, id, (task) => {
    const { [port]: _, ...others } = task.args;
    // An argument keeps its place, so that going back to what was proposed is no change.
    const args = value === null ? others : { ...task.args, [port]: value };
    return { ...task, args, dep: waitsFor({ ...task, args }) };
  });

const cast = (tasks: Tasks, { task: id, model }: { readonly task: number; readonly model: string | null }): Tasks =>
  change(tasks, id, ({ model: _, ...task }) => (model === null ? task : { ...task, model }));

/** The tasks that a task takes from, as the wire has it: `[-1]` for none. */
function waitsFor(task: WireTask): readonly number[] {
  const ids = takesFrom(task);
  return ids.length === 0 ? [-1] : ids;
}

/** The tasks that a task takes something from, in the order of its arguments. */
export function takesFrom({ args }: Pick<WireTask, "args">): readonly number[] {
  const sources = Object.values(args).flatMap(readSources);
  return [...new Set(sources.flatMap((source) => (source.from === "task" ? [source.task] : [])))];
}

/** The tasks that cannot run without a task, at whatever distance, in the order of the plan. */
export function dependentsOf(tasks: Tasks, id: number): readonly number[] {
  const found = new Set([id]);
  // Every pass finds one at least, or is the last.
  for (let pass = 0; pass < tasks.length; pass++) {
    const before = found.size;
    for (const task of tasks) if (takesFrom(task).some((producer) => found.has(producer))) found.add(task.id);
    if (found.size === before) break;
  }
  return tasks.flatMap((task) => (task.id !== id && found.has(task.id) ? [task.id] : []));
}

/** Whether anything is other than it was proposed, however it is written. */
export const isEdited = ({ proposed, tasks }: Draft): boolean => meaningOf(proposed) !== meaningOf(tasks);

const meaningOf = (tasks: Tasks): string =>
  JSON.stringify(
    tasks.map(({ task, id, args, model }) => ({
      ...{ task, id, model },
      args: Object.entries(args)
        .map(([port, written]) => [port, readSources(written)] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    })),
  );
