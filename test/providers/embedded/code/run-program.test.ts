import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError, toFailure } from "../../../../src/domain/errors.ts";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { runProgram } from "../../../../src/providers/embedded/code/run-program.ts";
import PROGRAMS from "../../../fixtures/language/programs.json";

const returned = async (code: string, inputs: readonly JsonValue[] = []): Promise<JsonValue | undefined> =>
  (await runProgram({ code, inputs })).value;

const failureOf = (code: string, inputs: readonly JsonValue[] = []) =>
  runProgram({ code, inputs }).then(
    ({ value }) => ({ code: "none", message: `It returned ${JSON.stringify(value)}` }),
    (thrown: unknown) => toFailure(thrown),
  );

describe("a program returns", () => {
  it.each<[string, readonly JsonValue[], JsonValue | undefined]>([
    ["return 1 + 1", [], 2],
    ["return inputs[0].length", ["abc"], 3],
    ["return inputs[0].filter(({ sum }) => sum > 1)", [[{ sum: 1 }, { sum: 2 }]], [{ sum: 2 }]],
    ["return { list: [1, null, 'two'] } // and that is all", [], { list: [1, null, "two"] }],
    ["const word = (n) => 'ab'.repeat(n);\nreturn word(2)", [], "abab"],
    ["return 2n ** 100n", [], "1267650600228229401496703205376"],
    ["return [new Map([['a', 1]]), new Set([1, 2])]", [], [[["a", 1]], [1, 2]]],
    ["return [NaN, undefined, () => 1]", [], [null, null, null]],
    ["return new Date('2026-01-31T12:00')", [], "2026-01-31T12:00:00.000Z"],
    ["return [new Date(0).getTimezoneOffset(), new Date(0) instanceof Date]", [], [0, true]],
    ["return 'zoë \\u0000 😀'", [], "zoë \u0000 😀"],
    ["return await Promise.all([1, Promise.resolve(2)])", [], [1, 2]],
    ["let sum = 0; for (let n = 0; n < 100_000; n += 1) sum += n; return sum", [], 4_999_950_000],
    ["print('only printed')", [], undefined],
    ["return () => 1", [], undefined],
    ["function total(inputs) {\n  return inputs[0] + inputs[1];\n}", [1, 2], 3],
    ["const total = async (inputs) => {\n  return { sum: inputs.length };\n};", [1, 2], { sum: 2 }],
    ["```js\nconst total = inputs => {\n  return inputs.length;\n}\n```", [1], 1],
    ["function total(inputs) {\n  return 1;\n}\nprint(total(inputs))", [], undefined],
    ["function total() {\n  return inputs[0];\n}", [1], 1],
    ["function total(rows) {\n  return 1;\n}", [], undefined],
    ["```js\nreturn `\\`\\`\\``\n```", [], "```"],
    ["```\nreturn 1\n```", [], 1],
    ["  ```JavaScript\r\nreturn 1\r\n```  ", [], 1],
  ])("%s", async (code, inputs, expected) => {
    expect(await returned(code, inputs)).toEqual(expected);
  });

  it.each(PROGRAMS.answers)(
    "what it comes to, as a real small model wrote it: $does",
    async ({ said, inputs, ...came }) => {
      if (came.fails !== undefined) expect((await failureOf(said, inputs)).message).toContain(came.fails);
      else expect(await returned(said, inputs)).toEqual(came.returns);
    },
  );

  it("what JSON can say, as it came in", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const json: JsonValue = JSON.parse(JSON.stringify(value));
        expect(await returned("return inputs[0]", [json])).toEqual(json);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a program prints", () => {
  it.each([
    ["print('a', 1, true, null, undefined)", "a 1 true null undefined\n"],
    ["console.log([1, { a: 'b' }]); console.error('x'); console.info()", '[1,{"a":"b"}]\nx\n\n'],
    ["print(new Error('no'), new Map([[1, 2n]]), Symbol('s'), (n) => n)", 'Error: no [[1,"2"]] Symbol(s) (n) => n\n'],
    ["const a = []; a.push(a); try { print(a) } catch (error) { print(error.name) }", "TypeError\n"],
    ["print('a\\0b')", "a\ufffdb\n"],
    ["Promise.resolve('later').then(print); print('now')", "now\nlater\n"],
  ])("%s", async (code, printed) => expect((await runProgram({ code, inputs: [] })).printed).toBe(printed));
});

describe("a program fails with its line", () => {
  it.each([
    ["const x = 1;\nx.foo.bar()", "The program failed in line 2: TypeError: cannot read property 'bar' of undefined"],
    ["\n\nthrow new RangeError('too far')", "The program failed in line 3: RangeError: too far"],
    ["throw { reason: 1 }", 'The program failed: {"reason":1}'],
    ["throw 'no'", "The program failed: no"],
    ["const of = (n) => missing(n);\nreturn [1].map(of)", "in line 1: ReferenceError"],
    ["return JSON.parse('{')", "SyntaxError"],
    ["await Promise.reject(new Error('later'))", "Error: later"],
    ["throw Object.defineProperty(new Error('a'), 'message', { get() { throw 1 } })", "The program failed"],
    ["return 1 })(); (function () {", "The program failed"],
    ["return { toJSON() { throw new Error('untold') } }", "Error: untold"],
    ["throw new Error('x'.repeat(100_000))", "x"],
  ])("%s", async (code, message) => {
    const failure = await failureOf(code);
    expect(failure).toMatchObject({ code: "unsupported-input", message: expect.stringContaining(message) });
    expect(failure.message.length).toBeLessThan(1_100);
  });

  it.each([
    ["for i in range(3):\n  print(i)", "Only JavaScript runs here, and this is none in line 1: SyntaxError"],
    ["SELECT name FROM people", "Only JavaScript runs here"],
    ["return (1 +\n", "Only JavaScript runs here, and this is none in line 2"],
    ["```python\nprint(1)\n```", "Only JavaScript runs here; this program is marked as python."],
    ["```c++\nint main() {}\n```", "marked as c++"],
    ["   ", "empty"],
    ["```js\n\n```", "empty"],
  ])("where it is none in JavaScript: %j", async (code, message) => {
    expect(await failureOf(code)).toMatchObject({
      code: "unsupported-input",
      message: expect.stringContaining(message),
    });
  });
});

describe("a program has", () => {
  it.each(["Date.now()", "new Date()", "Date()", "new (new Date(0).constructor)()", "new (class extends Date {})()"])(
    "no clock: %s",
    async (code) => {
      expect(await failureOf(`return ${code}`)).toMatchObject({
        message: expect.stringContaining("There is no clock"),
      });
    },
  );

  it("the same chance each time", async () => {
    const code = "return Array.from({ length: 1000 }, Math.random)";
    const [once, again] = [await returned(code), await returned(code)];
    expect(once).toEqual(again);
    const numbers = once as number[];
    expect(new Set(numbers).size).toBe(1000);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(numbers.reduce((sum, number) => sum + number) / 1000).toBeCloseTo(0.5, 1);
  });

  it.each(["fetch", "setTimeout", "process", "require", "self", "caches", "WebAssembly", "performance", "std", "os"])(
    "no %s",
    async (name) => expect(await returned(`return typeof ${name}`)).toBe("undefined"),
  );

  it("no modules to load", async () => {
    expect(await failureOf("return await import('fs')")).toMatchObject({ code: "unsupported-input" });
  });

  it("nothing of the program before, whatever that changed", async () => {
    const changes = [
      "globalThis.left = 1; Array.prototype.left = 1; Object.prototype.left = 1; inputs.push(2)",
      "JSON.stringify = () => '1'; JSON.parse = () => 1; globalThis.print = 1; Date.prototype.toJSON = () => 1",
      "for (const name of Object.getOwnPropertyNames(globalThis)) delete globalThis[name]; throw 1",
      "globalThis.left = 1; for (;;);",
    ];
    for (const code of changes) await failureOf(code, [1]);
    const code = "return [typeof left, [].left === undefined, inputs, new Date(0)]";
    expect(await returned(code, [1])).toEqual(["undefined", true, [1], "1970-01-01T00:00:00.000Z"]);
  });

  it("inputs that are values and never code", async () => {
    const texts = [
      '"); throw 1; ("',
      "`" + "$" + "{(() => { throw 1 })()}`",
      "\u2028*/ throw 1 //",
      '{"__proto__":1}',
      "\\",
    ];
    expect(await returned("return inputs", texts)).toEqual(texts);
    const object: JsonValue = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    const code = "return [Object.keys(inputs[0]), inputs[0].a === undefined]";
    expect(await returned(code, [object])).toEqual([["__proto__", "constructor"], true]);
  });
});

describe("a program is stopped", () => {
  const TIME = "it does not end, or takes more than some 100 ms of work";
  const MEMORY = "it takes more than 32 MiB of memory";
  const DEPTH = "it calls itself too deeply, or nests too much";
  it.each([
    ["for (;;);", TIME],
    ["for (;;) try { throw 1 } catch {}", TIME],
    ["try { for (;;); } catch { return 1 } finally { return 2 }", TIME],
    ["return /^(a+)+$/.test('a'.repeat(40) + 'b')", TIME],
    ["const a = 'x'.repeat(8e6); for (let n = 0; ; ) n += (a.slice(1) + 'y').length", TIME],
    ["const a = new Uint8Array(2e7); for (;;) a.fill(1)", TIME],
    ["const a = new Uint8Array(1e7); for (;;) a.copyWithin(0, 1)", TIME],
    ["for (;;) new Uint8Array(8e6)", TIME],
    ["let n = 3n; for (;;) n *= n", TIME],
    ["const a = Array(1e6).fill(1); for (;;) a.slice()", TIME],
    ["const a = new Float64Array(2e6); for (;;) a.sort()", TIME],
    ["for (;;) new Date(2020, 1, 1).getTimezoneOffset()", TIME],
    ["for (const n of (function* () { for (;;) yield 1 })());", TIME],
    ["const again = async () => { for (;;) await 1 }; again(); for (;;);", TIME],
    ["for (;;) JSON.parse('[' + '1,'.repeat(1e5) + '1]')", TIME],
    ["for (;;) new Function('return ' + '1+'.repeat(1e4) + '1')()", TIME],
    ["return { toJSON() { for (;;); } }", TIME],
    ["return new Proxy({}, { ownKeys() { for (;;); } })", TIME],
    ["throw Object.defineProperty(new Error(), 'stack', { get() { for (;;); } })", TIME],
    ["return Array(1e9).fill(0).length", MEMORY],
    ["let s = 'ab'; for (;;) s += s", MEMORY],
    ["return 'x'.repeat(2 ** 29)", MEMORY],
    ["return new ArrayBuffer(4e7).byteLength", MEMORY],
    ["const kept = []; for (;;) kept.push(new Uint8Array(1e6))", MEMORY],
    ["const f = () => f() + 1; return f()", DEPTH],
    ["return JSON.parse('['.repeat(1e6))", DEPTH],
    ["return eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))", DEPTH],
    // Of time or of depth, whichever the platform's stack comes to first.
    ["let a = []; for (let n = 0; n < 1e5; n += 1) a = [a]; return a", ""],
    [
      "let a = []; for (let n = 0; n < 150; n += 1) a = [a]; return a",
      "it returns lists and objects more than 100 deep",
    ],
    ["for (;;) print('x'.repeat(1000))", "it prints more than 200,000 characters"],
    ["for (;;) try { print('x'.repeat(1000)) } catch { return 1 }", "it prints more than 200,000 characters"],
    ["return 'x'.repeat(200_001)", "it returns more than 200,000 characters of JSON"],
    ["await new Promise(() => {})", "it waits for a promise that does not settle within 10,000 steps"],
    ["const f = () => Promise.resolve().then(f); await f()", "it waits for a promise"],
  ])("%s", async (code, why) => {
    expect(await failureOf(code)).toEqual({
      code: "resource-too-complex",
      message: expect.stringContaining(`The program was stopped: ${why}`),
      retryable: false,
    });
  });

  it.each<[string, string, readonly JsonValue[]]>([
    ["The program has 50,001 characters; 50,000 at most run here.", " ".repeat(50_001), []],
    ["The inputs have 1,000,004 characters as JSON; a program takes 1,000,000.", "return 1", ["x".repeat(1_000_000)]],
  ])("before it begins: %s", async (message, code, inputs) => {
    expect(await failureOf(code, inputs)).toMatchObject({ code: "resource-too-large", message });
  });

  it("in no other way than by an AppError, whatever its text", async () => {
    const pieces = ["return", "throw", "await", "}", "{", ")", "(", "inputs", "print", "=>", "\0", "`", "/", "'", "\n"];
    const words = [...pieces, "new Date", "JSON", "globalThis", ".", "[0]", "=", ";", "1", "Promise", "prototype"];
    const program = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((chosen) => chosen.join(" "));
    await fc.assert(
      fc.asyncProperty(fc.oneof(program, fc.string({ unit: "binary" })), async (code) => {
        const thrown = await runProgram({ code, inputs: [code] }).catch((error: unknown) => error);
        expect(thrown instanceof Error && !(thrown instanceof AppError)).toBe(false);
        if (thrown instanceof AppError) expect(thrown.code).not.toBe("internal");
      }),
      { numRuns: 200 },
    );
  });
});

it("a program may work on all inputs that it takes", async () => {
  const rows = Array.from({ length: 15_000 }, (_, id) => ({ id, name: `person ${id}`, sum: id % 7 }));
  const total = rows.reduce((sum, row) => sum + row.sum, 0);
  expect(JSON.stringify(rows).length).toBeGreaterThan(500_000);
  expect(await returned("return inputs[0].reduce((sum, row) => sum + row.sum, 0)", [rows])).toBe(total);
  expect(await returned("return inputs[0].split('x').length", ["x".repeat(999_990)])).toBe(999_991);
});
