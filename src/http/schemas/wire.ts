import type * as z from "zod";
import type { JsonValue } from "../../domain/json.ts";

/** The type of what the server answers by a schema; nobody changes an answer. */
export type Wire<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

/** The type of what the server takes by a schema. */
export type Sent<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>;

/** JSON is readonly as it is, and would never end. */
type DeepReadonly<T> = [JsonValue, T] extends [T, JsonValue]
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T;
