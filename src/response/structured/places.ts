import type { JsonValue } from "../../domain/json.ts";
import type { AnswerSchema } from "../../domain/structured/answer-schema.ts";

/**
 * A place in a value as far as a schema names it, "invoice.total" of "invoice.total.or so": what goes on behind it may be
 * a language model's own words. Empty where the schema names nothing of it.
 */
export function placeIn(schema: AnswerSchema, path: string): string {
  if ("anyOf" in schema) {
    return schema.anyOf.map((one) => placeIn(one, path)).reduce((best, one) => (one.length > best.length ? one : best));
  }
  for (const [name, part] of partsOf(schema, path)) {
    if (!isAt(name, path)) continue;
    const rest = placeIn(part, inside(name, path));
    return rest === "" ? name : `${name}.${rest}`;
  }
  return "";
}

function partsOf(
  schema: Exclude<AnswerSchema, { readonly anyOf: unknown }>,
  path: string,
): readonly (readonly [string, AnswerSchema])[] {
  if (!("type" in schema)) return [];
  if (schema.type === "object") return Object.entries(schema.properties);
  if (schema.type !== "array") return [];
  const [index] = /^\d+/.exec(path) ?? [];
  return index === undefined ? [] : [[index, schema.items]];
}

/** Whether a value has null in a place. */
export function isNullAt(value: JsonValue, path: string): boolean {
  if (typeof value !== "object" || value === null) return value === null && path === "";
  return Object.entries(value).some(
    ([name, part]: [string, JsonValue]) => isAt(name, path) && isNullAt(part, inside(name, path)),
  );
}

/** Whether a place is that of a name, or lies in it; names may have dots themselves. */
const isAt = (name: string, path: string): boolean => path === name || path.startsWith(`${name}.`);
const inside = (name: string, path: string): string => path.slice(name.length + 1);
