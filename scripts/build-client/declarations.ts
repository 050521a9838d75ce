import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import * as z from "zod";

type TypeName = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/** A schema of JSON as zod writes it, as far as ours use it. */
interface JsonSchema {
  readonly description?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

/** How a module of schemas names a type of one: by what the server answers (`Wire`), or by what it takes (`Sent`). */
const INFERRED = /^export type (\w+) = (Wire|Sent)<typeof (\w+)>;$/gm;

/**
 * The declarations of a module of schemas without zod: each type that it infers is written out.
 * @param path of the module's source
 */
export async function declareInferred(path: string): Promise<string> {
  const source = await readFile(path, "utf8");
  const schemas: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const types = [...source.matchAll(INFERRED)].map(([, name = "", from, schema = ""]) => {
    const value = schemas[schema];
    if (!(value instanceof z.ZodType)) throw new Error(`${path} exports no schema ${schema}, of which ${name} is`);
    const io = from === "Wire" ? "output" : "input";
    return `export type ${name} = ${typeOf(z.toJSONSchema(value, { io, unrepresentable: "any" }) as JsonSchema, "")};\n`;
  });
  return types.join("\n");
}

/** A schema as a type of TypeScript, all of it readonly; one that says nothing is any JSON. */
function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return joined(
      schema.enum.map((value) => JSON.stringify(value)),
      " | ",
    );
  if (schema.anyOf)
    return joined(
      schema.anyOf.map((one) => typeOf(one, indent)),
      " | ",
    );
  if (schema.allOf)
    return joined(
      schema.allOf.map((one) => typeOf(one, indent)),
      " & ",
    );
  const { type } = schema;
  if (typeof type === "object")
    return joined(
      type.map((one) => typeOf({ ...schema, type: one }, indent)),
      " | ",
    );
  switch (type) {
    case "array":
      return `(readonly ${typeOf(schema.items ?? {}, indent)}[])`;
    case "object":
      return objectOf(schema, indent);
    case "integer":
      return "number";
    case undefined:
      return "unknown";
    default:
      return type;
  }
}

const joined = (types: readonly string[], by: string): string =>
  types.length > 1 ? `(${types.join(by)})` : types.join("");

function objectOf({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  if (!properties) {
    const values = typeof additionalProperties === "object" ? typeOf(additionalProperties, inner) : "unknown";
    return `{ readonly [key: string]: ${values} }`;
  }
  const fields = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description ? `${inner}/** ${schema.description.replaceAll("*/", "* /")} */\n` : "";
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment}${inner}readonly ${key}${required.includes(name) ? "" : "?"}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}
