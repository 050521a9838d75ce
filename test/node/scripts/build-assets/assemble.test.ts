import { describe, expect, it } from "vitest";
import { assemble } from "../../../../scripts/build-assets/assemble.ts";

describe("WebAssembly's text format", () => {
  it("is assembled, SIMD included", async () => {
    const text = `(module (func (export "first") (param f32) (result f32)
      (f32x4.extract_lane 0 (f32x4.mul (f32x4.splat (local.get 0)) (v128.const f32x4 2 3 4 5)))))`;
    const { instance } = await WebAssembly.instantiate(await assemble("text.wat", Buffer.from(text)));
    expect((instance.exports.first as (x: number) => number)(21)).toBe(42);
  });

  it.each([
    ["what is no text of it", "(module\n (func (nothing)))", "text.wat:2"],
    ["what is not valid", "(module\n (func (result i32)))", "text.wat:2"],
  ])("tells the line of %s", async (_, text, place) => {
    await expect(assemble("text.wat", Buffer.from(text))).rejects.toThrow(place);
  });
});
