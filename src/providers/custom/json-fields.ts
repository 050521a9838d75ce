import type { JsonObject, JsonValue } from "../../domain/json.ts";

/** The fields of an object; null for anything else. (`Array.isArray` tells the type checker nothing of what is no list.) */
export const fieldsOf = (value: JsonValue | undefined): JsonObject | null => (isObject(value) ? value : null);

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
