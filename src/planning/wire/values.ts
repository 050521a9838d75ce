import type { JsonValue } from "../../domain/json.ts";
import { fitsAny } from "../../domain/kinds.ts";
import { type Binding, type SingleBinding, singles } from "../../domain/plan.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import { bindingFault, type Surroundings, type Wrong } from "../proof/check.ts";
import { inMessage, MAX_LIST_ITEMS } from "../proof/faults.ts";
import { literalFits } from "../proof/literals.ts";
import { isReference, parseReference, REFERENCE_INSIDE, type Reference } from "./references.ts";
import { findNamed, isResourceId, MAX_NAME_CHARS, namesFile, type ResourceIndex } from "./resource-index.ts";

/** What arguments may refer to. */
export interface Desk extends Surroundings {
  readonly index: ResourceIndex;
  /** A task of the plan could not be read: a reference to it is not one more fault. */
  readonly anyLost: boolean;
}

/** Templates list every argument and leave empty what they don't use. */
export const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === "";

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True for a value that is written as `{"literal": …}`: it is what it is, whatever it looks like. */
export const isEscaped = (value: unknown): value is { readonly literal: unknown } =>
  isRecord(value) && Object.keys(value).length === 1 && "literal" in value;

export const ABSENT = Symbol("absent");

/** One argument as written, or `ABSENT`; references are resolved to the first output that fits the port. */
export function readValue(value: unknown, port: Port, desk: Desk): Result<Binding, Wrong> | typeof ABSENT {
  if (isAbsent(value)) return ABSENT;
  const read = readBinding(value, port, desk);
  if (!read.ok || isLost(read.value, desk)) return read;
  const wrong = bindingFault(read.value, port, desk);
  return wrong ? err(wrong) : read;
}

/** A reference to a task that could not be read. */
const isLost = (binding: Binding, { byId, anyLost }: Desk): boolean =>
  anyLost && singles(binding).some((single) => single.from === "task" && !byId.has(single.task));

function readBinding(value: unknown, port: Port, desk: Desk): Result<Binding, Wrong> {
  if (!Array.isArray(value)) {
    const parts = typeof value === "string" ? splitReferences(value, port, desk) : null;
    return parts ? readList(parts, port, desk) : readSingle(value, port, desk);
  }
  if (port.many || value.some(isReference)) {
    return value.length === 1 && !port.many ? readSingle(value[0], port, desk) : readList(value, port, desk);
  }
  // A list of one stays a list where one may be, as for rows and data; else the brackets are no more than a way of writing.
  const [only] = value;
  const isAlone = value.length === 1 && (isEscaped(only) || !isJson(only) || !literalFits([only], port.kinds));
  return isAlone ? readSingle(only, port, desk) : readLiteral(value, port);
}

function readList(values: readonly unknown[], port: Port, desk: Desk): Result<Binding, Wrong> {
  const items: SingleBinding[] = [];
  // One too many is kept, so that a list that is too long is told from one that is not.
  for (const value of values.slice(0, MAX_LIST_ITEMS + 1)) {
    const read = readSingle(value, port, desk);
    if (!read.ok) return read;
    items.push(read.value);
  }
  return ok({ from: "list", items });
}

function readSingle(value: unknown, port: Port, desk: Desk): Result<SingleBinding, Wrong> {
  if (typeof value !== "string") return readLiteral(value, port);
  const reference = parseReference(value);
  if (reference) return ok({ from: "task", task: reference.task, output: outputOf(reference, port, desk) });
  if (!REFERENCE_INSIDE.test(value)) {
    const resource = resourceOf(value, port, desk);
    return resource === null ? readLiteral(value, port) : ok({ from: "resource", resource });
  }
  return err({
    code: "malformed",
    message: `"${port.name}" mixes words with a reference to a task: ${inMessage(value)}`,
  });
}

/** Written values are JSON of a depth that no honest argument reaches. */
const MAX_LITERAL_DEPTH = 32;

function readLiteral(value: unknown, port: Port): Result<SingleBinding, Wrong> {
  const bare = isEscaped(value) ? value.literal : value;
  if (!isJson(bare)) {
    return err({ code: "malformed", message: `"${port.name}" holds no JSON, or JSON nested too deeply` });
  }
  const isScalar = typeof bare === "number" || typeof bare === "boolean";
  const isText = isScalar && !literalFits(bare, port.kinds) && literalFits(String(bare), port.kinds);
  return ok({ from: "literal", value: isText ? String(bare) : bare });
}

/** True for JSON, nested no deeper than an honest argument is. */
export function isJson(value: unknown, depth: number = MAX_LITERAL_DEPTH): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  return (Array.isArray(value) ? value : Object.values(value)).every((item: unknown) => isJson(item, depth - 1));
}

/** The parts of `<resource>-0, <resource>-1` or `a.png, b.png`; `null` when the text is no such list. */
function splitReferences(text: string, port: Port, { index }: Desk): readonly string[] | null {
  if (!text.includes(",") || text.length > MAX_LIST_ITEMS * MAX_NAME_CHARS) return null;
  const parts = text.split(",").map((part) => part.trim());
  const isFile = (part: string): boolean => findNamed(part, index).some(({ kind }) => fitsAny(kind, port.kinds));
  return parts.every((part) => isReference(part) || isFile(part)) ? parts : null;
}

/** The output that a reference names, else the one that it means. */
function outputOf({ task, output }: Reference, port: Port, { byId, ontology }: Desk): string {
  const type = ontology.get(byId.get(task)?.type ?? "");
  return output ?? (type && (defaultOutput(type, port) ?? type.outputs[0]?.name)) ?? "";
}

/** The output that a bare reference from `port` to a task of this type means. */
export const defaultOutput = (producer: TaskType, port: Port): string | undefined =>
  producer.outputs.find((output) => output.kinds.some((kind) => fitsAny(kind, port.kinds)))?.name;

/** The id of the resource that a text means, or the text where it can mean nothing else; else `null`. */
function resourceOf(text: string, port: Port, { index }: Desk): string | null {
  const name = text.trim();
  const named = findNamed(text, index);
  const meant = named.find((resource) => fitsAny(resource.kind, port.kinds)) ?? named[0];
  if (meant) return meant.id;
  return isResourceId(name) || (namesFile(name) && !literalFits(name, port.kinds)) ? name : null;
}
