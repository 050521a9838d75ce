import fc from "fast-check";
import { describe, expect, it } from "vitest";
import wabt from "wabt";
import { meterWasm } from "../../../../scripts/build-assets/meter-wasm.ts";

/** Of a vector's or a body's bytes: their number before them, all below 128. */
const sized = (...bytes: readonly number[]): readonly number[] => [bytes.length, ...bytes];
const section = (id: number, ...bytes: readonly number[]): readonly number[] => [id, ...sized(...bytes)];
const name = (text: string): readonly number[] => sized(...new TextEncoder().encode(text));

/**
 * `count(n)` turns a loop n times, from inside another that it turns once; `sink(n)` calls itself n times; `idle(n)` does
 * nothing. One global, which `before()` gives.
 */
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // (i32) -> () and () -> (i32)
  ...section(1, 2, 0x60, 1, 0x7f, 0, 0x60, 0, 1, 0x7f),
  ...section(3, 4, 0, 0, 0, 1),
  ...section(6, 1, 0x7f, 0x00, 0x41, 42, 0x0b),
  ...section(7, 4, ...name("count"), 0, 0, ...name("sink"), 0, 1, ...name("idle"), 0, 2, ...name("before"), 0, 3),
  ...section(
    10,
    4,
    // One local, which the meter must not come before.
    ...sized(
      ...[1, 1, 0x7f],
      ...[0x03, 0x40, 0x03, 0x40],
      ...[0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x41, 0, 0x4a, 0x0d, 0],
      ...[0x0b, 0x0b, 0x0b],
    ),
    ...sized(0, 0x20, 0, 0x04, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 1, 0x0b, 0x0b),
    ...sized(0, 0x0b),
    ...sized(0, 0x23, 0, 0x0b),
  ),
]);

interface Metered {
  readonly fuel: WebAssembly.Global<"i32">;
  readonly count: (times: number) => void;
  readonly sink: (depth: number) => void;
  readonly idle: (nothing: number) => void;
  readonly before: () => number;
}

function metered(fuel: number): Metered {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(meterWasm(MODULE))));
  const made = instance.exports as unknown as Metered;
  made.fuel.value = fuel;
  return made;
}

describe("a metered module", () => {
  it("takes one off for each call and each turn of a loop", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (times) => {
        const counting = metered(10_000);
        counting.count(times);
        // The call itself and the outer loop's one turn besides.
        expect(10_000 - counting.fuel.value).toBe(times + 2);
        const sinking = metered(10_000);
        sinking.sink(times);
        expect(10_000 - sinking.fuel.value).toBe(times + 1);
      }),
    );
  });

  it.each<[string, (module: Metered) => void]>([
    ["a loop without an end", ({ count }) => count(0x7fff_ffff)],
    ["calls within calls", ({ sink }) => sink(1_000)],
    ["a single call", ({ idle }) => [1, 2, 3, 4].forEach(idle)],
  ])("traps where nothing is left: %s", (_, work) => {
    const module = metered(3);
    expect(() => work(module)).toThrow(WebAssembly.RuntimeError);
    expect(module.fuel.value).toBe(0);
  });

  it("may do nothing before somebody says how much, and has more than two thousand million as an unsigned number", () => {
    expect(() => metered(0).idle(0)).toThrow(WebAssembly.RuntimeError);
    const module = metered(0xffff_ffff | 0);
    module.idle(0);
    expect(module.fuel.value >>> 0).toBe(0xffff_fffe);
  });

  it("keeps the globals that it had", () => expect(metered(1).before()).toBe(42));

  it.each([
    ["what is no module", Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)],
    ["a module without code", MODULE.subarray(0, 8)],
  ])("is not made of %s", (_, bytes) => expect(() => meterWasm(bytes)).toThrow());
});

/** `clear(n)` fills the first n bytes of its memory, and `move(n)` copies them; it has one global, and clears 64 bytes itself as it starts. */
const BULK = (await wabt()).parseWat(
  "bulk.wat",
  `(module
    (memory 2)
    (global i32 (i32.const 42))
    (func $clear (export "clear") (param i32) (memory.fill (i32.const 0) (i32.const 7) (local.get 0)))
    (func (export "move") (param i32) (memory.copy (i32.const 65536) (i32.const 0) (local.get 0)))
    (func (export "last") (param i32) (result i32) (i32.load8_u (local.get 0)))
    (func $start (call $clear (i32.const 64)))
    (start $start))`,
  { bulk_memory: true },
);

describe("a metered module that fills and copies memory", () => {
  const made = (fuel: number) => {
    const bytes = meterWasm(BULK.toBinary({}).buffer, { fuel });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
    return exports as unknown as Record<"clear" | "move" | "last", (bytes: number) => number> & Pick<Metered, "fuel">;
  };

  it("takes one off for each sixteen bytes", () => {
    const module = made(1_000);
    // Two calls as it starts, and four times sixteen bytes.
    expect(module.fuel.value).toBe(994);
    module.clear(160);
    module.move(175);
    expect(module.fuel.value).toBe(994 - 2 - 10 - 10);
    expect(module.last(65_536 + 159)).toBe(7);
    expect(module.last(65_536 + 160)).toBe(0);
  });

  it("traps before it does what it may not do whole, even of four thousand million bytes", () => {
    for (const bytes of [16_384, 0xffff_ffff | 0]) {
      const module = made(1_000);
      expect(() => module.move(bytes)).toThrow("unreachable");
      expect(module.fuel.value).toBe(0);
    }
  });

  it("starts with as much as it is told, as one that starts by itself must", () => {
    expect(() => made(0)).toThrow(WebAssembly.RuntimeError);
    expect(made(6).fuel.value).toBe(0);
    expect(made(1_000_000_000).fuel.value).toBe(999_999_994);
  });
});

/** `count(n)` turns a loop n times. It imports `host.other` and `host.spent`, and has one global. */
const IMPORTING = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // () -> () and (i32) -> ()
  ...section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 0),
  ...section(2, 2, ...name("host"), ...name("other"), 0, 0, ...name("host"), ...name("spent"), 0, 0),
  ...section(3, 1, 1),
  ...section(6, 1, 0x7f, 0x00, 0x41, 42, 0x0b),
  ...section(7, 1, ...name("count"), 0, 2),
  ...section(10, 1, ...sized(0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x41, 0, 0x4a, 0x0d, 0, 0x0b, 0x0b)),
]);

describe("a metered module with an import to call", () => {
  it("calls it where nothing is left, and goes on where that refuels it", () => {
    let refuelled = 0;
    const spent = (): void => {
      if (++refuelled > 3) throw new Error("That is enough");
      fuel.value = 10;
    };
    const module = new WebAssembly.Module(
      new Uint8Array(meterWasm(IMPORTING, { spent: { module: "host", field: "spent" } })),
    );
    const { exports } = new WebAssembly.Instance(module, { host: { other: () => {}, spent } });
    const { fuel, count } = exports as unknown as Metered;
    count(25);
    expect(refuelled).toBe(3);
    fuel.value = 10;
    expect(() => count(25)).toThrow("That is enough");
  });

  it("is refused where it has no such import", () => {
    expect(() => meterWasm(IMPORTING, { spent: { module: "host", field: "abort" } })).toThrow("host.abort");
  });
});
