import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dependencies,
  type Plan,
  type SingleBinding,
  singles,
  type Task,
  type TaskId,
} from "../../../src/domain/plan.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { ground, parseDomain, parseProblem, search } from "../../../src/planning/pddl/index.ts";
import { type PlanValue, type Proof, prove } from "../../../src/planning/proof/index.ts";
import { validatePlan } from "../pddl/validate/validate-plan.ts";
import { contextOf, soundPlan } from "../plans.ts";

const ontology = createOntology();
const context = contextOf(ontology);

function proofOf(plan: Plan): Proof {
  const proof = prove(plan, context);
  if (!proof.ok) throw new Error(proof.error.map((fault) => fault.message).join("; "));
  return proof.value;
}

/** A task with nothing to wait for lies on level 0, any other one above the highest that it waits for. */
function earliestLevels(plan: Plan): ReadonlyMap<TaskId, number> {
  const levels = new Map<TaskId, number>();
  const byId = new Map(plan.tasks.map((task) => [task.id, task]));
  const levelOf = (id: TaskId): number => {
    const task = byId.get(id);
    const level = levels.get(id) ?? 1 + Math.max(-1, ...(task ? dependencies(task) : []).map(levelOf));
    levels.set(id, level);
    return level;
  };
  for (const { id } of plan.tasks) levelOf(id);
  return levels;
}

const keyOfBound = (single: SingleBinding): string => {
  switch (single.from) {
    case "resource":
      return `resource ${single.resource}`;
    case "task":
      return `task ${single.task} ${single.output}`;
    case "literal":
      return `literal ${JSON.stringify(single.value)}`;
  }
};
const keyOfValue = (value: PlanValue): string => {
  switch (value.by) {
    case "resource":
      return `resource ${value.resource.id}`;
    case "task":
      return `task ${value.task} ${value.output}`;
    case "literal":
      return `literal ${JSON.stringify(value.value)}`;
  }
};
const boundKeys = (task: Task): ReadonlySet<string> =>
  new Set(Object.values(task.args).flatMap(singles).map(keyOfBound));

/** Damage that makes any plan unsound, each with the fault that names it. */
const DAMAGE: Readonly<Record<string, (task: Task) => Task>> = {
  "unknown-task-type": (task) => ({ ...task, type: "mind-reading" }),
  "dangling-reference": (task) => ({ ...task, args: replaced(task, { from: "task", task: 20_000, output: "text" }) }),
  "unknown-resource": (task) => ({ ...task, args: replaced(task, { from: "resource", resource: "res_nowhere" }) }),
  "missing-input": (task) => ({ ...task, args: Object.fromEntries(Object.entries(task.args).slice(1)) }),
  "unknown-port": (task) => ({ ...task, args: { ...task.args, mood: { from: "literal", value: "gay" } } }),
  "kind-mismatch": (task) => ({ ...task, args: replaced(task, { from: "literal", value: null }) }),
  cycle: (task) => ({
    ...task,
    args: replaced(task, { from: "task", task: task.id, output: firstOutput(task) }),
  }),
};
/** The first argument of every task generated is bound to a required port. */
function replaced(task: Task, by: SingleBinding): Task["args"] {
  const [first, ...rest] = Object.entries(task.args);
  return Object.fromEntries([...(first ? [[first[0], by] as const] : []), ...rest]);
}
const firstOutput = (task: Task): string => ontology.get(task.type)?.outputs[0]?.name ?? "";

const chosen = fc.tuple(soundPlan(ontology, 1), fc.nat());

describe("prove", () => {
  it("puts every task of a sound plan after what it needs, and as early as that allows", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        const { certificate } = proofOf(plan);
        const earliest = earliestLevels(plan);
        const height = Math.max(-1, ...earliest.values()) + 1;
        expect(certificate.levels).toEqual(
          Array.from({ length: height }, (_, level) =>
            plan.tasks.map((task) => task.id).filter((id) => earliest.get(id) === level),
          ),
        );
        expect(certificate.order).toEqual(certificate.levels.flat());
      }),
    );
  });

  it("names for every task exactly what it is bound to, and what brings that about", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        const { certificate } = proofOf(plan);
        expect(certificate.tasks.map((proof) => proof.task)).toEqual(plan.tasks.map((task) => task.id));
        for (const [place, proof] of certificate.tasks.entries()) {
          const task = plan.tasks[place];
          const established = new Set(proof.preconditions.map(({ establishedBy }) => keyOfValue(establishedBy)));
          expect(established).toEqual(task && boundKeys(task));
          for (const { atom } of proof.preconditions) expect(atom).toMatch(/^\(at-hand [a-z][a-z0-9-]*\)$/);
        }
      }),
    );
  });

  it("gives texts that a validator which knows nothing of it accepts", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        const { pddl } = proofOf(plan);
        expect(validatePlan(pddl.domain, pddl.problem, pddl.solution)).toEqual({
          valid: true,
          cost: plan.tasks.length,
        });
      }),
    );
  });

  it("gives texts that a planner solves by itself", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        const { pddl } = proofOf(plan);
        const domain = parseDomain(pddl.domain);
        const grounding = ground(domain, parseProblem(pddl.problem, domain), { maxActions: 2_048, maxAtoms: 16_384 });
        if (grounding.as !== "task") throw new Error(`grounded as ${grounding.as}`);
        const found = search(grounding.task, { maxNodes: 10_000, maxBytes: 64 * 1_048_576 });
        if (found.as !== "plan") throw new Error(`searched as ${found.as}`);
        const steps = found.steps.map((step) => step.name).join("\n");
        expect(validatePlan(pddl.domain, pddl.problem, steps)).toMatchObject({ valid: true });
      }),
      { numRuns: 50 },
    );
  });

  it("names the texts of its own plan, though another of the same form was proved before", () => {
    const translating = (text: string, language: string): Plan => ({
      tasks: [
        {
          ...{ id: 0, type: "translation" },
          args: { text: { from: "literal", value: text }, "target-language": { from: "literal", value: language } },
        },
      ],
    });
    const established = (plan: Plan) =>
      proofOf(plan).certificate.tasks.flatMap(({ preconditions }) =>
        preconditions.map(({ establishedBy }) => establishedBy.by === "literal" && establishedBy.value),
      );
    for (const text of ["One text.", "Another; (at-hand it)\n)", "\u2028; a third"]) {
      expect(established(translating(text, "de")).toSorted()).toEqual([text, "de"].toSorted());
    }
    const { pddl } = proofOf(translating("One text.", "fr"));
    expect(pddl.problem).toContain('"fr"');
  });

  it("says the same each time", () => {
    fc.assert(
      fc.property(soundPlan(ontology), (plan) => {
        expect(prove(plan, contextOf(createOntology()))).toEqual(prove(plan, context));
      }),
      { numRuns: 30 },
    );
  });

  it.each(Object.entries(DAMAGE))("proves no plan with one fault: %s", (code, damage) => {
    fc.assert(
      fc.property(chosen, ([plan, number]) => {
        const place = number % plan.tasks.length;
        const tasks = plan.tasks.map((task, at) => (at === place ? damage(task) : task));
        const proof = prove({ tasks }, context);
        if (proof.ok) throw new Error("proved");
        const damaged = tasks[place];
        const [port] = Object.keys(plan.tasks[place]?.args ?? {});
        const named = proof.error.find((fault) => fault.code === code && fault.task === damaged?.id);
        expect(named, JSON.stringify(proof.error)).toBeDefined();
        const perTask = code === "unknown-task-type" || code === "cycle";
        expect(named?.port).toBe(perTask ? null : code === "unknown-port" ? "mood" : port);
        expect(named?.message.length).toBeGreaterThan(10);
      }),
      { numRuns: 50 },
    );
  });
});

const text = (value: string): SingleBinding => ({ from: "literal", value });
const from = (task: TaskId, output = "text"): SingleBinding => ({ from: "task", task, output });

/** Sound plans of 256 tasks, the most there may be. */
const LARGE: readonly (readonly [what: string, task: (id: TaskId) => Omit<Task, "id">, levels: number])[] = [
  ["side by side", (id) => ({ type: "translation", args: { text: text(`text ${id}`) } }), 1],
  ["in a chain", (id) => ({ type: "translation", args: { text: id ? from(id - 1) : text("a") } }), 256],
  [
    "each comparing with the dozen before",
    (id) => ({
      type: "sentence-similarity",
      args: {
        sentence: text("a"),
        sentences: {
          from: "list",
          items: id ? Array.from({ length: Math.min(id, 12) }, (_, back) => from(id - 1 - back)) : [text("b")],
        },
      },
    }),
    256,
  ],
  [
    "the last of them comparing all",
    (id) => ({
      type: id < 255 ? "translation" : "sentence-similarity",
      args:
        id < 255
          ? { text: text(`text ${id}`) }
          : {
              sentence: text("a"),
              sentences: { from: "list", items: Array.from({ length: 255 }, (_, other) => from(other)) },
            },
    }),
    2,
  ],
];

describe("prove, with the most tasks that a plan may have", () => {
  it.each(LARGE)("certifies them %s", (_, make, levels) => {
    const plan = { tasks: Array.from({ length: 256 }, (_, id) => ({ id, ...make(id) })) };
    const { certificate, pddl } = proofOf(plan);
    expect(certificate.levels).toHaveLength(levels);
    expect(pddl.solution.match(/^\(/gm)).toHaveLength(256);
  });
});
