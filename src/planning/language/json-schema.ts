import type { JsonObject, JsonValue } from "../../domain/json.ts";
import type { AnswerSchema } from "../../domain/structured/answer-schema.ts";
import type { Ontology, Port, SaidValue, TaskType } from "../../domain/task-types/index.ts";

/** In the subset of JSON Schema that servers hold a model to: every property is required, and none beside them. */
export const objectOf = (properties: Readonly<Record<string, JsonValue>>): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const listOf = (items: JsonValue): JsonObject => ({ type: "array", items });
export const oneOf = (values: readonly string[]): JsonObject => ({ type: "string", enum: values });
export const NUMBER: JsonObject = { type: "integer" };
export const TEXT: JsonObject = { type: "string" };
export const NULL: JsonObject = { type: "null" };

/**
 * A caller's schema in that subset, without what bounds its values, of which servers take one this and another that;
 * null for one that names properties which need not be there, or names none.
 */
export function strictSchema(schema: AnswerSchema): JsonObject | null {
  const { description } = schema;
  const shape = strictShape(schema);
  return shape && (description === undefined ? shape : { ...shape, description });
}

function strictShape(schema: AnswerSchema): JsonObject | null {
  if ("enum" in schema) return { enum: schema.enum };
  if ("anyOf" in schema) {
    const anyOf = schema.anyOf.flatMap((one) => strictSchema(one) ?? []);
    return anyOf.length === schema.anyOf.length ? { anyOf } : null;
  }
  if (schema.type === "array") {
    const items = strictSchema(schema.items);
    return items && listOf(items);
  }
  if (schema.type !== "object") return { type: schema.type };
  const { properties, required, additionalProperties } = schema;
  const strict = Object.entries(properties).flatMap(([name, one]) => {
    const property = required.includes(name) ? strictSchema(one) : null;
    return property ? [[name, property] as const] : [];
  });
  const isStrict = additionalProperties === false && strict.length === Object.keys(properties).length;
  return isStrict ? objectOf(Object.fromEntries(strict)) : null;
}

const TEXT_OR_NULL: JsonObject = { type: ["string", "null"] };

/** What a word or two of a request can say. */
function schemaOfSaid(takes: SaidValue): JsonObject {
  if (takes.as === "choice") return { enum: takes.of };
  if (takes.as === "boolean") return { type: "boolean" };
  if (takes.as === "place") return takes.isList ? listOf(TEXT) : TEXT;
  return takes.isWhole ? NUMBER : { type: "number" };
}

/**
 * An input's value: what it takes where it says so, or a text, which may refer to another task's output, or a list of them
 * for data and where the input takes many; `null` stands for none.
 */
const schemaOfPort = ({ required, many, kinds, takes }: Port): JsonObject => {
  const none = required ? [] : [{ type: "null" }];
  if (takes) return { anyOf: [schemaOfSaid(takes), TEXT, ...none] };
  if (many) return { anyOf: [listOf(TEXT), ...none] };
  const isData = kinds.some((kind) => kind === "data" || kind === "table");
  return isData ? { anyOf: [TEXT, listOf(TEXT), ...none] } : { anyOf: [TEXT, ...none] };
};

const schemaOfTask = ({ name, inputs }: TaskType): JsonObject =>
  objectOf({
    task: oneOf([name]),
    id: NUMBER,
    dep: listOf(NUMBER),
    args: objectOf(Object.fromEntries(inputs.map((port) => [port.name, schemaOfPort(port)]))),
  });

/** Of a whole plan: `{"plan": […], "reply", "ask"}`. */
export const planSchema = (ontology: Ontology): JsonObject =>
  objectOf({ plan: listOf({ anyOf: ontology.all.map(schemaOfTask) }), reply: TEXT_OR_NULL, ask: TEXT_OR_NULL });
