import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Plan, singles, topologicalOrder } from "../../../../src/domain/plan.ts";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { checkPlan } from "../../../../src/planning/proof/check.ts";
import { type RepairContext, type Repaired, repairPlan } from "../../../../src/planning/proof/index.ts";
import { writePlan } from "../../../../src/planning/wire/write-plan.ts";
import { validatePlan } from "../../pddl/validate/validate-plan.ts";
import { contextOf, soundPlan } from "../../plans.ts";
import { anyPlan } from "./any-plan.ts";

const ontology = createOntology();
const bare = contextOf(ontology);
const contexts: readonly RepairContext[] = [
  bare,
  { ...bare, text: "Do something nice with it?" },
  { resources: [], ontology, text: "Paint a dog" },
  { resources: [], ontology },
];
const context = fc.constantFrom(...contexts);
type Proved = Extract<Repaired, { readonly as: "proved" }>;

/** Checks `property` on whatever of any JSON ends up proved. */
function proved(property: (repaired: Proved, json: unknown, context: RepairContext) => void, numRuns: number): void {
  fc.assert(
    fc.property(anyPlan(ontology), context, (json, given) => {
      const repaired = repairPlan(json, given);
      if (repaired.as === "proved") property(repaired, json, given);
    }),
    { numRuns },
  );
}

/** What each input takes; one value alone and a list of one are the same. */
const boundOf = ({ tasks }: Plan): unknown =>
  tasks.map(({ id, type, args, model }) => [
    id,
    type,
    model,
    Object.entries(args).map(([name, binding]) => [name, singles(binding)]),
  ]);

describe("repairPlan, given any JSON at all", () => {
  it("ends in a proof or in faults that say what is wrong, and never throws", () => {
    fc.assert(
      fc.property(anyPlan(ontology), context, (json, given) => {
        const repaired = repairPlan(json, given);
        if (repaired.as === "proved") {
          expect(repaired.plan.tasks.length).toBeGreaterThan(0);
          return;
        }
        expect(repaired.faults.length).toBeGreaterThan(0);
        for (const { code, message } of repaired.faults) {
          expect(code).not.toBe("unproved");
          expect(message.length).toBeGreaterThan(10);
          expect(message.length).toBeLessThan(500);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("proves only what has known types, whole links, no circle, and every input filled with its kind", () => {
    proved(({ plan }, _, given) => {
      expect(checkPlan(plan, given)).toEqual([]);
      expect(topologicalOrder(plan)).not.toBeNull();
    }, 150);
  });

  it("proves by texts that an independent validator accepts", () => {
    proved(({ plan, pddl }) => {
      expect(validatePlan(pddl.domain, pddl.problem, pddl.solution)).toEqual({ valid: true, cost: plan.tasks.length });
    }, 100);
  });

  it("has nothing more to mend in what it has mended", () => {
    proved(({ plan }, _, given) => {
      const written: unknown = JSON.parse(JSON.stringify(writePlan(plan, ontology)));
      const again = repairPlan(written, given);
      expect(again).toMatchObject({ as: "proved", repairs: [], changed: { nodes: 0, links: 0 } });
      expect(again.as === "proved" && writePlan(again.plan, ontology)).toEqual(written);
    }, 150);
  });

  it("does the same each time", () => {
    proved((repaired, json, given) => {
      expect(repairPlan(json, given)).toEqual(repaired);
    }, 60);
  });

  it("counts its changes as shares, and lists a change for whatever it counts", () => {
    proved(({ repairs, changed }) => {
      for (const share of Object.values(changed)) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      if (changed.nodes + changed.links > 0) expect(repairs.length).toBeGreaterThan(0);
      for (const { message } of repairs) expect(message).toMatch(/^[^\n]{10,600}$/);
    }, 150);
  });
});

describe("repairPlan, given a sound plan", () => {
  it("leaves it as it is", () => {
    fc.assert(
      fc.property(soundPlan(ontology, 1), (plan) => {
        const written: unknown = JSON.parse(JSON.stringify(writePlan(plan, ontology)));
        const repaired = repairPlan(written, bare);
        if (repaired.as !== "proved") throw new Error(JSON.stringify(repaired.faults));
        const isChanged = repaired.repairs.some((repair) => repair.kind !== "dropped");
        expect(isChanged).toBe(false);
        if (repaired.repairs.length > 0) return;
        expect(repaired.plan).toEqual(plan);
        expect(repaired.changed).toEqual({ nodes: 0, links: 0 });
      }),
      { numRuns: 100 },
    );
  });

  it("reads its literals as they were, however much like something else they look, when another task needs mending", () => {
    fc.assert(
      fc.property(soundPlan(ontology, 1), (plan) => {
        const written = JSON.parse(JSON.stringify(writePlan(plan, ontology))) as unknown[];
        const extra = { task: "Image Captioner", id: 20_000, dep: [-1], args: { image: "photo.jpg" }, model: "x:y" };
        const repaired = repairPlan([...written, extra], bare);
        if (repaired.as !== "proved") throw new Error(JSON.stringify(repaired.faults));
        if (repaired.repairs.length > 1) {
          expect(repaired.repairs.filter((repair) => repair.kind !== "dropped" && repair.task !== 20_000)).toEqual([]);
          return;
        }
        expect(boundOf({ tasks: repaired.plan.tasks.slice(0, -1) })).toEqual(boundOf(plan));
      }),
      { numRuns: 100 },
    );
  });
});
