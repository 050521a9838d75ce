import { type Binding, MAX_PLAN_TASKS, type Plan, type Task, type TaskId } from "../../domain/plan.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { Ontology, Port, TaskType } from "../../domain/task-types/index.ts";
import {
  idFaults,
  inMessage,
  MAX_FAULTS,
  type PlanContext,
  type PlanFault,
  tooManyTasks,
  unknownTaskType,
} from "../proof/faults.ts";
import { argumentsOf, findEntries, Id, isCalled, MAX_ARGUMENTS, Model, nameOf, sharesWord } from "./entries.ts";
import { indexResources } from "./resource-index.ts";
import { ABSENT, type Desk, isAbsent, isRecord, readValue } from "./values.ts";

/**
 * Reads a plan as language models and people write it, in the template of HuggingGPT (Shen et al. 2023,
 * Table 7) and its many misspellings; DESIGN.md §4 has the format. Reading is lenient about spelling and
 * shape, and invents nothing: what cannot be understood is a fault. Whether the plan as read is sound is for
 * `checkPlan` to say. Never throws, whatever `json` is.
 */
export function readPlan(json: unknown, context: PlanContext): Result<Plan, PlanFault[]> {
  const entries = findEntries(json);
  if (!entries)
    return err([
      malformed(null, 'A plan is a list of tasks, each an object with the name of its task type under "task"'),
    ]);
  if (entries.length > MAX_PLAN_TASKS) return err([tooManyTasks(entries.length)]);

  const faults: PlanFault[] = [];
  const anyId = entries.some((entry) => isRecord(entry) && entry.id !== undefined);
  const heads = entries.flatMap((entry, position) => {
    const head = readHead(entry, position, anyId, context.ontology);
    if (head.ok) return [head.value];
    faults.push(head.error);
    return [];
  });
  faults.push(...idFaults(heads));

  const desk: Desk = {
    byId: new Map(heads.map(({ id, type }) => [id, { type: type.name }])),
    resources: new Map(context.resources.map((resource) => [resource.id, resource])),
    ontology: context.ontology,
    index: indexResources(context.resources),
    anyLost: faults.length > 0,
  };
  const tasks = heads.map((head) => readTask(head, desk, faults));
  return faults.length > 0 ? err(faults.slice(0, MAX_FAULTS)) : ok({ tasks });
}

const malformed = (task: TaskId | null, message: string, port: string | null = null): PlanFault => ({
  task,
  port,
  code: "malformed",
  message,
});

/** A task as far as it can be read without the others. */
interface Head {
  readonly id: TaskId;
  readonly type: TaskType;
  /** A name of `null` is an argument given by position. */
  readonly args: readonly (readonly [name: string | null, value: unknown])[];
  readonly model: string | undefined;
}

function readHead(entry: unknown, position: number, anyId: boolean, ontology: Ontology): Result<Head, PlanFault> {
  const where = `Entry ${position + 1} of the plan`;
  if (!isRecord(entry)) return err(malformed(null, `${where} is no object`));
  const id = anyId ? Id.safeParse(entry.id) : { success: true as const, data: position };
  if (!id.success) return err(malformed(null, `${where} needs an id: a whole number from 0`));
  const name = nameOf(entry);
  if (name === null) return err(malformed(id.data, `${where} doesn't name its task type under "task"`));
  const type = ontology.read(name);
  if (!type) return err(unknownTaskType(id.data, name));
  const model = Model.safeParse(entry.model);
  if (!model.success) return err(malformed(id.data, `${where} has a "model" that is not the name of one`));
  const given = argumentsOf(entry);
  const args = Array.isArray(given)
    ? given.map((value: unknown) => [null, value] as const)
    : isRecord(given)
      ? Object.entries(given)
      : null;
  if (!args) return err(malformed(id.data, `${where} has "args" that are no object`));
  if (args.length > MAX_ARGUMENTS)
    return err(malformed(id.data, `${where} has ${args.length} arguments; at most ${MAX_ARGUMENTS} are read`));
  return ok({ id: id.data, type, args, model: model.data ?? undefined });
}

function readTask(head: Head, desk: Desk, faults: PlanFault[]): Task {
  const bound = new Map<string, Binding>();
  for (const [name, value, port] of assign(head, desk)) {
    if (!port) {
      const called = name === null ? "one of its arguments" : inMessage(name);
      faults.push({
        task: head.id,
        port: name,
        code: "unknown-port",
        message: `${head.type.name} has no free input for ${called}; it takes ${head.type.inputs.map((input) => input.name).join(", ")}`,
      });
      continue;
    }
    const read = readValue(value, port, desk);
    if (read === ABSENT) continue;
    if (read.ok) bound.set(port.name, read.value);
    else faults.push({ task: head.id, port: port.name, ...read.error });
  }
  // In port order, so that two spellings of one plan read alike.
  const args = Object.fromEntries(
    head.type.inputs.flatMap((port) => {
      const binding = bound.get(port.name);
      return binding ? [[port.name, binding] as const] : [];
    }),
  );
  return { id: head.id, type: head.type.name, args, ...(head.model === undefined ? {} : { model: head.model }) };
}

/**
 * Finds the port of every argument: by its name, an alias, a word in common with one, and at last the first
 * required port that is free and can take the value. Absent values need none.
 */
function assign(head: Head, desk: Desk): readonly (readonly [string | null, unknown, Port | null])[] {
  const ports = new Map<number, Port>();
  const taken = new Set<Port>();
  const given = head.args.flatMap(([name, value], index) => (isAbsent(value) ? [] : [{ index, name, value }]));
  const rounds: readonly ((name: string | null, value: unknown, port: Port) => boolean)[] = [
    (name, _, port) => name === port.name,
    (name, _, port) => name !== null && isCalled(port, name),
    (name, _, port) => name !== null && sharesWord(port, name),
    (_, value, port) => port.required && accepts(value, port, desk),
  ];
  for (const matches of rounds) {
    for (const { index, name, value } of given) {
      if (ports.has(index)) continue;
      const port = head.type.inputs.find((candidate) => !taken.has(candidate) && matches(name, value, candidate));
      if (!port) continue;
      ports.set(index, port);
      taken.add(port);
    }
  }
  return given.map(({ index, name, value }) => [name, value, ports.get(index) ?? null]);
}

function accepts(value: unknown, port: Port, desk: Desk): boolean {
  const read = readValue(value, port, desk);
  return read !== ABSENT && read.ok;
}
