import type { JsonValue } from "../json.ts";
import { type FieldPath, parseTemplate } from "./template.ts";

/** Maximum nesting of a plan's JSON. */
const MAX_DEPTH = 16;

/** The path of a text that consists of a single field, otherwise null; in plans, fields inside a longer text are faults. */
function fieldAlone(text: string): FieldPath | null {
  const parsed = parseTemplate(text);
  const [only, ...others] = parsed.ok ? parsed.value : [];
  return only?.as === "field" && others.length === 0 ? only.path : null;
}

/** Why a plan is no valid template, in plain words; null if it is. */
export function faultOfPlan(plan: JsonValue, depth: number = MAX_DEPTH): string | null {
  if (depth === 0) return `is nested more than ${MAX_DEPTH} levels deep`;
  if (typeof plan === "string") {
    if (!plan.includes("{{") || fieldAlone(plan) !== null) return null;
    return "may hold a field as a whole argument only, such as {{body.text}}";
  }
  if (typeof plan !== "object" || plan === null) return null;
  for (const [name, value] of Object.entries(plan)) {
    if (name.includes("{{")) return "may hold no field in a name";
    const fault = faultOfPlan(value, depth - 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Fills a plan's fields in as literals, so that no value can act as an address, a file or another task's output. */
export function fillPlan(plan: JsonValue, literal: (path: FieldPath) => string | number | boolean): JsonValue {
  if (typeof plan === "string") {
    const path = fieldAlone(plan);
    return path === null ? plan : { literal: literal(path) };
  }
  if (typeof plan !== "object" || plan === null) return plan;
  if (Array.isArray(plan)) return plan.map((one: JsonValue) => fillPlan(one, literal));
  return Object.fromEntries(Object.entries(plan).map(([name, one]) => [name, fillPlan(one, literal)]));
}
