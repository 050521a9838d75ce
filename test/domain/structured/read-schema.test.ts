import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerSchema, ObjectSchema } from "../../../src/domain/structured/answer-schema.ts";
import {
  MAX_ALTERNATIVES,
  MAX_DEPTH,
  MAX_NODES,
  MAX_SCHEMA_CHARS,
  MAX_TEXT_CHARS,
  readAnswerSchema,
} from "../../../src/domain/structured/read-schema.ts";

const objectOf = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const withProperty = (a: unknown, more: object = {}): object => objectOf({ a }, more);

/** What a schema of one property is read as. */
const readOne = (schema: unknown): AnswerSchema | undefined => {
  const read = readAnswerSchema(schema);
  return read.ok ? read.value.properties.a : undefined;
};
const faultsIn = (schema: unknown): readonly (readonly [string, string])[] => {
  const read = readAnswerSchema(schema);
  return read.ok ? [] : read.error.map(({ path, message }) => [path, message] as const);
};

describe("a caller's schema", () => {
  it.each<[string, unknown, AnswerSchema]>([
    ["a text", { type: "string", minLength: 1, format: "date" }, { type: "string", minLength: 1, format: "date" }],
    [
      "without what says nothing",
      { type: "boolean", title: "A", default: true, examples: [true] },
      { type: "boolean" },
    ],
    ["with what is meant", { type: "null", description: "Nothing" }, { type: "null", description: "Nothing" }],
    ["without bounds of other types", { type: "integer", minLength: 1, maximum: 5 }, { type: "integer", maximum: 5 }],
    [
      "one of two types",
      { type: ["number", "null"], minimum: 0 },
      { anyOf: [{ type: "number", minimum: 0 }, { type: "null" }] },
    ],
    [
      "a format without the pattern that a library writes beside it",
      { type: "string", format: "email", pattern: "^.+@.+$" },
      { type: "string", format: "email" },
    ],
    ["one number", { type: "integer", minimum: 1, maximum: 1 }, { type: "integer", minimum: 1, maximum: 1 }],
    ["values of more than one line", { enum: ["👩‍💻\ty\n"] }, { enum: ["👩‍💻\ty\n"] }],
    ["one type in a list", { type: ["string"] }, { type: "string" }],
    ["an enum of its type", { type: "string", enum: ["x", 1, "y", "x"] }, { enum: ["x", "y"] }],
    ["a constant", { const: null }, { enum: [null] }],
    [
      "a list",
      { type: "array", items: { enum: [1] }, maxItems: 3 },
      { type: "array", items: { enum: [1] }, maxItems: 3 },
    ],
    [
      "alternatives inside each other as one list",
      { anyOf: [{ type: "string" }, { anyOf: [{ type: "boolean" }, { type: "null" }] }] },
      { anyOf: [{ type: "string" }, { type: "boolean" }, { type: "null" }] },
    ],
    [
      "a map",
      { type: "object", additionalProperties: { type: "integer" } },
      { type: "object", properties: {}, required: [], additionalProperties: { type: "integer" } },
    ],
    [
      "an object that takes anything beside as one that takes nothing",
      { type: "object", properties: { b: { type: "null" } }, additionalProperties: true },
      { type: "object", properties: { b: { type: "null" } }, required: [], additionalProperties: false },
    ],
  ])("is read: %s", (_, schema, read) => {
    expect(readOne(withProperty(schema))).toEqual(read);
  });

  it.each(["$defs", "definitions"])("has its references put in, from %s", (table) => {
    const schema = withProperty(
      { $ref: `#/${table}/a~1b`, description: "Ours" },
      { [table]: { "a/b": { $ref: `#/${table}/c` }, c: { type: "integer", description: "Theirs" } } },
    );
    expect(readOne(schema)).toEqual({ type: "integer", description: "Ours" });
    const root = { $ref: `#/${table}/root`, [table]: { root: withProperty({ type: "null" }) } };
    expect(readOne(root)).toEqual({ type: "null" });
  });

  const pattern = { type: "string", pattern: "^(a+)+$" };
  const deep = (levels: number): object =>
    levels === 0 ? { type: "null" } : { type: "array", items: deep(levels - 1) };
  const many = (count: number, schema: object): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
  it.each<[string, unknown, string, RegExp]>([
    ["no object", "a", "", /JSON Schema/],
    ["a list", [], "", /JSON Schema/],
    ["another root", { type: "array", items: { type: "null" } }, "type", /"object"/],
    ["a schema that is none", withProperty(true), "properties.a", /JSON Schema/],
    ["no type", withProperty({}), "properties.a", /`type`/],
    ["a type that there is not", withProperty({ type: "date" }), "properties.a.type", /one or some of/],
    ["a regular expression", withProperty(pattern), "properties.a.pattern", /not supported/],
    [
      "an unknown keyword further in",
      withProperty({ type: "array", items: pattern }),
      "properties.a.items.pattern",
      /not supported/,
    ],
    [
      "definitions that are not at the root",
      withProperty({ type: "null", $defs: {} }),
      "properties.a.$defs",
      /not supported/,
    ],
    ["a condition", withProperty({ type: "null", if: {} }), "properties.a.if", /not supported/],
    ["another format", withProperty({ type: "string", format: "uri" }), "properties.a.format", /date-time/],
    ["a bound that is none", withProperty({ type: "string", minLength: -1 }), "properties.a.minLength", /number/],
    [
      "a bound of an older draft",
      withProperty({ type: "number", exclusiveMinimum: true }),
      "properties.a.exclusiveMinimum",
      /number/,
    ],
    ["a step of nothing", withProperty({ type: "number", multipleOf: 0 }), "properties.a.multipleOf", /number/],
    ["a list of anything", withProperty({ type: "array" }), "properties.a.items", /JSON Schema/],
    ["an object of anything", withProperty({ type: "object" }), "properties.a", /`properties`/],
    [
      "a required property without a schema",
      withProperty({ type: "null" }, { required: ["b"] }),
      "required",
      /`properties`/,
    ],
    ["an enum of objects", withProperty({ enum: [{}] }), "properties.a.enum", /takes texts/],
    ["an enum without values", withProperty({ enum: [] }), "properties.a.enum", /leaves no value/],
    ["an enum of another type", withProperty({ type: "integer", enum: [1.5] }), "properties.a.enum", /leaves no value/],
    [
      "alternatives beside a type",
      withProperty({ type: "null", anyOf: [{ type: "null" }] }),
      "properties.a.type",
      /`anyOf`/,
    ],
    ["no alternatives", withProperty({ anyOf: [] }), "properties.a.anyOf", /list/],
    ["a reference that leads nowhere", withProperty({ $ref: "#/$defs/b" }), "properties.a.$ref", /`\$defs`/],
    ["a reference out of it", withProperty({ $ref: "https://example.com" }), "properties.a.$ref", /`\$defs`/],
    [
      "a reference to what everything has",
      withProperty({ $ref: "#/$defs/constructor" }, { $defs: {} }),
      "properties.a.$ref",
      /`\$defs`/,
    ],
    [
      "a reference into itself",
      withProperty({ $ref: "#/$defs/b" }, { $defs: { b: { type: "array", items: { $ref: "#/$defs/b" } } } }),
      "properties.a.items.$ref",
      /come to an end/,
    ],
    [
      "more levels than anybody needs",
      withProperty(deep(MAX_DEPTH)),
      `properties.a${".items".repeat(MAX_DEPTH)}`,
      /more than 10/,
    ],
    ["too many properties", objectOf(many(MAX_NODES, { type: "null" })), `properties.p${MAX_NODES - 1}`, /nodes/],
    [
      "too many values",
      withProperty({ enum: Array.from({ length: MAX_NODES }, (_, n) => n) }),
      "properties.a",
      /nodes/,
    ],
    [
      "too many alternatives",
      withProperty({ anyOf: Array.from({ length: MAX_ALTERNATIVES + 1 }, () => ({ type: "null" })) }),
      "properties.a.anyOf",
      /alternatives/,
    ],
    [
      "a long text",
      withProperty({ type: "null", description: "a".repeat(MAX_TEXT_CHARS + 1) }),
      "properties.a.description",
      /characters/,
    ],
    [
      "a name that every object has",
      objectOf(JSON.parse('{"__proto__": {"type": "null"}}')),
      "properties.__proto__",
      /name/,
    ],
    ["a name that most objects have", objectOf({ constructor: { type: "null" } }), "properties.constructor", /name/],
    ["a name with what nobody sees", objectOf({ "a\u00ad": { type: "null" } }), "properties.a", /nobody sees/],
    [
      "a list of values with what nobody sees",
      withProperty({ enum: ["x\u200by"] }),
      "properties.a.enum",
      /nobody sees/,
    ],
    ["a value with other line breaks", withProperty({ const: "x\r\ny" }), "properties.a.const", /line breaks/],
    [
      "no length",
      withProperty({ type: "string", minLength: 2, maxLength: 1 }),
      "properties.a.maxLength",
      /`minLength`/,
    ],
    [
      "no number of items",
      withProperty({ type: "array", items: { type: "null" }, minItems: 2, maxItems: 1 }),
      "properties.a.maxItems",
      /`minItems`/,
    ],
    ["no number", withProperty({ type: "integer", minimum: 5, maximum: 1 }), "properties.a.maximum", /`minimum`/],
    [
      "no number between two",
      withProperty({ type: "number", exclusiveMinimum: 1, maximum: 1 }),
      "properties.a.maximum",
      /`exclusiveMinimum`/,
    ],
    ["too many characters", objectOf(many(20, { type: "null", title: "a".repeat(2_000) })), "", /characters/],
    [
      "too many characters behind references",
      objectOf(many(20, { $ref: "#/$defs/b" }), { $defs: { b: { type: "null", description: "a".repeat(2_000) } } }),
      "",
      /characters/,
    ],
  ])("is refused with the place of its fault: %s", (_, schema, path, message) => {
    expect(faultsIn(schema)).toContainEqual([path, expect.stringMatching(message)]);
  });

  it("has few of its faults told", () => {
    expect(faultsIn(objectOf(many(50, pattern)))).toHaveLength(10);
  });

  it("that is as large as it may be is read", () => {
    expect(readAnswerSchema(objectOf(many(MAX_NODES - 1, { type: "null" }))).ok).toBe(true);
    expect(readOne(withProperty(deep(MAX_DEPTH - 1)))).toBeDefined();
  });
});

const KEYWORDS = [
  "type",
  "enum",
  "const",
  "anyOf",
  "$ref",
  "properties",
  "required",
  "items",
  "$defs",
  "format",
  "minItems",
];
/** Whatever is written with the words of schemas. */
const anySchema = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("object", "array", "string", "null", "#/$defs/b", "b", 1, -1, null, true),
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYWORDS, "a", "b", "__proto__"), tie("node"), { maxKeys: 5 }),
  ),
})).node;

describe("whatever is sent for a schema", () => {
  it("is read or refused, with bounds that hold of what is read", () => {
    fc.assert(
      fc.property(fc.oneof(anySchema, fc.jsonValue()), (schema) => {
        const read = readAnswerSchema(schema);
        if (!read.ok) {
          expect(read.error.length).toBeGreaterThan(0);
          return;
        }
        expect(JSON.stringify(read.value).length).toBeLessThanOrEqual(MAX_SCHEMA_CHARS);
        // What was read may be read again, as it is when a message goes from one surface to the next.
        expect(readAnswerSchema(read.value)).toEqual(read);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is read to the same, once it has been read", () => {
    fc.assert(
      fc.property(answerSchema, (a) => {
        const schema: ObjectSchema = {
          type: "object",
          properties: { a },
          required: ["a"],
          additionalProperties: false,
        };
        const read = readAnswerSchema(schema);
        expect(read.ok && readAnswerSchema(read.value)).toEqual(read);
      }),
    );
  });
});

/** Schemas as they should be, of every type. */
const answerSchema = fc.letrec<{ node: AnswerSchema }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    fc.constantFrom<AnswerSchema>(
      { type: "string" },
      { type: "integer", minimum: 1 },
      { type: "boolean" },
      { type: "null" },
    ),
    fc
      .array(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 })
      .map((values) => ({ enum: values })),
    tie("node").map((items): AnswerSchema => ({ type: "array", items })),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc
      .dictionary(fc.constantFrom("a", "b", "c"), tie("node"), { minKeys: 1 })
      .map((properties): AnswerSchema => ({ type: "object", properties, required: [], additionalProperties: false })),
  ),
})).node;
