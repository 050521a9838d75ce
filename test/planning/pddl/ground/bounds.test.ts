import { describe, expect, it } from "vitest";
import { assemble } from "../../../../src/planning/pddl/ground/assemble.ts";
import { GroundingBudget, GroundingExhausted } from "../../../../src/planning/pddl/ground/budget.ts";
import { type LiteralTask, reachable, relevant } from "../../../../src/planning/pddl/ground/prune.ts";
import { groundTexts, type Texts } from "./describe-task.ts";

describe("bounds on grounding", () => {
  const ROADS: Texts = {
    domain: `(:predicates (at ?x) (road ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (at ?y))`,
    objects: "a b c",
    init: "(at a) (road a b) (road b c)",
    goal: "(at c)",
  };

  it.each<[string, Parameters<typeof groundTexts>[1] & { isOverdue?: () => boolean }]>([
    ["actions", { maxActions: 1, maxAtoms: 10 }],
    ["atoms", { maxActions: 10, maxAtoms: 2 }],
  ])("end it on %s", (limit, limits) => {
    expect(groundTexts(ROADS, limits)).toEqual({ as: "limits", limit });
  });

  const objects = Array.from({ length: 60 }, (_, index) => `o${index}`).join(" ");
  const MANY: Texts = {
    domain: `(:predicates (p ?x) (q))
      (:action act :parameters (?a ?b ?c ?d ?e) :precondition (and (not (= ?a ?a)) (p ?b)) :effect (q))
      (:action far :parameters (?a ?b ?c ?d ?e) :precondition (and (p ?b) (= ?e ?d) (not (= ?e ?d))) :effect (q))
      (:action put :parameters (?a) :effect (p ?a))`,
    objects,
    init: "",
    goal: "(q)",
  };

  // What a proof of a plan allows: see src/planning/proof/prove.ts.
  const PROOF = { maxActions: 2048, maxAtoms: 16_384 };
  const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  it("leave room for objects in many predicates, most of them empty", () => {
    const predicates = numbered("empty", 500).map((name) => `(${name} ?x ?y ?z)`);
    const texts: Texts = {
      domain: `(:predicates (p ?x) ${predicates.join(" ")}) (:action act :parameters (?x) :effect (p ?x))`,
      objects: numbered("o", 1000).join(" "),
      init: "(empty0 o1 o2 o3)",
      goal: "(p o7)",
    };
    expect(groundTexts(texts, PROOF)).toMatchObject({ as: "task" });
  });

  it.each([
    ["conditions", "(forall (?v - value) (imply (takes ?task ?v) (at-hand ?v)))", "(done ?task)"],
    ["effects", "(and)", "(and (done ?task) (forall (?v - value) (when (takes ?task ?v) (at-hand ?v))))"],
  ])("leave room for %s on the few values of many that each task takes", (_, precondition, effect) => {
    const tasks = numbered("task", 256);
    const values = numbered("v", 4096);
    const facts = values.flatMap((value, index) => {
      const task = tasks[index % tasks.length];
      return `(takes ${task} ${value}) (keeps ${task} ${value}) (at-hand ${value})`;
    });
    const twice = (of: string) => `(and ${of} ${of.replaceAll("takes", "keeps")})`;
    const texts: Texts = {
      domain: `(:types task value)
        (:predicates (takes ?t - task ?v - value) (keeps ?t - task ?v - value) (at-hand ?v - value) (done ?t - task))
        (:action drop :parameters (?v - value) :effect (not (at-hand ?v)))
        (:action do :parameters (?task - task) :precondition ${twice(precondition)} :effect ${twice(effect)})`,
      objects: `${tasks.join(" ")} - task ${values.join(" ")} - value`,
      init: facts.join(" "),
      goal: `(and ${tasks.map((task) => `(done ${task})`).join(" ")})`,
    };
    const grounding = groundTexts(texts, { ...PROOF, maxActions: 4096 + 256 });
    expect(grounding.as === "task" && grounding.task.actions.length).toBe(256);
  });

  it("count what actions become: conditional effects, and ways to meet a precondition", () => {
    const domain = (precondition: string, effect: string) => `(:predicates (p ?x) (q))
      (:action put :parameters (?x) :effect (p ?x)) (:action act :precondition ${precondition} :effect ${effect})`;
    const few = { objects: "a b c", init: "", goal: "(q)" };
    const limits = { maxActions: 11, maxAtoms: 10 };
    const choices = domain("(forall (?x) (or (p ?x) (q)))", "(q)");
    const effects = domain("(and)", "(forall (?x) (when (p ?x) (q)))");
    expect(groundTexts({ ...few, domain: choices }, limits)).toMatchObject({ as: "task" });
    expect(groundTexts({ ...few, domain: choices }, { ...limits, maxActions: 10 })).toMatchObject({ limit: "actions" });
    expect(groundTexts({ ...few, domain: effects }, { ...limits, maxActions: 7 })).toMatchObject({ as: "task" });
    expect(groundTexts({ ...few, domain: effects }, { ...limits, maxActions: 6 })).toMatchObject({ limit: "actions" });
  });

  it("end a join that finds nothing", () => {
    expect(groundTexts(MANY, { maxActions: 100, maxAtoms: 100 })).toEqual({ as: "limits", limit: "steps" });
  });

  it("end it when the time is over", () => {
    const limits = { maxActions: 1_000_000, maxAtoms: 100, isOverdue: () => true };
    expect(groundTexts(MANY, limits)).toEqual({ as: "limits", limit: "time" });
  });

  const overdue = () => new GroundingBudget({ maxActions: 1, maxAtoms: 1 }, () => true);
  const literalTask: LiteralTask = {
    facts: 100,
    init: Array.from({ length: 100 }, (_, fact) => 2 * fact),
    goal: [199],
    actions: Array.from({ length: 5000 }, (_, index) => ({
      name: `(act ${index})`,
      precondition: [2 * (index % 100)],
      always: [2 * (index % 97) + 1, 199],
      conditional: [],
      cost: 1,
      hidden: false,
    })),
  };

  it.each([
    ["what can be reached is found", () => reachable(literalTask, overdue())],
    ["what is relevant is found", () => relevant(literalTask, overdue())],
    ["the task is put together", () => assemble(literalTask, new Uint8Array(200).fill(1), String, overdue())],
  ])("end it when the time is over while %s", (_, pass) => {
    expect(pass).toThrow(new GroundingExhausted("time"));
  });

  it("end a disjunctive normal form that grows past all use", () => {
    const choices = Array.from({ length: 12 }, () => "(or (p) (q))").join(" ");
    const parts = choices.replaceAll("(p)", "(p ?x)").replaceAll("(q)", "(q ?x)");
    const texts: Texts = {
      domain: `(:predicates (p ?x) (q ?x) (r)) (:action one :parameters (?x) :effect (p ?x))
        (:action two :parameters (?x) :effect (q ?x))
        (:action act :precondition (forall (?x) (and ${parts})) :effect (r))`,
      objects,
      init: "",
      goal: "(r)",
    };
    expect(groundTexts(texts)).toEqual({ as: "limits", limit: "actions" });
  });
});
