import { MAX_PLAN_TASKS, numberOf, type TaskId } from "../../../domain/plan.ts";
import type { Repair } from "../../../domain/repair.ts";
import { err, ok, type Result } from "../../../domain/result.ts";
import type { TaskType } from "../../../domain/task-types/index.ts";
import { argumentsOf, findEntries, Id, MAX_ARGUMENTS, Model, nameOf } from "../../wire/entries.ts";
import { readArguments, type WrittenArgument } from "../../wire/meanings.ts";
import { mendJson } from "../../wire/mend-json.ts";
import { indexResources, type ResourceIndex } from "../../wire/resource-index.ts";
import { isRecord } from "../../wire/values.ts";
import {
  inMessage,
  MAX_BOUND_VALUES,
  type PlanContext,
  type PlanFault,
  tooManyTasks,
  tooManyValues,
} from "../faults.ts";
import { Draft, type DraftTask } from "./draft.ts";
import { namesResult } from "./said-words.ts";

/** A plan as far as it can be read, and what had to be guessed to read it. */
export interface ReadDraft {
  readonly draft: Draft;
  readonly repairs: readonly Repair[];
  /** The tasks that the plan says it is for; `null` when it doesn't say. */
  readonly goals: ReadonlySet<TaskId> | null;
}

/** An entry with the id that it was written with: two may share one, and some have none. */
interface Entry {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly writtenId: TaskId | null;
  readonly id: TaskId;
}

/** Reads any JSON as a draft. Only what holds no list of tasks, or too long a one, cannot be read. Never throws. */
export function readDraft(json: unknown, { resources, ontology }: PlanContext): Result<ReadDraft, PlanFault[]> {
  const repairs: Repair[] = [];
  const whole = typeof json === "string" ? readText(json, repairs) : json;
  const found = findEntries(whole);
  if (!found) return err([{ task: null, port: null, code: "malformed", message: NO_LIST }]);
  if (found.length > MAX_PLAN_TASKS) return err([tooManyTasks(found.length)]);

  const entries = numbered(
    found.flatMap((entry, place) => fieldsOf(entry, place, repairs)),
    repairs,
  );
  const written = readAllArguments(entries, indexResources(resources), repairs);
  if (!written.ok) return written;
  const models = entries.map(({ fields }) => Model.safeParse(fields.model === "" ? null : fields.model));
  const wrong = entries.find((_, place) => !models[place]?.success);
  if (wrong) return err([wrongModel(wrong.id)]);
  const offset = countsFromOne(entries, written.value) ? 1 : 0;
  if (offset === 1) repairs.push({ kind: "read", task: null, port: null, message: COUNTS_FROM_ONE });
  const types = new Map(entries.map(({ fields, id }) => [id, ontology.read(nameOf(fields) ?? "") ?? null]));
  const tasks = entries.map(({ fields, id }, place): DraftTask => {
    const waitsFor = [...new Set(readIds(fields.dep).map((task) => meantId(task, place, entries)))];
    const args = resolved(written.value[place] ?? [], (task) => meantId(task - offset, place, entries));
    return {
      id,
      written: nameOf(fields) ?? "",
      type: types.get(id) ?? null,
      args: withSlots(
        args,
        waitsFor.flatMap((task) => types.get(task) ?? []),
      ),
      waitsFor,
      model: models[place]?.data ?? undefined,
      bound: new Map(),
    };
  });
  repairs.push(...tasks.flatMap(lostWords));
  return ok({ draft: new Draft(tasks, resources), repairs, goals: readGoals(whole, entries) });
}

const wrongModel = (task: TaskId): PlanFault => ({
  task,
  port: null,
  code: "malformed",
  message: 'The "model" is not the name of one',
});

/** Goals are named beside the list of tasks: `{"tasks": […], "goals": [2]}`. */
function readGoals(whole: unknown, entries: readonly Entry[]): ReadonlySet<TaskId> | null {
  if (!isRecord(whole) || !Array.isArray(whole.goals)) return null;
  const known = new Set(entries.map(({ id }) => id));
  const goals = readIds(whole.goals).filter((id) => known.has(id));
  return goals.length > 0 ? new Set(goals) : null;
}

/** The arguments of every entry; a fault as soon as they hold more values than a plan may bind. */
function readAllArguments(
  entries: readonly Entry[],
  shelf: ResourceIndex,
  repairs: Repair[],
): Result<(readonly WrittenArgument[])[], PlanFault[]> {
  const all: (readonly WrittenArgument[])[] = [];
  let values = 0;
  for (const { id, fields } of entries) {
    const given = argumentsOf(fields);
    const count = typeof given === "object" && given !== null ? Object.keys(given).length : 1;
    if (count > MAX_ARGUMENTS) {
      const message = `Task ${numberOf(id)} has ${count} arguments; those after the first ${MAX_ARGUMENTS} were left out`;
      repairs.push({ kind: "dropped", task: id, port: null, message });
    }
    const args = readArguments(given, shelf);
    values += args.reduce((sum, { meanings }) => sum + meanings.length, 0);
    if (values > MAX_BOUND_VALUES) return err([tooManyValues(values)]);
    all.push(args);
  }
  return ok(all);
}

/** The arguments with the tasks that are meant in place of the ids that were written. */
const resolved = (args: readonly WrittenArgument[], resolve: (written: TaskId) => TaskId): readonly WrittenArgument[] =>
  args.map(({ name, meanings }) => ({
    name,
    meanings: meanings.map((one) => (one.is === "task" ? { ...one, task: resolve(one.task) } : one)),
  }));

/** Arguments that only name the result of a task that is waited for are slots for that result. */
const withSlots = (args: readonly WrittenArgument[], said: readonly TaskType[]): readonly WrittenArgument[] =>
  args.map(({ name, meanings }) => ({
    name,
    meanings: meanings.map((one) => (namesResult(one, said) ? { is: "slot", words: String(one.value) } : one)),
  }));

/** References that stood among other words. */
function lostWords({ id, args }: DraftTask): readonly Repair[] {
  return args.flatMap(({ name, meanings }) =>
    meanings.flatMap((meaning): Repair[] => {
      if (meaning.is !== "task" || meaning.amid === undefined) return [];
      const message = `Task ${numberOf(id)}: ${inMessage(meaning.amid)} was read as what task ${numberOf(meaning.task)} gives, without the words around it`;
      return [{ kind: "read", task: id, port: name, message }];
    }),
  );
}

function readText(text: string, repairs: Repair[]): unknown {
  const found = mendJson(text);
  if (found?.isMended) {
    const message = "The JSON of the plan was broken and was mended; what stood behind the break may be missing";
    repairs.push({ kind: "read", task: null, port: null, message });
  }
  return found?.json;
}

const NO_LIST = 'A plan is a list of tasks, each an object with the name of its task type under "task"';

const COUNTS_FROM_ONE =
  "The arguments count the tasks from 1, and their ids begin with 0; each was read as the one before";

/**
 * Models that number the tasks from 0 at times refer to them from 1 on: no argument means task 0 then, some mean
 * their own task or none, and one less makes all of them mean an earlier one.
 */
function countsFromOne(entries: readonly Entry[], written: readonly (readonly WrittenArgument[])[]): boolean {
  if (entries.some(({ writtenId }, place) => writtenId !== place)) return false;
  const references = written.flatMap((args, place) =>
    args.flatMap(({ meanings }) =>
      meanings.flatMap((meaning) => (meaning.is === "task" ? [{ place, task: meaning.task }] : [])),
    ),
  );
  const isAhead = references.some(({ place, task }) => task >= place);
  return isAhead && references.every(({ place, task }) => task >= 1 && task <= place);
}

function fieldsOf(entry: unknown, place: number, repairs: Repair[]): readonly Readonly<Record<string, unknown>>[] {
  if (isRecord(entry)) return [entry];
  if (typeof entry === "string") return [{ task: entry }];
  const message = `Entry ${place + 1} of the plan is no task and was left out`;
  repairs.push({ kind: "dropped", task: null, port: null, message });
  return [];
}

/** Gives every entry an id of its own: the one it was written with where that is free. */
function numbered(fields: readonly Readonly<Record<string, unknown>>[], repairs: Repair[]): readonly Entry[] {
  const read = fields.map((entry) => {
    const id = Id.safeParse(entry.id);
    return id.success ? id.data : null;
  });
  const anyId = read.some((id) => id !== null);
  const taken = new Set<TaskId>();
  const written = new Set(read);
  let next = fields.length;
  const free = (): TaskId => {
    while (written.has(next) || taken.has(next)) next++;
    return next;
  };
  return fields.map((entry, place) => {
    const writtenId = anyId ? (read[place] ?? null) : place;
    const isFree = writtenId !== null && !taken.has(writtenId);
    const id = isFree ? writtenId : free();
    taken.add(id);
    if (!isFree) {
      const why = writtenId === null ? "had no id that could be read" : `had the id ${writtenId} like another`;
      const message = `The task in place ${place + 1} ${why}; it is now task ${numberOf(id)}, with the id ${id}`;
      repairs.push({ kind: "read", task: id, port: null, message });
    }
    return { fields: entry, writtenId, id };
  });
}

/** The task that a written id means: of several, the nearest mentioned before; a made-up id stays as it is. */
function meantId(written: TaskId, place: number, entries: readonly Entry[]): TaskId {
  const same = entries.flatMap((entry, at) => (entry.writtenId === written ? [{ at, id: entry.id }] : []));
  return (same.findLast(({ at }) => at < place) ?? same[0])?.id ?? written;
}

function readIds(ids: unknown): readonly TaskId[] {
  if (!Array.isArray(ids)) return [];
  return ids.slice(0, MAX_PLAN_TASKS).flatMap((id: unknown) => {
    const read = Id.safeParse(id);
    return read.success ? [read.data] : [];
  });
}
