import * as z from "zod";
import type { Issue } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { type AnswerFormat, type AnswerSchema, MAX_VALUE_CHARS } from "../../domain/structured/answer-schema.ts";
import { issuesOf } from "../../domain/zod-issues.ts";

/** The first faults explain the others. */
const MAX_FAULTS = 20;

/** The faults of a value by its schema, with their places: `items.0.score`. None for one that keeps to it. */
export function faultsOf(value: JsonValue, { schema }: Pick<AnswerFormat, "schema">): readonly Issue[] {
  if (JSON.stringify(value).length > MAX_VALUE_CHARS)
    return [{ path: "", message: `is longer than ${MAX_VALUE_CHARS} characters` }];
  const checked = (schema ? validatorOf(schema) : ANY_OBJECT).safeParse(value);
  if (checked.success) return [];
  return issuesOf(checked.error).slice(0, MAX_FAULTS);
}

const ANY_OBJECT = z.record(z.string(), z.unknown());

/** Whether a value keeps to one part of a schema. */
export const keepsTo = (part: AnswerSchema, value: JsonValue): boolean => validatorOf(part).safeParse(value).success;

/** By their schemas, as a part of one may be asked of some thousand values. */
const validators = new WeakMap<AnswerSchema, z.ZodType>();

function validatorOf(schema: AnswerSchema): z.ZodType {
  // The copy is the mutable one that zod's types ask for.
  const validator = validators.get(schema) ?? z.fromJSONSchema(JSON.parse(JSON.stringify(schema)));
  validators.set(schema, validator);
  return validator;
}
