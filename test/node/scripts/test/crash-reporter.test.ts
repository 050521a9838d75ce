import { describe, expect, it } from "vitest";
import { crashesOf } from "../../../../scripts/test/crash-reporter.ts";

type Module = Parameters<typeof crashesOf>[0][number];
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
  ])("are those whose runtime %s", (_, died, files) => {
    expect(crashesOf([PASSED, died], [DIED])).toEqual({ deaths: 1, files });
  });

  it("may be many for one death, as files share a runtime", () => {
    const left = ["b.test.ts", "c.test.ts"].map((file) => module(file, "queued", []));
    expect(crashesOf([PASSED, ...left], [DIED])).toEqual({ deaths: 1, files: ["b.test.ts", "c.test.ts"] });
  });

  it("are all that were to come when a runtime falls silent, and what it was at", () => {
    const files = ["a.test.ts", "b.test.ts", "c.test.ts"];
    const silent = module("b.test.ts", "pending", ["passed", "pending"]);
    expect(crashesOf([PASSED, silent], [], files)).toEqual({ deaths: 1, files: ["b.test.ts", "c.test.ts"] });
    expect(crashesOf([PASSED], [DIED], ["a.test.ts"])).toEqual({ deaths: 2, files: [] });
    expect(crashesOf([module("a.test.ts", "failed", ["failed"])], [], files)).toBeNull();
  });

  it("are none when anything else went wrong as well", () => {
    const died = module("b.test.ts", "pending", ["pending"]);
    expect(crashesOf([died, module("c.test.ts", "failed", ["failed", "pending"])], [DIED])).toBeNull();
    expect(crashesOf([died], [DIED, { message: "Unhandled" }])).toBeNull();
    expect(crashesOf([died], [])).toBeNull();
  });
});
