import type { JsonValue } from "../json.ts";
import type { ControllerName } from "../selection.ts";

/** What an enum may list. */
export type EnumValue = string | number | boolean | null;

/** The text formats that are checked, by what RFC they follow in JSON Schema. */
export const TEXT_FORMATS = [
  ...(["date-time", "date", "time", "duration"] as const),
  ...(["email", "hostname", "ipv4", "ipv6", "uuid"] as const),
] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/**
 * A caller's JSON Schema once it was read: a tree without references, in which each node says of which type its values
 * are, and no object takes more than it names. It is JSON Schema still, of the subset that language models are held to.
 */
export type AnswerSchema = { readonly description?: string } & (
  | ObjectSchema
  | {
      readonly type: "array";
      readonly items: AnswerSchema;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
  | {
      readonly type: "string";
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly format?: TextFormat;
    }
  | {
      readonly type: "number" | "integer";
      readonly minimum?: number;
      readonly maximum?: number;
      readonly exclusiveMinimum?: number;
      readonly exclusiveMaximum?: number;
      readonly multipleOf?: number;
    }
  | { readonly type: "boolean" | "null" }
  | { readonly enum: readonly EnumValue[] }
  | { readonly anyOf: readonly AnswerSchema[] }
);

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, AnswerSchema>>;
  /** All of them are among the properties. */
  readonly required: readonly string[];
  /** What each property that has no name here must be; `false` where there may be none. */
  readonly additionalProperties: false | AnswerSchema;
}

/** The form in which a caller wants an answer, besides words. */
export interface AnswerFormat {
  /** Letters, digits, underscores and hyphens. */
  readonly name: string;
  readonly description?: string;
  /** Null where any JSON object will do, of which the description says what it is to hold. */
  readonly schema: SchemaFormat["schema"] | null;
}

/** A form that has a schema. */
export interface SchemaFormat extends AnswerFormat {
  readonly schema: ObjectSchema & { readonly description?: string };
}

/**
 * What became of the form that an answer was wanted in. `by` is the controller whose language model wrote the value, or
 * `embedded` where rules took it from the results; `missing` names what nothing was found for, as `invoice.total`.
 */
export type StructuredAnswer =
  | { readonly as: "filled"; readonly value: JsonValue; readonly by: ControllerName }
  | { readonly as: "refused"; readonly why: string; readonly missing: readonly string[] };

/** Characters of a filled value as JSON: with its words and its schema a run's last event stays far below 2 MB. */
export const MAX_VALUE_CHARS = 100_000;
