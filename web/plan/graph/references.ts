import type { JsonValue } from "../../../src/domain/json.ts";

/** What an argument of a task is bound to, as the wire has it. */
export type Source =
  | { readonly from: "task"; readonly task: number; readonly output: string | null }
  | { readonly from: "file"; readonly id: string }
  | { readonly from: "address"; readonly url: string }
  | { readonly from: "value"; readonly value: JsonValue };

const REFERENCE = /^<resource>-(\d{1,9})(?:[.#](\S+))?$/;
const FILE = /^res_[0-9a-f]+$/;
const ADDRESS = /^https?:\/\/\S+$/;

/** What an argument is bound to, one by one; a port that takes many values has several. */
export const sourcesOf = (argument: JsonValue): readonly Source[] =>
  Array.isArray(argument) ? argument.map(sourceOf) : [sourceOf(argument)];

function sourceOf(value: JsonValue): Source {
  if (typeof value !== "string") return { from: "value", value };
  const [, task, output] = REFERENCE.exec(value) ?? [];
  if (task !== undefined) return { from: "task", task: Number(task), output: output ?? null };
  if (FILE.test(value)) return { from: "file", id: value };
  return ADDRESS.test(value) ? { from: "address", url: value } : { from: "value", value };
}
