import type { WorstCase } from "./case.ts";

const program = (what: string, code: string, ...inputs: readonly string[]): WorstCase => ({
  taskType: "code-execution",
  what,
  inputs: () => ({ code, inputs }),
});

/** What keeps QuickJS longest for a step of its meter, by what it is busy with: the interpreter, memory, the host, itself. */
export const CODE_CASES: readonly WorstCase[] = [
  program("an endless loop", "for (;;);"),
  program("a regular expression that tries everything", "/^(a+)+$/.test('a'.repeat(40) + 'b')"),
  program("a map that grows", "const m = new Map(); for (let n = 0; ; n += 1) m.set(n, n)"),
  program("an array that grows", "const a = []; for (;;) a.push(a.length)"),
  program("objects that refer to each other", "let o = {}; for (;;) { o = { o }; o.o.p = o; }"),
  program("integers that grow", "let n = 3n; for (;;) n *= n"),
  program("the digits of a large integer", "return (3n ** 200000n).toString().length"),
  program("numbers that are sorted", "const a = new Float64Array(2e6); for (;;) a.sort()"),
  program("memory that is copied", "const a = new Uint8Array(1e7); for (;;) a.copyWithin(0, 1)"),
  program("memory that is made", "for (;;) new Uint8Array(8e6)"),
  program("strings that are joined", "const a = 'x'.repeat(8e6); for (let n = 0; ; ) n += (a.slice(1) + 'y').length"),
  program("the time zone of dates", "for (;;) new Date(2020, 1, 1).getTimezoneOffset()"),
  program("a generator", "for (const n of (function* () { for (;;) yield 1 })());"),
  program("JSON that nests", "return JSON.parse('['.repeat(1e6))"),
  program("a program of parentheses", `return ${"(".repeat(24_000)}1${")".repeat(24_000)}`),
  program("promises", "const f = () => Promise.resolve().then(f); for (let n = 0; n < 1000; n += 1) f(); await f()"),
  program("what it prints", "for (;;) print('x')"),
  program(
    "what it works on",
    "return inputs.map((text) => text.length)",
    ...Array(5).fill(JSON.stringify("\n".repeat(99_000))),
  ),
];
