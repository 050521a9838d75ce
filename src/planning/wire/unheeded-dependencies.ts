import { listed } from "../../domain/listed.ts";
import { dependencies, MAX_PLAN_TASKS, numberOf, type Plan, type TaskId } from "../../domain/plan.ts";
import { findEntries, Id } from "./entries.ts";
import { isRecord } from "./values.ts";

/** As many tasks as anybody reads of; each note is in the log of the run. */
const MAX_TOLD = 20;

/**
 * What a plan as it is written says under `dep` and its links don't, one sentence a task: a task waits for those whose
 * outputs its arguments take, and for no other. Nothing is said of tasks that repair dropped, or whose id is another's too.
 *
 * `[{task: "a", id: 0}, {task: "b", id: 1, dep: [0]}]` → "Task 2 was said to depend on task 1, but takes nothing of it, …"
 */
export function unheededDependencies(json: unknown, plan: Plan): readonly string[] {
  const written = readWritten(json);
  const withId = Map.groupBy(written, ({ id }) => id);
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  const told = written.flatMap(({ id, dep }) => {
    const task = tasks.get(id);
    if (!task || withId.get(id)?.length !== 1) return [];
    const ahead = before(id, tasks);
    const absent = dep.filter((one) => !withId.has(one));
    const idle = dep.filter((one) => tasks.has(one) && one !== id && !ahead.has(one));
    return [
      ...(idle.length > 0 ? [sentence(id, idle, BUT_IDLE[idle.length > 1 ? "several" : "one"])] : []),
      ...(absent.length > 0 ? [sentence(id, absent, BUT_ABSENT[absent.length > 1 ? "several" : "one"])] : []),
    ];
  });
  if (told.length <= MAX_TOLD) return told;
  const more = told.length - MAX_TOLD;
  return [...told.slice(0, MAX_TOLD), `The same is so of ${more} more ${more === 1 ? "task" : "tasks"}.`];
}

const BUT_IDLE = {
  one: ", but takes nothing of it, so that it does not wait for it.",
  several: ", but takes nothing of them, so that it does not wait for them.",
};
const BUT_ABSENT = { one: ", which is not there.", several: ", which are not there." };

function sentence(id: TaskId, on: readonly TaskId[], but: string): string {
  const others = `${on.length === 1 ? "task" : "tasks"} ${listed(on.map((one) => `${numberOf(one)}`))}`;
  return `Task ${numberOf(id)} was said to depend on ${others}${but}`;
}

interface Written {
  readonly id: TaskId;
  /** Each once, in the order of the ids; none for `[-1]`, which says so in HuggingGPT's template. */
  readonly dep: readonly TaskId[];
}

/** The entries that have an id. */
function readWritten(json: unknown): readonly Written[] {
  const entries = (findEntries(json) ?? []).slice(0, MAX_PLAN_TASKS);
  const anyId = entries.some((entry) => isRecord(entry) && entry.id !== undefined);
  return entries.flatMap((entry, place): Written[] => {
    if (!isRecord(entry)) return [];
    const [id] = readIds([anyId ? entry.id : place]);
    return id === undefined ? [] : [{ id, dep: readIds(entry.dep) }];
  });
}

function readIds(ids: unknown): readonly TaskId[] {
  if (!Array.isArray(ids)) return [];
  const read = ids.slice(0, MAX_PLAN_TASKS).map((id: unknown) => Id.safeParse(id));
  return [...new Set(read.flatMap(({ data }) => (data === undefined ? [] : [data])))].sort((a, b) => a - b);
}

/** The tasks that end before a task begins. */
function before(id: TaskId, tasks: ReadonlyMap<TaskId, Plan["tasks"][number]>): ReadonlySet<TaskId> {
  const found = new Set<TaskId>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const task = tasks.get(next);
    for (const one of task ? dependencies(task) : []) {
      if (!found.has(one)) open.push(one);
      found.add(one);
    }
  }
  return found;
}
