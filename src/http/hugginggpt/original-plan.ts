import type { JsonValue } from "../../domain/json.ts";
import type { ResourceId } from "../../domain/resources.ts";
import type { WireTask } from "../../domain/views.ts";
import type { OriginalTask } from "./views.ts";

/** What the original server calls those of our task types that it has under another name. */
const TASK_NAMES: Readonly<Record<string, string>> = { "pose-detection": "openpose-control" };
/** And arguments. */
const ARGUMENT_NAMES: Readonly<Record<string, string>> = {
  question: "text",
  sentence: "text1",
  sentences: "text2",
};

/** As `writePlan` writes the output of a task. */
const REFERENCE = /^<resource>-(\d+)(?:\.\S+)?$/;

/** The path of a file by its id, or null when there is none. */
export type PathOf = (id: ResourceId) => string | null;
/** What stands in place of a file's id or a reference, in this argument of the task; null where that is written as ever. */
type Instead = (text: string, argument: string) => string | null;

/** A task as HuggingGPT's server writes it: every argument a text, references as `<GENERATED>-N`, files by their paths. */
export const originalTask = ({ task, id, dep, args }: WireTask, instead: Instead): OriginalTask => ({
  task: TASK_NAMES[task] ?? task,
  id,
  dep: [...dep],
  args: Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      argumentName(name, args),
      write(value, (text) => instead(text, name)),
    ]),
  ),
});

/** An argument keeps its name where the task has another one by the original's. */
function argumentName(name: string, args: WireTask["args"]): string {
  const original = ARGUMENT_NAMES[name];
  return original === undefined || Object.hasOwn(args, original) ? name : original;
}

function write(value: JsonValue, instead: PathOf): string {
  if (typeof value === "string") {
    const made = REFERENCE.exec(value)?.[1];
    return instead(value) ?? (made === undefined ? value : `<GENERATED>-${made}`);
  }
  if (Array.isArray(value)) return value.map((item) => write(item, instead)).join(",");
  if (isLiteral(value)) return typeof value.literal === "string" ? value.literal : JSON.stringify(value.literal);
  return JSON.stringify(value);
}

const isLiteral = (value: JsonValue): value is { readonly literal: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "literal" in value;
