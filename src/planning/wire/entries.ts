import * as z from "zod";
import { canonical, type Port } from "../../domain/task-types/index.ts";
import { isRecord } from "./values.ts";

/** Where the list of tasks may lie when it is not the whole. */
const LIST_KEYS = ["tasks", "plan", "task_nodes"] as const;
const TYPE_KEYS = ["task", "type", "tool"] as const;
const ARGUMENT_KEYS = ["args", "arguments", "inputs"] as const;

/** The list of tasks in whatever holds it; `null` when nothing does. */
export function findEntries(json: unknown): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return null;
  for (const key of LIST_KEYS) if (Array.isArray(json[key])) return json[key];
  return TYPE_KEYS.some((key) => typeof json[key] === "string") ? [json] : null;
}

type Entry = Readonly<Record<string, unknown>>;

/** The task type as it is written, or `null`. */
export const nameOf = (entry: Entry): string | null =>
  TYPE_KEYS.map((key) => entry[key]).find((value) => typeof value === "string") ?? null;

/** The arguments as they are written: an object, a list, or something that is neither. */
export const argumentsOf = (entry: Entry): unknown =>
  ARGUMENT_KEYS.map((key) => entry[key]).find((value) => value !== undefined && value !== null) ?? {};

/** As many digits as a reference is read with. */
const MAX_TASK_ID = 999_999_999_999_999;

/** A task id, also as the text of a number. */
export const Id = z.union([
  z.int().nonnegative().max(MAX_TASK_ID),
  z
    .string()
    .max(16)
    .regex(/^\s*\d+\s*$/)
    .transform(Number)
    .pipe(z.int().max(MAX_TASK_ID)),
]);
const MAX_MODEL_CHARS = 300;
/** The model that a task insists on. */
export const Model = z.string().min(1).max(MAX_MODEL_CHARS).nullish();
/** No task type has a tenth of it; a bound on work. */
export const MAX_ARGUMENTS = 64;

const words = (name: string): readonly string[] => canonical(name).split("-");

/** True when an argument of this name is the port's, by its name or an alias. */
export const isCalled = (port: Port, name: string): boolean =>
  [port.name, ...port.aliases].some((alias) => canonical(alias) === canonical(name));

/** True when the names of the port and of an argument have a word in common. */
export const sharesWord = (port: Port, name: string): boolean =>
  words(port.name).some((word) => words(name).includes(word));
