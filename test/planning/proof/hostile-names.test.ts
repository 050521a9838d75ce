import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isKind, type Kind } from "../../../src/domain/kinds.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { createOntology, type Port, type TaskType } from "../../../src/domain/task-types/index.ts";
import { input, optional, output, taskType } from "../../../src/domain/task-types/task-type.ts";
import { type PlanContext, prove } from "../../../src/planning/proof/index.ts";
import { validatePlan } from "../pddl/validate/validate-plan.ts";
import { resource } from "../resources.ts";

function expectProved(plan: Plan, context: PlanContext): string {
  const proof = prove(plan, context);
  if (!proof.ok) throw new Error(proof.error.map((fault) => fault.message).join("; "));
  const { domain, problem, solution } = proof.value.pddl;
  expect(validatePlan(domain, problem, solution)).toEqual({ valid: true, cost: plan.tasks.length });
  return problem;
}

/** The plan that captions every resource. */
const captions = (resources: readonly Resource[]): Plan => ({
  tasks: resources.map(({ id }, place) => ({
    id: place,
    type: "image-to-text",
    args: { image: { from: "resource", resource: id } },
  })),
});

const FILE_NAMES: readonly (readonly [what: string, name: string])[] = [
  ["closes the definition", ") (define (domain other)"],
  ["opens a comment", "a ; b.png"],
  ["ends a comment", "a\n(at-hand x)\r\u2028\u2029\u0085b.png"],
  ["is an emoji", "🙂"],
  ["is empty", ""],
  ["is blank", " \t "],
  ["is long", `${"x".repeat(10_000)}.png`],
  ["has a NUL and a right-to-left mark", "a\u0000\u202eb.png"],
  ["is half a character", "\ud800.png"],
  ["is the name of a task's output", "task-0-text"],
  ["is the name of a type", "image"],
  ["is a word of PDDL", "either"],
  ["is a variable", "?task"],
  ["is a keyword", ":init"],
];

describe("a proof about a file whose name", () => {
  it.each(FILE_NAMES)("%s is as good as any other", (_, name) => {
    const resources = [resource(name, "image"), resource("other.png")];
    const problem = expectProved(captions(resources), { resources, ontology: createOntology() });
    expect(problem.length).toBeLessThan(3_000);
  });

  it("is anything, beside others of the same name", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 12 }), (names) => {
        const resources = names.flatMap((name, place) => [
          { ...resource(name, "image"), id: `res_${place}` },
          { ...resource(name.toUpperCase(), "image"), id: `RES_${place}` },
        ]);
        expectProved(captions(resources), { resources, ontology: createOntology() });
      }),
      { numRuns: 50 },
    );
  });

  it("stands beside two hundred others", () => {
    const resources = Array.from({ length: 256 }, (_, number) => ({
      ...resource("scan.png"),
      id: `res_${number}`,
    }));
    expectProved(captions(resources), { resources, ontology: createOntology() });
  });

  it("is shown though no task takes it, but only a few such", () => {
    const resources = Array.from({ length: 256 }, (_, number) => resource(`idle-${number}.png`));
    const problem = expectProved(captions(resources.slice(0, 1)), { resources, ontology: createOntology() });
    expect(problem).toContain("idle-1.png");
    expect(problem).not.toContain("idle-200.png");
  });
});

const KEYWORDS = [
  "and",
  "or",
  "not",
  "imply",
  "forall",
  "exists",
  "when",
  "either",
  "object",
  "value",
  "task",
  "at-hand",
  "done",
  "define",
  "domain",
  "number",
  "total-cost",
  "increase",
  "=",
  "-",
  "image",
  "text",
  "7-up",
  "été",
  "日本語",
  "中文",
  "X.Y",
  "x/y",
  "a;b",
  ") (define",
  "x".repeat(200),
  `${"x".repeat(200)}y`,
];
const port = (make: typeof input, name: string, kinds: readonly Kind[], more: Partial<Port> = {}): Port =>
  make(name, kinds, more);

/** Takes and gives things under names that a PDDL text has other uses for. */
const hostileType = (name: string): TaskType =>
  taskType(name, {
    area: "code",
    description: "; ) (define\n(:action evil",
    inputs: [
      port(input, "task", ["text"]),
      port(input, "value", ["image/x-y"]),
      port(input, "and", ["text", "image/x y", "table"], { many: true }),
      port(optional, "?task", ["data"]),
      port(optional, "new-task", ["text", "image"], { many: true }),
    ],
    outputs: [output("task", "image/x-y"), output("new-task", "text"), output("?x", "data"), output("é", "text")],
  });

describe("a proof about task types of a deployment's own", () => {
  const types = KEYWORDS.map(hostileType);
  const ontology = createOntology(types);
  const subkind = (kind: string): Kind => (isKind(kind) ? kind : "text");
  const resources = [
    resource("x.png", subkind("image/x-y")),
    resource("y.png", subkind("image/x y")),
    resource("z.png", subkind("image/never-spoken-of")),
  ];

  it("called like words of PDDL, with ports called likewise, is a proof like any other", () => {
    const tasks = types.map(({ name }, id) => ({
      id,
      type: name,
      args: {
        task: { from: "literal", value: `text ${id}` },
        value: id > 0 ? { from: "task", task: id - 1, output: "task" } : { from: "resource", resource: "res_x.png" },
        and: {
          from: "list",
          items: [
            { from: "resource", resource: "res_y.png" },
            id > 0 ? { from: "task", task: id - 1, output: "new-task" } : { from: "literal", value: "a,b\n1,2" },
            { from: "literal", value: "b" },
          ],
        },
        ...(id % 2 === 0 ? {} : { "?task": { from: "task", task: id - 1, output: "?x" } }),
        "new-task": { from: "resource", resource: "res_z.png" },
      },
    })) satisfies Plan["tasks"];
    expectProved({ tasks }, { resources, ontology });
  });

  it("may be merged with all others", () => {
    const every = ontology.all.filter((type) => type.inputs.every(({ kinds }) => kinds.includes("text")));
    const tasks = every.map((type, id) => ({
      id,
      type: type.name,
      args: Object.fromEntries(
        type.inputs.map(({ name }) => [name, { from: "literal" as const, value: `text ${name}` }]),
      ),
    }));
    expectProved({ tasks }, { resources, ontology });
  });
});
