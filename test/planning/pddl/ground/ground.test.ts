import { describe, expect, it } from "vitest";
import type { PddlError } from "../../../../src/planning/pddl/error.ts";
import { actionsOf, groundTexts, type Texts, taskOf } from "./describe-task.ts";

const ROADS: Texts = {
  domain: `(:predicates (at ?x) (road ?x ?y))
    (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y)))`,
  objects: "a b c d e",
  init: "(at a) (road a b) (road b c) (road d e)",
  goal: "(at c)",
};

/** One action without parameters, of `:predicates (p) (q) (r) (s)`. */
const single = (precondition: string, effect: string, init: string, goal: string): Texts => ({
  domain: `(:predicates (p) (q) (r) (s))
    (:action set-q :effect (q)) (:action set-r :effect (r)) (:action drop-q :effect (not (q)))
    (:action act :precondition ${precondition} :effect ${effect})`,
  init,
  goal,
});

const act = (texts: Texts) => actionsOf(texts).filter((action) => action.startsWith("(act"));

describe("grounding", () => {
  it("makes the actions that static atoms allow and reachability finds, and no others", () => {
    expect(actionsOf(ROADS)).toEqual([
      "(go a b) needs (at a) adds (at b) deletes (at a)",
      "(go b c) needs (at b) adds (at c) deletes (at b)",
    ]);
  });

  it("keeps no static atom", () => {
    expect(taskOf(ROADS).atoms).toEqual(["(at a)", "(at b)", "(at c)"]);
  });

  it("joins an action with itself once where one atom meets two of its preconditions", () => {
    const domain = `(:predicates (p ?x) (q ?x ?y))
      (:action pair :parameters (?x ?y) :precondition (and (p ?x) (p ?y)) :effect (q ?x ?y))
      (:action more :parameters (?x) :effect (p ?x))`;
    const made = actionsOf({ domain, objects: "a b", init: "(p a)", goal: "(and (q a a) (q a b) (q b b) (q b a))" });
    expect(made.filter((action) => action.startsWith("(pair"))).toEqual([
      "(pair a a) needs (p a) adds (q a a)",
      "(pair a b) needs (p a) (p b) adds (q a b)",
      "(pair b a) needs (p a) (p b) adds (q b a)",
      "(pair b b) needs (p b) adds (q b b)",
    ]);
  });

  it.each<[string, string, string[]]>([
    ["equality", "(= ?x ?y)", ["(act a a)", "(act b b)"]],
    ["inequality", "(not (= ?x ?y))", ["(act a b)", "(act b a)"]],
    ["equality with a constant", "(and (= ?x a) (= ?y b))", ["(act a b)"]],
    ["a static atom that must not be there", "(not (s ?x ?y))", ["(act a a)", "(act b a)", "(act b b)"]],
    ["a static atom of constants that holds", "(and (s a b) (= ?x ?y))", ["(act a a)", "(act b b)"]],
    ["a static atom of constants that does not", "(s b a)", []],
    ["a static atom of constants that must not be there", "(not (s a b))", []],
    ["a repeated variable", "(s ?x ?x)", []],
    ["a static choice", "(or (s ?x ?y) (s ?y ?x))", ["(act a b)", "(act b a)"]],
    ["something there is", "(exists (?z) (s ?z ?y))", ["(act a b)", "(act b b)"]],
    ["something that holds of all", "(forall (?z) (or (s ?z ?y) (= ?z ?y)))", ["(act a b)", "(act b b)"]],
    ["nothing at all", "(or)", []],
  ])("decides %s at once", (_, precondition, expected) => {
    const domain = `(:constants a b) (:predicates (s ?x ?y) (done ?x ?y))
      (:action act :parameters (?x ?y) :precondition ${precondition} :effect (done ?x ?y))`;
    const goal = `(and ${expected.map((action) => action.replace("act", "done")).join(" ")})`;
    expect(actionsOf({ domain, init: "(s a b)", goal })).toEqual(
      expected.map((action) => `${action} adds ${action.replace("act", "done")}`),
    );
  });

  it("gives a variable the objects of its type, of those below it, and of either of two", () => {
    const domain = `(:types car bus - vehicle stone) (:constants b1 - bus)
      (:predicates (p ?x) (q ?x) (r ?x))
      (:action one :parameters (?x - vehicle) :effect (p ?x))
      (:action two :parameters (?x - (either bus stone)) :effect (q ?x))
      (:action three :parameters (?x - car) :effect (r ?x))`;
    const goal = "(and (p c1) (p b1) (q b1) (q s1) (r c1))";
    expect(actionsOf({ domain, objects: "c1 - car s1 - stone", init: "", goal })).toEqual([
      "(one b1) adds (p b1)",
      "(one c1) adds (p c1)",
      "(three c1) adds (r c1)",
      "(two b1) adds (q b1)",
      "(two s1) adds (q s1)",
    ]);
  });

  it("leaves out what no goal depends on", () => {
    const domain = "(:predicates (p ?x)) (:action act :parameters (?x) :effect (p ?x))";
    expect(actionsOf({ domain, objects: "a b", init: "", goal: "(p b)" })).toEqual(["(act b) adds (p b)"]);
  });

  it.each<[string, Texts, string[]]>([
    [
      "a negative precondition into a complement",
      single("(not (q))", "(p)", "(q)", "(p)"),
      ["(act) needs (not (q)) adds (p)"],
    ],
    [
      "a negative precondition that always holds into nothing",
      single("(not (s))", "(p)", "", "(p)"),
      ["(act) adds (p)"],
    ],
    ["a contradiction into no action", single("(and (q) (not (q)))", "(p)", "", "(or (p) (r))"), []],
    [
      "a choice into actions of one name",
      single("(or (q) (r))", "(p)", "", "(p)"),
      ["(act) needs (q) adds (p)", "(act) needs (r) adds (p)"],
    ],
    [
      "an implication into a choice",
      single("(imply (q) (r))", "(p)", "(q)", "(p)"),
      ["(act) needs (not (q)) adds (p)", "(act) needs (r) adds (p)"],
    ],
    [
      "a choice of the same twice into one action",
      single("(or (q) (and (q)))", "(p)", "", "(p)"),
      ["(act) needs (q) adds (p)"],
    ],
    [
      "a conditional effect into one of the action",
      single("(r)", "(when (q) (p))", "", "(p)"),
      ["(act) needs (r) when (q) adds (p)"],
    ],
    [
      "a condition that is a precondition too into none",
      single("(q)", "(when (q) (p))", "", "(p)"),
      ["(act) needs (q) adds (p)"],
    ],
    [
      "a condition that contradicts the precondition into no effect",
      single("(q)", "(and (p) (when (not (q)) (r)))", "", "(and (p) (r))"),
      ["(act) needs (q) adds (p)"],
    ],
    [
      "an addition and deletion of one atom into the addition",
      single("(r)", "(and (p) (not (p)))", "", "(p)"),
      ["(act) needs (r) adds (p)"],
    ],
    [
      "a deletion unless the atom is added",
      single("(r)", "(and (not (p)) (when (q) (p)))", "(p)", "(and (p) (not (q)) (r))"),
      ["(act) needs (r) when (not (q)) deletes (p) when (q) adds (p)"],
    ],
    [
      "an effect on what its complement says",
      single("(not (q))", "(and (p) (q))", "", "(and (p) (q) (r))"),
      ["(act) needs (not (q)) adds (p) (q) deletes (not (q))"],
    ],
  ])("turns %s", (_, texts, expected) => {
    expect(act(texts)).toEqual(expected);
  });

  it("expands quantified effects over the objects for which their static premise holds", () => {
    const domain = `(:predicates (in ?x) (at ?x) (heavy ?x))
      (:action load :parameters (?x) :effect (in ?x))
      (:action move :effect (forall (?x) (when (and (in ?x) (not (heavy ?x))) (at ?x))))`;
    const texts = { domain, objects: "a b c", init: "(heavy b)", goal: "(and (at a) (at c))" };
    expect(actionsOf(texts)).toEqual([
      "(load a) adds (in a)",
      "(load c) adds (in c)",
      "(move) when (in a) adds (at a) when (in c) adds (at c)",
    ]);
  });

  it("lets an implication over static atoms disappear where they don't hold", () => {
    const domain = `(:predicates (needs ?x ?y) (done ?x))
      (:action do :parameters (?x) :precondition (forall (?y) (imply (needs ?x ?y) (done ?y))) :effect (done ?x))`;
    const texts = { domain, objects: "a b c", init: "(needs c a) (needs c b)", goal: "(done c)" };
    expect(actionsOf(texts)).toEqual([
      "(do a) adds (done a)",
      "(do b) adds (done b)",
      "(do c) needs (done a) (done b) adds (done c)",
    ]);
  });

  it("keeps what prevents an effect from taking a goal away", () => {
    const door: Texts = {
      domain: `(:predicates (armed) (intact) (open))
        (:action disarm :effect (not (armed)))
        (:action force :effect (and (open) (when (armed) (not (intact)))))`,
      init: "(armed) (intact)",
      goal: "(and (open) (intact))",
    };
    expect(actionsOf(door)).toEqual([
      "(disarm) adds (not (armed)) deletes (armed)",
      "(force) adds (open) when (armed) deletes (intact)",
    ]);
    expect(taskOf(door).atoms.toSorted()).toEqual(["(armed)", "(intact)", "(not (armed))", "(open)"]);
  });

  it("joins quantified variables from static premises as from the objects of their types", () => {
    const domain = `(:types small - thing) (:predicates (s ?x ?y) (t ?x) (p ?x - small) (done) (gone))
      (:action put :parameters (?x - small) :effect (p ?x))
      (:action all :precondition (forall (?x - small ?y) (imply (and (s ?x ?y) (t ?y)) (p ?x))) :effect (done))
      (:action one :precondition (not (forall (?x ?y - small) (or (not (s ?x ?y)) (not (p ?y))))) :effect (gone))`;
    const texts = {
      domain,
      objects: "a b c - small d - thing",
      init: "(s a b) (s b b) (s b c) (s d d) (s c d) (t b) (t d)",
      goal: "(and (done) (gone))",
    };
    const needs = (name: string) => actionsOf(texts).filter((action) => action.startsWith(`(${name})`));
    expect(needs("all")).toEqual(["(all) needs (p a) (p b) (p c) adds (done)"]);
    expect(needs("one")).toEqual(["(one) needs (p b) adds (gone)", "(one) needs (p c) adds (gone)"]);
  });

  it("serves a choice of goals by hidden actions, and keeps what they share as goals", () => {
    const task = taskOf(single("(q)", "(p)", "", "(and (p) (or (q) (r)))"));
    const say = (of: Int32Array) => Array.from(of, (atom) => task.atoms[atom]).sort();
    const hidden = task.actions.filter((action) => action.hidden);
    expect(hidden.map(({ preconditions }) => say(preconditions))).toEqual([
      ["(p)", "(q)"],
      ["(p)", "(r)"],
    ]);
    expect(say(task.goal)).toEqual(["(one of the goals)", "(p)"]);
    expect(hidden.map(({ add }) => say(add))).toEqual([["(one of the goals)"], ["(one of the goals)"]]);
  });

  it.each<[string, string, string]>([
    ["the goal that can't be reached", "(and (at b) (at e))", "(at e)"],
    ["a static goal that does not hold", "(and (at b) (road b a))", "(road b a)"],
    ["that none of the goals can be reached", "(or (at d) (at e))", "(one of the goals)"],
  ])("names %s", (_, goal, unreachable) => {
    expect(groundTexts({ ...ROADS, goal })).toEqual({ as: "no-plan", unreachable });
  });

  it("names a negative goal that can't be reached", () => {
    const texts = single("(p)", "(not (q))", "(p) (s)", "(not (s))");
    const domain = `${texts.domain} (:action set-s :effect (s))`;
    expect(groundTexts({ ...texts, domain })).toEqual({ as: "no-plan", unreachable: "(not (s))" });
  });
});

describe("costs", () => {
  const costs = (increase: string, metric: string, weights = "(= (weight a) 7) (= (weight b) 2)") =>
    taskOf({
      domain: `(:requirements :action-costs) (:predicates (p ?x)) (:functions (total-cost) (weight ?x))
        (:action act :parameters (?x) :effect (and (p ?x) ${increase}))`,
      objects: "a b",
      init: `(= (total-cost) 0) ${weights}`,
      goal: "(and (p a) (p b))",
      metric,
    }).actions.map(({ name, cost }) => `${name} ${cost}`);
  const METRIC = "(:metric minimize (total-cost))";

  it.each<[string, string, string, string[]]>([
    ["a number", "(increase (total-cost) 3)", METRIC, ["(act a) 3", "(act b) 3"]],
    ["the value of a function", "(increase (total-cost) (weight ?x))", METRIC, ["(act a) 7", "(act b) 2"]],
    ["one where nothing is said", "", "", ["(act a) 1", "(act b) 1"]],
    ["one whatever is said where no metric is given", "(increase (total-cost) 3)", "", ["(act a) 1", "(act b) 1"]],
    ["nothing where nothing is said but a metric is given", "", METRIC, ["(act a) 0", "(act b) 0"]],
  ])("are %s", (_, increase, metric, expected) => {
    expect(costs(increase, metric).sort()).toEqual(expected);
  });

  it("are refused by name where a function has no value", () => {
    const refused = expect.objectContaining<Partial<PddlError>>({
      name: "PddlError",
      code: "meaning",
      message: "the function (weight b) has no value",
    });
    expect(() => costs("(increase (total-cost) (weight ?x))", METRIC, "(= (weight a) 7)")).toThrow(refused);
    expect(costs("(increase (total-cost) (weight ?x))", "", "").sort()).toEqual(["(act a) 1", "(act b) 1"]);
  });
});
