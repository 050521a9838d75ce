import { describe, expect, it } from "vitest";
import { crashed } from "../../../../scripts/test/crash-reporter.ts";

type Module = Parameters<typeof crashed>[0][number];
type State = ReturnType<Module["state"]>;
type TestState = "pending" | "passed" | "failed" | "skipped";

const module = (moduleId: string, state: State, tests: readonly TestState[]): Module =>
  ({
    moduleId,
    state: () => state,
    children: { allTests: () => tests.map((test) => ({ result: () => ({ state: test }) })).values() },
  }) as unknown as Module;

const DIED = { message: "[vitest-pool]: Worker cloudflare-pool emitted error." };
const PASSED = module("a.test.ts", "passed", ["passed", "skipped"]);

describe("the files that are run again", () => {
  it.each<[string, Module, readonly string[]]>([
    ["died in the middle", module("b.test.ts", "passed", ["passed", "pending"]), ["b.test.ts"]],
    ["died before its tests were known", module("b.test.ts", "queued", []), ["b.test.ts"]],
    ["died after its last test", module("b.test.ts", "passed", ["passed"]), []],
    ["failed a test before", module("b.test.ts", "failed", ["failed", "pending"]), []],
  ])("are those whose runtime %s", (_, died, files) => {
    expect(crashed([PASSED, died], [DIED])).toEqual(files);
  });

  it("are none when anything else went wrong as well", () => {
    const died = module("b.test.ts", "pending", ["pending"]);
    expect(crashed([died, module("c.test.ts", "failed", ["failed"])], [DIED])).toEqual([]);
    expect(crashed([died], [DIED, { message: "Unhandled" }])).toEqual([]);
    expect(crashed([died], [])).toEqual([]);
  });
});
