import type { Issue } from "../errors.ts";
import { isRecord } from "../json.ts";
import { err, ok, type Result } from "../result.ts";
import { visible } from "../visible.ts";
import {
  type AnswerSchema,
  type EnumValue,
  type ObjectSchema,
  TEXT_FORMATS,
  type TextFormat,
} from "./answer-schema.ts";

/** Characters of a schema as JSON, as it is sent and with its references put in: it is kept with the run, and shown to a model. */
export const MAX_SCHEMA_CHARS = 32_000;
/** Nodes and values of enums, with references put in: ten times as many as OpenAI's first limit of 100 properties. */
export const MAX_NODES = 1_000;
/** Objects and lists inside each other, as at OpenAI. */
export const MAX_DEPTH = 10;
/** Of one `anyOf`: a value is held against each of them. */
export const MAX_ALTERNATIVES = 16;
/** A description tells what is meant in some sentences; names are shorter. */
export const MAX_TEXT_CHARS = 4_000;
/** The first ones explain the others. */
const MAX_FAULTS = 10;

/** Keywords that tell a reader something and ask nothing of a value: they change nothing, and only the first is kept. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  ...["description", "title", "default", "examples", "deprecated", "readOnly", "writeOnly"],
  ...["$schema", "$id", "$comment"],
]);
const ROOT_ONLY: ReadonlySet<string> = new Set(["$defs", "definitions"]);

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isPositive = (value: unknown): value is number => isNumber(value) && value > 0;

/** What bounds the values of a type, and which bounds there may be. */
const BOUNDS = {
  array: { minItems: isCount, maxItems: isCount },
  string: { minLength: isCount, maxLength: isCount },
  number: {
    ...{ minimum: isNumber, maximum: isNumber, exclusiveMinimum: isNumber, exclusiveMaximum: isNumber },
    multipleOf: isPositive,
  },
} as const;

/** Bounds of which the first leaves nothing where it lies beyond the second, or at it where one is exclusive. */
const RANGES = [
  ["minItems", "maxItems"],
  ["minLength", "maxLength"],
  ...["minimum", "exclusiveMinimum"].flatMap((least) =>
    ["maximum", "exclusiveMaximum"].map((most) => [least, most] as const),
  ),
] as const;

const KEYWORDS: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "anyOf", "$ref", "properties", "required", "additionalProperties", "items", "format"],
  ...Object.values(BOUNDS).flatMap((bounds) => Object.keys(bounds)),
]);

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
type TypeName = (typeof TYPES)[number];

/**
 * Reads a caller's JSON Schema, of the subset that models are held to by OpenAI: `{"type": "object", "properties": {"n":
 * {"$ref": "#/$defs/count"}}, "required": ["n"], "$defs": {"count": {"type": "integer"}}}` → `{type: "object", properties:
 * {n: {type: "integer"}}, required: ["n"], additionalProperties: false}`. An object takes nothing but what it names, as
 * what keeps to that keeps to the schema either way.
 * @param isExact an object that takes more than it names is a fault
 * @returns the faults with their places in the schema, such as `properties.n.pattern`
 */
export function readAnswerSchema(
  schema: unknown,
  { isExact = false }: { readonly isExact?: boolean } = {},
): Result<ObjectSchema, readonly Issue[]> {
  if (!isRecord(schema)) return err([{ path: "", message: "must be an object: a JSON Schema" }]);
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARS) return err([TOO_LONG]);
  const reader = new SchemaReader(schema, isExact);
  const read = reader.read(schema, { path: [], depth: 0 });
  if (reader.faults.length > 0) return err(reader.faults);
  if (!read || !("type" in read) || read.type !== "object") {
    return err([{ path: "type", message: 'must be "object": the answer is one' }]);
  }
  return JSON.stringify(read).length > MAX_SCHEMA_CHARS ? err([TOO_LONG]) : ok(read);
}

const TOO_LONG: Issue = {
  path: "",
  message: `A schema may have ${MAX_SCHEMA_CHARS} characters, with what its references name`,
};

interface Place {
  readonly path: readonly string[];
  /** The objects and lists around a node. */
  readonly depth: number;
}

type Node = Readonly<Record<string, unknown>>;
const at = ({ path, depth }: Place, ...names: readonly string[]): Place => ({ path: [...path, ...names], depth });
const inside = ({ path, depth }: Place, ...names: readonly string[]): Place => at({ path, depth: depth + 1 }, ...names);

/** One reading of a schema. A node with a fault is null, and the fault is kept. */
class SchemaReader {
  readonly faults: Issue[] = [];
  readonly #root: Node;
  readonly #isExact: boolean;
  /** References that are being put in; one inside itself would never end. */
  readonly #open = new Set<string>();
  #room = MAX_NODES;

  constructor(root: Node, isExact: boolean) {
    this.#root = root;
    this.#isExact = isExact;
  }

  read(node: unknown, place: Place): AnswerSchema | null {
    if (!isRecord(node)) return this.#fault(place, "must be an object: a JSON Schema");
    if (place.depth > MAX_DEPTH) return this.#fault(place, `lies in more than ${MAX_DEPTH} objects and lists`);
    if (!this.#hasRoom(1, place) || !this.#knowsAll(node, place)) return null;
    const { description } = node;
    if (description === undefined) return this.#shapeOf(node, place);
    if (typeof description !== "string" || description.length > MAX_TEXT_CHARS)
      return this.#fault(at(place, "description"), `must be a text of at most ${MAX_TEXT_CHARS} characters`);
    const shape = this.#shapeOf(node, place);
    return shape && { ...shape, description };
  }

  #fault({ path }: Place, message: string): null {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ path: path.join("."), message });
    return null;
  }

  /** False once the schema is too large, which is told once. */
  #hasRoom(taken: number, place: Place): boolean {
    const had = this.#room >= 0;
    this.#room -= taken;
    if (had && this.#room < 0) this.#fault(place, `goes beyond ${MAX_NODES} nodes and values of enums in one schema`);
    return this.#room >= 0;
  }

  #knowsAll(node: Node, place: Place): boolean {
    // Libraries write a format's pattern beside it, which says the same.
    const isChecked = TEXT_FORMATS.some((format) => format === node.format);
    const unknown = Object.keys(node).filter(
      (name) =>
        !KEYWORDS.has(name) &&
        !DESCRIPTIVE.has(name) &&
        !(place.path.length === 0 && ROOT_ONLY.has(name)) &&
        !(name === "pattern" && isChecked),
    );
    for (const name of unknown) this.#fault(at(place, shown(name)), "is not supported in a schema here");
    return unknown.length === 0;
  }

  #shapeOf(node: Node, place: Place): AnswerSchema | null {
    if (node.$ref !== undefined) return this.#referred(node, place);
    if (node.anyOf !== undefined) return this.#anyOf(node, place);
    const types = this.#typesOf(node, place);
    if (!types) return null;
    if (node.enum !== undefined || node.const !== undefined) return this.#enumOf(node, types, place);
    const [only, ...others] = types;
    if (only === undefined)
      return this.#fault(place, "says nothing of its values: give it a `type`, `enum` or `anyOf`");
    return others.length === 0
      ? this.#typed(only, node, place)
      : this.#alternatives(types, (type) => this.#typed(type, node, place), place);
  }

  #referred({ $ref: ref, ...beside }: Node, place: Place): AnswerSchema | null {
    const [other] = Object.keys(beside).filter((name) => KEYWORDS.has(name));
    if (other !== undefined) return this.#fault(at(place, other), "cannot stand beside `$ref`");
    const [, table = "", name = ""] = (typeof ref === "string" && /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref)) || [];
    const definitions = this.#root[table];
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof ref !== "string" || !isRecord(definitions) || !Object.hasOwn(definitions, key))
      return this.#fault(at(place, "$ref"), "must name a schema under `$defs`, as `#/$defs/name`");
    if (this.#open.has(ref))
      return this.#fault(at(place, "$ref"), "refers to what it is in: a schema must come to an end");
    this.#open.add(ref);
    const read = this.read(definitions[key], place);
    this.#open.delete(ref);
    return read;
  }

  #anyOf({ anyOf, ...beside }: Node, place: Place): AnswerSchema | null {
    const [other] = Object.keys(beside).filter((name) => KEYWORDS.has(name));
    if (other !== undefined) return this.#fault(at(place, other), "cannot stand beside `anyOf`");
    if (!Array.isArray(anyOf) || anyOf.length === 0)
      return this.#fault(at(place, "anyOf"), "must be a list of schemas");
    return this.#alternatives(
      [...anyOf.keys()],
      (index) => this.read(anyOf[index], at(place, "anyOf", `${index}`)),
      place,
    );
  }

  /** One of several, those that are one of several themselves among them; only one of one. */
  #alternatives<T>(of: readonly T[], read: (one: T) => AnswerSchema | null, place: Place): AnswerSchema | null {
    const all = of.map(read);
    const found = all.flatMap((one) => (one === null ? [] : "anyOf" in one ? one.anyOf : [one]));
    if (all.includes(null)) return null;
    if (found.length > MAX_ALTERNATIVES)
      return this.#fault(
        at(place, "anyOf"),
        `may have ${MAX_ALTERNATIVES} alternatives, those inside each other counted`,
      );
    const [only] = found;
    return only && found.length === 1 ? only : { anyOf: found };
  }

  /** The types that a node names, each once; empty where it names none. */
  #typesOf({ type = [] }: Node, place: Place): readonly TypeName[] | null {
    const named: readonly unknown[] = Array.isArray(type) ? type : [type];
    const types = TYPES.filter((one) => named.includes(one));
    const isKnown = named.every((one) => types.some((known) => known === one));
    return isKnown ? types : this.#fault(at(place, "type"), `must be one or some of ${TYPES.join(", ")}`);
  }

  #enumOf({ enum: listed, const: only }: Node, types: readonly TypeName[], place: Place): AnswerSchema | null {
    const keyword = listed === undefined ? "const" : "enum";
    const values: unknown = listed === undefined ? [only] : listed;
    if (!Array.isArray(values) || !values.every(isEnumValue))
      return this.#fault(at(place, keyword), "takes texts, numbers, booleans and null");
    if (values.some(isVeiled)) return this.#fault(at(place, keyword), VEILED);
    if (!this.#hasRoom(values.length, place)) return null;
    const fitting = values.filter((value) => types.length === 0 || types.some((type) => isOf(type, value)));
    const chosen = fitting.filter((value) => only === undefined || value === only);
    return chosen.length > 0 ? { enum: [...new Set(chosen)] } : this.#fault(at(place, keyword), "leaves no value");
  }

  #typed(type: TypeName, node: Node, place: Place): AnswerSchema | null {
    switch (type) {
      case "object":
        return this.#objectOf(node, place);
      case "array": {
        const bounds = this.#bounds("array", node, place);
        const items = this.read(node.items, inside(place, "items"));
        return items && { type, items, ...bounds };
      }
      case "string":
        return { type, ...this.#bounds("string", node, place), ...this.#formatOf(node, place) };
      case "number":
      case "integer":
        return { type, ...this.#bounds("number", node, place) };
      case "boolean":
      case "null":
        return { type };
    }
  }

  #objectOf({ properties = {}, required = [], additionalProperties: more }: Node, place: Place): ObjectSchema | null {
    if (!isRecord(properties)) return this.#fault(at(place, "properties"), "must be an object of schemas");
    const names = Object.keys(properties);
    const odd = names.find((name) => name in Object.prototype || name.length > MAX_NAME_CHARS);
    if (odd !== undefined) {
      return this.#fault(at(place, "properties", shown(odd)), "cannot be the name of a property here");
    }
    const veiled = names.find(isVeiled);
    if (veiled !== undefined) return this.#fault(at(place, "properties", visible(veiled)), VEILED);
    if (!Array.isArray(required) || !required.every((name) => names.includes(name)))
      return this.#fault(at(place, "required"), "must list names of `properties`");
    const isMap = isRecord(more);
    if (this.#isExact && more !== false && !isMap) return this.#fault(place, "takes more than it names");
    if (names.length === 0 && !isMap) return this.#fault(place, "names no `properties`, and nothing is made up");
    const read = names.map((name) => [name, this.read(properties[name], inside(place, "properties", name))] as const);
    const additional = isMap ? this.read(more, inside(place, "additionalProperties")) : false;
    const known = read.flatMap(([name, one]) => (one ? [[name, one] as const] : []));
    if (known.length < read.length || additional === null) return null;
    return {
      ...{ type: "object", properties: Object.fromEntries(known), additionalProperties: additional },
      required: [...new Set<string>(required)],
    };
  }

  /** The bounds of a type that a node sets; those of other types say nothing of it. */
  #bounds<Type extends keyof typeof BOUNDS>(type: Type, node: Node, place: Place) {
    const set = Object.entries(BOUNDS[type]).flatMap(([name, isOne]: [string, (value: unknown) => boolean]) => {
      const value = node[name];
      if (value === undefined) return [];
      if (!isOne(value)) this.#fault(at(place, name), "is no such number");
      return [[name, value] as const];
    });
    const bounds = new Map<string, unknown>(set);
    for (const [least, most] of RANGES) {
      const [from, to] = [bounds.get(least), bounds.get(most)];
      const isExclusive = least.startsWith("exclusive") || most.startsWith("exclusive");
      if (isNumber(from) && isNumber(to) && (from > to || (isExclusive && from === to)))
        this.#fault(at(place, most), `leaves no value beside \`${least}\``);
    }
    return Object.fromEntries(set) as { readonly [Name in keyof (typeof BOUNDS)[Type]]?: number };
  }

  #formatOf({ format }: Node, place: Place): { readonly format?: TextFormat } {
    if (format === undefined) return {};
    const known = TEXT_FORMATS.find((one) => one === format);
    if (known === undefined) this.#fault(at(place, "format"), `may be ${TEXT_FORMATS.join(", ")}`);
    return known === undefined ? {} : { format: known };
  }
}

/** Of a property or keyword: longer ones name nothing. */
const MAX_NAME_CHARS = 200;
const shown = (name: string): string => (name.length > MAX_NAME_CHARS ? "…" : name);

/** What a model writes is rid of such characters, so that nothing with them could ever be filled in. */
const VEILED = "holds characters that nobody sees, or line breaks other than \\n";
const isVeiled = (value: unknown): boolean => typeof value === "string" && visible(value) !== value;

const isEnumValue = (value: unknown): value is EnumValue =>
  value === null ||
  typeof value === "boolean" ||
  isNumber(value) ||
  (typeof value === "string" && value.length <= MAX_TEXT_CHARS);

const isOf = (type: TypeName, value: EnumValue): boolean => {
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
};
