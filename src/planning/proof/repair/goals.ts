import type { TaskId } from "../../../domain/plan.ts";
import { type Draft, type DraftTask, producersOf } from "./draft.ts";

type Links = ReadonlyMap<TaskId, readonly TaskId[]>;

/**
 * The tasks a plan is for: those that nothing else was meant to take from. Of tasks that lean on one another in a
 * circle, all are, when nothing outside the circle leans on them.
 */
export function goalsOf(draft: Draft): ReadonlySet<TaskId> {
  const leansOn: Links = new Map(draft.tasks.map((task) => [task.id, namedBy(task).filter((id) => draft.task(id))]));
  const leanedOnBy = reversed(leansOn);
  const goals = draft.tasks.filter(({ id }) => {
    const after = reach(id, leanedOnBy);
    if (after.size === 0) return true;
    const before = reach(id, leansOn);
    return after.isSubsetOf(before);
  });
  return new Set(goals.map(({ id }) => id));
}

/** Every task that a task takes from, was meant to take from, or was said to wait for. */
const namedBy = (task: DraftTask): readonly TaskId[] => [
  ...task.waitsFor,
  ...producersOf(task),
  ...task.args.flatMap(({ meanings }) => meanings.flatMap((meaning) => (meaning.is === "task" ? [meaning.task] : []))),
];

function reversed(links: Links): Links {
  const back = new Map<TaskId, TaskId[]>();
  for (const [from, targets] of links) for (const to of targets) back.set(to, [...(back.get(to) ?? []), from]);
  return back;
}

function reach(start: TaskId, links: Links): ReadonlySet<TaskId> {
  const found = new Set<TaskId>();
  const open = [...(links.get(start) ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === start || found.has(id)) continue;
    found.add(id);
    open.push(...(links.get(id) ?? []));
  }
  return found;
}
