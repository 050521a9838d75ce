import { describe, expect, it } from "vitest";
import { withLeastMemory } from "../../../../scripts/build-assets/least-memory.ts";

/** A module that imports `m.m`, of at least 256 pages. */
const importing = (...limits: readonly number[]): Uint8Array =>
  Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[2, 6 + limits.length, 1, 1, 0x6d, 1, 0x6d, 2, ...limits],
    ...[6, 6, 1, 0x7f, 0x00, 0x41, 42, 0x0b],
  ]);

const made = (module: Uint8Array, memory: WebAssembly.Memory): WebAssembly.Instance =>
  new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module)), { m: { m: memory } });

describe("a module that imports its memory", () => {
  it.each([
    ["up to a limit", importing(1, 0x80, 2, 0x80, 0x80, 2)],
    ["without a limit", importing(0, 0x80, 2)],
  ])("%s begins with less", (_, module) => {
    const small = new WebAssembly.Memory({ initial: 3, maximum: 1_000 });
    expect(() => made(module, small)).toThrow(WebAssembly.LinkError);
    expect(made(withLeastMemory(module, 3), small)).toBeInstanceOf(WebAssembly.Instance);
    expect(() => made(withLeastMemory(module, 4), small)).toThrow(WebAssembly.LinkError);
  });

  it("is refused where it asks for less, or imports none", () => {
    expect(() => withLeastMemory(importing(0, 2), 3)).toThrow("asks for 2 pages");
    expect(() => withLeastMemory(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), 3)).toThrow("imports no memory");
  });
});
