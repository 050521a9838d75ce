import type { JsonValue } from "../../domain/json.ts";
import type { WireTask } from "../../domain/views.ts";

/** Longer is cut here already; what is shown of it is a part of a line. */
const MAX_SHOWN_CHARS = 200;
const shorten = (text: string): string => text.slice(0, MAX_SHOWN_CHARS);

const REFERENCE = /^<resource>-(\d{1,9})(?:\.\S*)?$/;
const RESOURCE = /^res_[0-9a-f]+$/;
const ADDRESS = /^https?:\/\/\S+$/;

/** What flows into a task on the wire, in a few words. @param names of resources by id, as far as they are known */
export function describeInputs({ args }: Pick<WireTask, "args">, names: ReadonlyMap<string, string>): string {
  const ports = Object.entries(args);
  return ports.map(([port, value]) => (ports.length > 1 ? `${port}: ` : "") + describeValue(value, names)).join(" · ");
}

function describeValue(value: JsonValue, names: ReadonlyMap<string, string>): string {
  if (Array.isArray(value)) return shorten(value.map((item) => describeOne(item, names)).join(", "));
  return describeOne(value, names);
}

function describeOne(value: JsonValue, names: ReadonlyMap<string, string>): string {
  if (typeof value !== "string") return shorten(JSON.stringify(value));
  const reference = REFERENCE.exec(value);
  if (reference) return `from ${reference[1]}`;
  const name = names.get(value);
  if (name !== undefined) return shorten(name);
  return RESOURCE.test(value) || ADDRESS.test(value) ? shorten(value) : `“${shorten(value)}”`;
}
