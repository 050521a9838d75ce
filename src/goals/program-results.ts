import type { Values } from "../domain/events.ts";
import type { StepState } from "../domain/goal/state.ts";
import type { StepOutput } from "../domain/goal/step.ts";
import type { JsonValue } from "../domain/json.ts";
import { baseKind } from "../domain/kinds.ts";
import { MAX_INLINE_CHARS, type Value } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { csvOf, isRecord } from "./tables.ts";

/**
 * The outputs of a step from what its program returned: an object with each by its name, or of a single output the value
 * itself.
 * @param outputs of the task that ran the program: `data` is what it returned, `table` the same as CSV where it is rows
 */
export function programResults({ outputs: wanted }: StepState, outputs: Values): Result<Record<string, Value>, string> {
  const returned = outputs.data;
  if (returned?.as !== "data") return err("The program returned nothing that can be read: it must end with `return`");
  const whole = returned.data;
  const results: Record<string, Value> = {};
  for (const output of wanted) {
    const own = isRecord(whole) && Object.hasOwn(whole, output.name) ? whole[output.name] : undefined;
    const value = own ?? (wanted.length === 1 && !isRecord(whole) ? whole : undefined);
    if (value === undefined || value === null) return err(`The program returned no "${output.name}"`);
    const made = typedValue(value, output);
    if (!made.ok) return made;
    results[output.name] = made.value;
  }
  return ok(results);
}

function typedValue(value: JsonValue, { name, kind }: StepOutput): Result<Value, string> {
  const base = baseKind(kind);
  if (base === "table") {
    const csv = csvOf(value);
    return csv === null
      ? err(`"${name}" is no table: it must be an array of objects`)
      : fitting({ as: "text", kind, text: csv }, name);
  }
  if (base === "data") return fitting({ as: "data", kind, data: value }, name);
  if (base !== "text") return err(`A program cannot make "${name}", which is to be ${kind}`);
  return fitting({ as: "text", kind, text: typeof value === "string" ? value : JSON.stringify(value, null, 1) }, name);
}

/** A value of a program lies in the goal's log, and each that a step takes in that of its run. */
const MAX_CHARS = 8 * MAX_INLINE_CHARS;

function fitting(value: Exclude<Value, { readonly as: "resource" }>, name: string): Result<Value, string> {
  const { length } = value.as === "text" ? value.text : JSON.stringify(value.data);
  return length <= MAX_CHARS ? ok(value) : err(`"${name}" is too long: ${MAX_CHARS} characters are the most`);
}
