import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasWords,
  MAX_TEMPLATE_CHARS,
  MAX_TEMPLATE_FIELDS,
  parsePath,
  parseTemplate,
  valueAt,
  writePath,
} from "../../../src/domain/hooks/template.ts";

const pathOf = (text: string) => {
  const read = parsePath(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

describe("a template", () => {
  it("is words and fields", () => {
    expect(parseTemplate("Summarize {{body.issue.body}} and {{ body.labels[0].name }}!")).toEqual({
      ok: true,
      value: [
        { as: "words", text: "Summarize " },
        { as: "field", path: { root: "body", steps: ["issue", "body"] } },
        { as: "words", text: " and " },
        { as: "field", path: { root: "body", steps: ["labels", 0, "name"] } },
        { as: "words", text: "!" },
      ],
    });
  });

  it.each([
    ["no end", "Summarize {{body.text"],
    ["nothing in it", "Summarize {{}}"],
    ["another root", "Summarize {{request.headers}}"],
    ["a call", "Summarize {{body.text.trim()}}"],
    ["an operation", "Summarize {{body.a + body.b}}"],
    ["a filter", "Summarize {{body.text | upper}}"],
    ["a helper", "{{#each body.items}}x{{/each}}"],
    ["a partial", "{{> body}}"],
    ["three braces", "Summarize {{{body.text}}}"],
    ["one in another", "Summarize {{body.{{body.key}}}}"],
    ["a negative index", "Summarize {{body.items[-1]}}"],
    ["an expression as index", "Summarize {{body.items[body.n]}}"],
    ["a step that is empty", "Summarize {{body..text}}"],
    ["a name in quotes", 'Summarize {{body["text"]}}'],
    ["too many steps", `Summarize {{body${".a".repeat(17)}}}`],
    ["too long a name", `Summarize {{body.${"a".repeat(101)}}}`],
    ["too many fields", "{{body.a}} ".repeat(MAX_TEMPLATE_FIELDS + 1)],
    ["too many characters", "x".repeat(MAX_TEMPLATE_CHARS + 1)],
  ])("has nothing else in it: %s is a fault", (_, text) => {
    expect(parseTemplate(text)).toMatchObject({ ok: false, error: expect.any(String) });
  });

  it("must say something itself", () => {
    const isTelling = (text: string) => {
      const parsed = parseTemplate(text);
      return parsed.ok && hasWords(parsed.value);
    };
    expect(isTelling("Summarize {{body.text}}")).toBe(true);
    expect(isTelling("{{body.text}}")).toBe(false);
    expect(isTelling(" {{body.text}}: {{body.more}}… ")).toBe(false);
    expect(isTelling("要約して {{body.text}}")).toBe(true);
  });

  it("is read in time, whatever it is", () => {
    const braces = fc.array(fc.constantFrom("{", "}", "{{", "}}", "body", ".", "[0]", " ", "a"), { maxLength: 400 });
    void fc.assert(
      fc.property(braces, (parts) => {
        const parsed = parseTemplate(parts.join(""));
        expect(parsed.ok || parsed.error.length > 0).toBe(true);
      }),
    );
  });
});

describe("a path", () => {
  it.each([
    ["body", "body"],
    ["event", "event"],
    ["body.items.0.name", "body.items[0].name"],
    ["body.items[0][12].name", "body.items[0][12].name"],
    ["body.$ref.data-id._x", "body.$ref.data-id._x"],
  ])("%s is written %s", (text, written) => {
    expect(writePath(pathOf(text))).toBe(written);
    expect(pathOf(written)).toEqual(pathOf(text));
  });

  const body = { a: { b: [1, [true], { c: null, text: "x" }] }, "0": "zero", length: 7 };
  it.each([
    ["body", body],
    ["body.a.b[0]", 1],
    ["body.a.b[1][0]", true],
    ["body.a.b[2].text", "x"],
    ["body.a.b[2].c", null],
    ["body[0]", "zero"],
    ["body.length", 7],
    ["event", "issues"],
  ])("%s leads to what is there", (text, value) => {
    expect(valueAt({ body, event: "issues" }, pathOf(text))).toEqual(value);
  });

  it.each([
    "body.b",
    "body.a.b[9]",
    "body.a.b.length",
    "body.a.b[2].c.d",
    "body.a.b[2].text.length",
    "body.a.b[2].text[0]",
    "body.constructor",
    "body.__proto__",
    "body.a.b.map",
    "body.toString.name",
    "event.length",
  ])("%s leads to nothing", (text) => {
    expect(valueAt({ body, event: "issues" }, pathOf(text))).toBeUndefined();
  });

  it("leads to what a payload itself calls __proto__, as to any other field", () => {
    const hostile = JSON.parse('{"__proto__": {"text": "own"}}');
    expect(valueAt({ body: hostile, event: null }, pathOf("body.__proto__.text"))).toBe("own");
  });
});
