import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BESIDE, findCycles, type Import, readSource, readSources } from "./imports/graph.ts";
import { AREAS, type Area, areaOf, BELOW_WIRING, findFault } from "./imports/rules.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const sources = readSources(ROOT);
const sourcesOf = (area: Area) => sources.filter(({ path }) => areaOf(path) === area);

describe("the direction of imports (DESIGN.md, section 3)", () => {
  it("is read from the real tree", () => {
    const imports = sources.flatMap((source) => source.imports);
    expect(imports).toContainEqual({
      from: "src/worker.ts",
      to: "src/wiring.ts",
      isPackage: false,
      isTypeOnly: false,
    });
    expect(imports).toContainEqual({
      from: "src/planning/controller.ts",
      to: "src/domain/plan.ts",
      isPackage: false,
      isTypeOnly: true,
    });
  });

  it("covers every source file: a new folder needs a rule", () => {
    expect(sources.filter(({ path }) => areaOf(path) === null).map(({ path }) => path)).toEqual([]);
  });

  it.each(AREAS)("is kept by %s", (area) => {
    const faults = sourcesOf(area).flatMap(({ imports }) => imports.map(findFault));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it.each(BELOW_WIRING)("leaves Env to wiring.ts: %s does not see it (rule 3)", (area) => {
    const seeing = sourcesOf(area).filter(({ seesEnv }) => seesEnv);
    expect(seeing.map(({ path }) => path)).toEqual([]);
  });

  it("never goes round in a circle, by types neither", () => {
    const all = [...sources, ...readSources(ROOT, BESIDE)];
    expect(findCycles(all).map((cycle) => cycle.join(" → "))).toEqual([]);
  });
});

describe("an import", () => {
  const value = { isPackage: false, isTypeOnly: false };
  const type = { isPackage: false, isTypeOnly: true };
  const external = { isPackage: true, isTypeOnly: false };

  it.each<[string, Omit<Import, "from">]>([
    ['import { a } from "../b.ts";', { to: "src/b.ts", ...value }],
    ['import "../b.ts";', { to: "src/b.ts", ...value }],
    ['import type { A } from "../b.ts";', { to: "src/b.ts", ...type }],
    ['import { type A } from "../b.ts";', { to: "src/b.ts", ...value }],
    ['import {\n  a,\n  type B,\n} from "./c/d.ts";', { to: "src/a/c/d.ts", ...value }],
    ['export { a } from "./b.ts";', { to: "src/a/b.ts", ...value }],
    ['export type { A } from "./b.ts";', { to: "src/a/b.ts", ...type }],
    ['export * from "./b.ts";', { to: "src/a/b.ts", ...value }],
    ['export type * from "./b.ts";', { to: "src/a/b.ts", ...type }],
    ['const load = () => import("./b.ts");', { to: "src/a/b.ts", ...value }],
    ['type A = import("./b.ts").A;', { to: "src/a/b.ts", ...type }],
    ['import { z } from "zod";', { to: "zod", ...external }],
    ['import data from "../../node_modules/x/y.wasm";', { to: "node_modules/x/y.wasm", ...external }],
    ["const load = (path: string) => import(path);", { to: "(an address that is not written out)", ...external }],
  ])("is read from %s", (source, expected) => {
    expect(readSource("src/a/file.ts", source).imports).toEqual([{ from: "src/a/file.ts", ...expected }]);
  });

  it.each(["const text = 'import { a } from \"./b.ts\"';", '// import "./b.ts"', "const url = import.meta.url;"])(
    "is not read from %s",
    (source) => {
      expect(readSource("src/a/file.ts", source).imports).toEqual([]);
    },
  );

  it.each<[string, boolean]>([
    ["const wire = (env: Env) => env;", true],
    ["const wire = (env: Cloudflare.Env) => env;", true],
    ['import { env } from "cloudflare:workers";', true],
    ['import { DurableObject } from "cloudflare:workers";', false],
    ["interface Environment { readonly Env: string }", false],
  ])("of Env is seen in %s: %s", (source, expected) => {
    expect(readSource("src/a/file.ts", source).seesEnv).toBe(expected);
  });

  it.each<[string, string, "value" | "type"]>([
    ["src/domain/plan.ts", "src/domain/kinds.ts", "value"],
    ["r2-schemas/resource.ts", "src/domain/kinds.ts", "value"],
    ["src/planning/proof/prove.ts", "src/planning/pddl/index.ts", "value"],
    ["src/execution/index.ts", "src/providers/provider.ts", "value"],
    ["src/run/index.ts", "src/planning/proof/check.ts", "value"],
    ["src/providers/custom/index.ts", "src/waiting.ts", "value"],
    ["durable-objects/conversation.ts", "src/wiring.ts", "value"],
    ["durable-objects/runner.ts", "src/waiting.ts", "value"],
    ["src/http/app.ts", "src/rpc/index.ts", "type"],
    ["src/client/client.ts", "src/http/schemas/views.ts", "type"],
    ["web/app/app.tsx", "src/client/client.ts", "value"],
  ])("is allowed: %s → %s (%s)", (from, to, kind) => {
    expect(findFault({ from, to, isPackage: false, isTypeOnly: kind === "type" })).toBeNull();
  });

  it.each<[string, string, "value" | "type", string]>([
    ["src/domain/plan.ts", "r2-schemas/keys.ts", "type", "rule 1"],
    ["r2-schemas/keys.ts", "src/resources/store.ts", "type", "rule 1"],
    ["src/domain/plan.ts", "src/waiting.ts", "value", "rule 1"],
    ["src/waiting.ts", "src/domain/plan.ts", "type", "rule 1"],
    ["src/planning/pddl/parse.ts", "src/domain/plan.ts", "type", "rule 1"],
    ["src/planning/pddl/parse.ts", "src/planning/controller.ts", "type", "rule 1"],
    ["src/execution/index.ts", "src/providers/custom/transport.ts", "value", "rule 2"],
    ["src/execution/index.ts", "src/providers/embedded/index.ts", "value", "rule 2"],
    ["src/selection/index.ts", "src/run/index.ts", "type", "rule 2"],
    ["src/providers/custom/index.ts", "src/config.ts", "value", "rule 2"],
    ["src/providers/custom/index.ts", "src/wiring.ts", "type", "rule 2"],
    ["src/run/index.ts", "src/wiring.ts", "type", "rule 3"],
    ["src/run/index.ts", "src/rpc/index.ts", "type", "rule 3"],
    ["durable-objects/runner.ts", "src/http/app.ts", "type", "rule 4"],
    ["src/http/app.ts", "durable-objects/conversation.ts", "value", "rule 4"],
    ["src/wiring.ts", "durable-objects/conversation.ts", "value", "rule 4"],
    ["src/worker.ts", "src/domain/plan.ts", "value", "rule 5"],
    ["src/client/client.ts", "src/domain/errors.ts", "value", "rule 5"],
    ["web/app/app.tsx", "src/resources/limits.ts", "value", "rule 5"],
    ["src/client/client.ts", "web/app/app.tsx", "type", "rule 5"],
    ["src/worker.ts", "scripts/build-assets.ts", "value", "rule 5"],
  ])("is refused: %s → %s (%s), by %s", (from, to, kind, rule) => {
    expect(findFault({ from, to, isPackage: false, isTypeOnly: kind === "type" })).toContain(`(${rule})`);
  });

  it("of a package is refused in planning/pddl/, which imports nothing at all, and allowed elsewhere", () => {
    const zod = { to: "zod", isPackage: true, isTypeOnly: false };
    expect(findFault({ from: "src/planning/pddl/parse.ts", ...zod })).toContain("(rule 1)");
    expect(findFault({ from: "src/config.ts", ...zod })).toBeNull();
  });
});

describe("a cycle", () => {
  const file = (path: string, source: string) => readSource(`src/domain/${path}`, source);

  it("is found, and told as the way round", () => {
    const cycles = findCycles([
      file("a.ts", 'import "./b.ts";'),
      file("b.ts", 'import "./c.ts"; import "./d.ts";'),
      file("c.ts", 'export const load = () => import("./a.ts");'),
      file("d.ts", ""),
    ]);
    expect(cycles).toEqual([["src/domain/a.ts", "src/domain/b.ts", "src/domain/c.ts", "src/domain/a.ts"]]);
  });

  it("is found where types alone go round", () => {
    const typed = [file("a.ts", 'import "./b.ts";'), file("b.ts", 'import type { A } from "./a.ts";')];
    expect(findCycles(typed)).toEqual([["src/domain/a.ts", "src/domain/b.ts", "src/domain/a.ts"]]);
  });

  it("is none where two ways lead to one file", () => {
    const diamond = [
      file("a.ts", 'import "./b.ts"; import "./c.ts";'),
      file("b.ts", 'import "./d.ts";'),
      file("c.ts", 'import "./d.ts";'),
      file("d.ts", ""),
    ];
    expect(findCycles(diamond)).toEqual([]);
  });
});
