import type { JsonValue } from "../../domain/json.ts";
import { fitsAny } from "../../domain/kinds.ts";
import type { Binding, SingleBinding, TaskId } from "../../domain/plan.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import { inMessage, MAX_LIST_ITEMS, type PlanFault } from "../proof/faults.ts";
import { literalFits } from "../proof/literals.ts";
import { isReference, parseReference, REFERENCE_INSIDE, type Reference } from "./references.ts";
import { findNamed, isResourceId, MAX_NAME_CHARS, namesFile, type ResourceIndex } from "./resource-index.ts";

/** What arguments may refer to. */
export interface Desk {
  readonly producers: ReadonlyMap<TaskId, TaskType>;
  readonly resources: ResourceIndex;
  /** A task of the plan could not be read: a reference to it is not one more fault. */
  readonly anyLost: boolean;
}

/** Templates list every argument and leave empty what they don't use. */
export const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === "";

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const ABSENT = Symbol("absent");
type Wrong = Pick<PlanFault, "code" | "message">;
type Read<T> = Result<T, Wrong>;

const wrong = (code: PlanFault["code"], message: string): { readonly ok: false; readonly error: Wrong } =>
  err({ code, message });

/** One argument as written, or `ABSENT`; references are resolved to the first output that fits the port. */
export function readValue(value: unknown, port: Port, desk: Desk): Read<Binding> | typeof ABSENT {
  if (isAbsent(value)) return ABSENT;
  if (!Array.isArray(value)) {
    const parts = typeof value === "string" ? splitReferences(value, port, desk) : null;
    return parts ? readList(parts, port, desk) : readSingle(value, port, desk);
  }
  if (port.many) return readList(value, port, desk);
  const [only] = value;
  const alone =
    value.length === 1 && (typeof only !== "string" || isReference(only) || !literalFits([only], port.kinds));
  if (alone) return readSingle(only, port, desk);
  if (value.some(isReference)) return wrong("kind-mismatch", `"${port.name}" takes one value, not ${value.length}`);
  return readLiteral(value, port);
}

function readList(values: readonly unknown[], port: Port, desk: Desk): Read<Binding> {
  if (!port.many) return wrong("kind-mismatch", `"${port.name}" takes one value, not ${values.length}`);
  if (values.length > MAX_LIST_ITEMS)
    return wrong("malformed", `"${port.name}" takes at most ${MAX_LIST_ITEMS} values`);
  const items: SingleBinding[] = [];
  for (const value of values) {
    const read = readSingle(value, port, desk);
    if (!read.ok) return read;
    items.push(read.value);
  }
  return ok({ from: "list", items });
}

function readSingle(value: unknown, port: Port, desk: Desk): Read<SingleBinding> {
  if (typeof value !== "string") return readLiteral(value, port);
  const reference = parseReference(value);
  if (reference) return resolveReference(reference, port, desk);
  if (REFERENCE_INSIDE.test(value))
    return wrong("malformed", `"${port.name}" mixes words with a reference to a task: ${inMessage(value)}`);
  return resolveResource(value, port, desk) ?? readLiteral(value, port);
}

/** Written values are JSON of a depth that no honest argument reaches. */
const MAX_LITERAL_DEPTH = 32;

function readLiteral(value: unknown, port: Port): Read<SingleBinding> {
  const escaped = isRecord(value) && Object.keys(value).length === 1 && "literal" in value;
  const bare = escaped ? value.literal : value;
  if (!isJson(bare)) return wrong("malformed", `"${port.name}" holds no JSON, or JSON nested too deeply`);
  if (literalFits(bare, port.kinds)) return ok({ from: "literal", value: bare });
  if ((typeof bare === "number" || typeof bare === "boolean") && literalFits(String(bare), port.kinds))
    return ok({ from: "literal", value: String(bare) });
  const shown = inMessage(typeof bare === "string" ? bare : JSON.stringify(bare));
  return wrong("kind-mismatch", `"${port.name}" takes ${port.kinds.join(" or ")}, which ${shown} is not`);
}

/** True for JSON, nested no deeper than an honest argument is. */
export function isJson(value: unknown, depth: number = MAX_LITERAL_DEPTH): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  return (Array.isArray(value) ? value : Object.values(value)).every((item: unknown) => isJson(item, depth - 1));
}

/** The parts of `<resource>-0, <resource>-1` or `a.png, b.png`; `null` when the text is no such list. */
function splitReferences(text: string, port: Port, desk: Desk): readonly string[] | null {
  if (!text.includes(",") || text.length > MAX_LIST_ITEMS * MAX_NAME_CHARS) return null;
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => isReference(part) || resolveResource(part, port, desk)?.ok) ? parts : null;
}

function resolveReference(reference: Reference, port: Port, desk: Desk): Read<SingleBinding> {
  const type = desk.producers.get(reference.task);
  if (!type) {
    if (desk.anyLost) return ok({ from: "task", task: reference.task, output: reference.output ?? "" });
    return wrong("dangling-reference", `"${port.name}" waits for task ${reference.task}, which is not in the plan`);
  }
  if (reference.output !== undefined && !type.outputs.some((output) => output.name === reference.output)) {
    return wrong(
      "unknown-port",
      `${type.name} has no output ${inMessage(reference.output)}; it gives ${type.outputs.map((output) => output.name).join(", ")}`,
    );
  }
  const output = reference.output ?? defaultOutput(type, port);
  const fitting = type.outputs.find(
    (candidate) => candidate.name === output && candidate.kinds.some((kind) => fitsAny(kind, port.kinds)),
  );
  if (fitting) return ok({ from: "task", task: reference.task, output: fitting.name });
  return wrong(
    "kind-mismatch",
    `"${port.name}" takes ${port.kinds.join(" or ")}, which task ${reference.task} (${type.name}) doesn't give there`,
  );
}

/** The output that a bare reference from `port` to a task of this type means. */
export const defaultOutput = (producer: TaskType, port: Port): string | undefined =>
  producer.outputs.find((output) => output.kinds.some((kind) => fitsAny(kind, port.kinds)))?.name;

/** The resource that a text means, or why it can't be meant; `null` when the text means none. */
function resolveResource(text: string, port: Port, { resources }: Desk): Read<SingleBinding> | null {
  const name = text.trim();
  const named = findNamed(text, resources);
  const fitting = named.find((resource) => fitsAny(resource.kind, port.kinds));
  if (fitting) return ok({ from: "resource", resource: fitting.id });
  const [other] = named;
  if (other)
    return wrong(
      "kind-mismatch",
      `"${port.name}" takes ${port.kinds.join(" or ")}, but ${inMessage(other.name)} is ${other.kind}`,
    );
  if (isResourceId(name) || (namesFile(name) && !literalFits(name, port.kinds))) {
    return wrong("unknown-resource", `There is no resource ${inMessage(name)}`);
  }
  return null;
}
