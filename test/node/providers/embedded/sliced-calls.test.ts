import { expect, it, vi } from "vitest";
import wabt from "wabt";
import { SlicedCalls } from "../../../../src/providers/embedded/vision/ocr/sliced-calls.ts";

/** Counts from 10 down to 0, one step each, and gives 7. */
const COUNTING = `(module
  (import "a" "h" (func $spent))
  (global $fuel (export "fuel") (mut i32) (i32.const 0))
  (table (export "table") 1 funcref)
  (elem (i32.const 0) $count)
  (func $count (result i32) (local $left i32)
    (local.set $left (i32.const 10))
    (loop $next
      (if (i32.eqz (global.get $fuel)) (then (call $spent)))
      (global.set $fuel (i32.sub (global.get $fuel) (i32.const 1)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br_if $next (local.get $left)))
    (i32.const 7)))`;

async function counting() {
  const module = (await wabt()).parseWat("counting.wat", COUNTING);
  const { buffer } = module.toBinary({});
  const calls = new SlicedCalls(null);
  const exports = calls.instantiate(new WebAssembly.Module(Uint8Array.from(buffer)), { h: () => undefined }, "h");
  const table = exports.table as unknown as { get(at: number): () => number };
  return { calls, count: table.get(0) };
}

it("is made in one piece where the platform cannot suspend a call, and gives the thread back after it", async () => {
  const { calls, count } = await counting();
  const rest = vi.fn(async () => undefined);
  expect(await calls.run({ most: 20, perTurn: 3 }, rest, count)).toBe(7);
  expect(rest).toHaveBeenCalledTimes(1);
});

it("ends at its bound there too", async () => {
  const { calls, count } = await counting();
  const run = calls.run({ most: 9, perTurn: 3 }, async () => undefined, count);
  await expect(run).rejects.toMatchObject({ code: "resource-too-complex" });
});
