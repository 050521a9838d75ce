import * as z from "zod";
import { MAX_INSTRUCTION_CHARS } from "../../domain/caller-tools.ts";
import type { AnswerFormat } from "../../domain/structured/answer-schema.ts";
import { MAX_TEXT_CHARS, readAnswerSchema } from "../../domain/structured/read-schema.ts";
import { components } from "./components.ts";
import { json } from "./plan.ts";

const schema = z
  .record(z.string(), json)
  .transform((given, context) => {
    const read = readAnswerSchema(given);
    if (read.ok) return read.value;
    for (const { path, message } of read.error)
      context.issues.push({ code: "custom", path: path === "" ? [] : [path], message, input: given });
    return z.NEVER;
  })
  .describe("A JSON Schema of an object; docs/api.md (“Structured answers”) says which keywords it may have.");

/** Names as OpenAI has them. */
const name = z.string().regex(/^[\w-]{1,64}$/, "takes up to 64 letters, digits, underscores and hyphens");

/** The form of an answer, as OpenAI's chat completions write it; its schema is read, and may be read again. */
export const responseFormat = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text") }),
    z.strictObject({
      type: z.literal("json_object"),
      description: z
        .string()
        .max(MAX_INSTRUCTION_CHARS)
        .exactOptional()
        .describe("What the object is to hold, for the language model that writes it."),
    }),
    z.strictObject({
      type: z.literal("json_schema"),
      json_schema: z.strictObject({
        name,
        description: z.string().max(MAX_TEXT_CHARS).nullish(),
        strict: z.boolean().nullish().describe("Changes nothing: a value is held to its schema either way."),
        schema,
      }),
    }),
  ])
  .register(components, {
    id: "ResponseFormat",
    description:
      "`json_schema`: beside its words, the answer is a value of this schema, filled from the results of the run, or refused with what was missing. `json_object`: it is some object, written by a language model where there is one, and else with what was found as `results`. `text`: words alone.",
  });

/** The form that is wanted; null where words are all. */
export function answerFormatOf(format: z.output<typeof responseFormat> | undefined): AnswerFormat | null {
  if (!format || format.type === "text") return null;
  if (format.type === "json_object") {
    const { type: name, description } = format;
    return { name, schema: null, ...(description ? { description } : {}) };
  }
  const { name, description, schema } = format.json_schema;
  return { name, schema, ...(description ? { description } : {}) };
}
