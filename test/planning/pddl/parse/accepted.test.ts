import { describe, expect, it } from "vitest";
import type { Domain, Effect, Formula } from "../../../../src/planning/pddl/ast.ts";
import { parseDomain, parseProblem } from "../../../../src/planning/pddl/parse/index.ts";

const atom = (predicate: string, ...terms: string[]): Formula => ({ is: "atom", predicate, terms });

const IMPLICATION: Formula = {
  is: "imply",
  if: { is: "atom", predicate: "p", terms: [] },
  // biome-ignore lint/suspicious/noThenProperty: the syntax tree names it so, and none is awaited
  then: { is: "atom", predicate: "q", terms: ["?y"] },
};

/** A domain with one action, of parameters `?x ?y`. */
function actionOf(precondition: string, effect: string) {
  const [action] = parseDomain(`(define (domain d)
    (:types box - thing crate - box place)
    (:constants home - place)
    (:predicates (p) (q ?a) (r ?a ?b) (heavy ?b - box))
    (:functions (total-cost) - number (price ?a) - number)
    (:action go :parameters (?x ?y) ${precondition} ${effect}))`).actions;
  if (action === undefined) throw new Error("an action was written and none read");
  return action;
}

describe("a domain", () => {
  const types = (text: string) => Object.fromEntries(parseDomain(`(define (domain d) (:types ${text}))`).types);

  it.each<readonly [what: string, text: string, parents: Record<string, readonly string[]>]>([
    ["no types", "", { object: [] }],
    ["types without parents", "a b", { object: [], a: ["object"], b: ["object"] }],
    ["a hierarchy told from below", "c - b b - a a", { object: [], c: ["b"], b: ["a"], a: ["object"] }],
    ["a parent never declared", "a - thing", { object: [], a: ["thing"], thing: ["object"] }],
    ["the root with itself as parent", "object - object a - object", { object: [], a: ["object"] }],
    [
      "a type told twice, as in storage",
      "area - object area - surface",
      { object: [], area: ["surface"], surface: ["object"] },
    ],
    ["several parents", "a - (either b c)", { object: [], a: ["b", "c"], b: ["object"], c: ["object"] }],
    ["a dash without space", "a -b", { object: [], a: ["b"], b: ["object"] }],
  ])("may have %s", (_, text, parents) => {
    expect(types(text)).toEqual(parents);
  });

  it("is read in any case and kept in lower case, around comments and a byte order mark", () => {
    const text =
      "\uFEFF; (first\r\n(DEFINE (Domain D-1) ; ) é\n(:Predicates (ON ?X ?y)) (:ACTION Go :Effect (On A B)) (:constants a B))";
    expect(parseDomain(text)).toEqual({
      name: "d-1",
      requirements: [],
      types: new Map([["object", []]]),
      constants: [
        { name: "a", types: ["object"] },
        { name: "b", types: ["object"] },
      ],
      predicates: new Map([
        [
          "on",
          [
            { name: "?x", types: ["object"] },
            { name: "?y", types: ["object"] },
          ],
        ],
      ]),
      functions: new Map(),
      actions: [
        {
          name: "go",
          parameters: [],
          precondition: { is: "and", of: [] },
          effect: [{ do: "add", atom: { predicate: "on", terms: ["a", "b"] }, variables: [], condition: null }],
          cost: null,
        },
      ],
    } satisfies Domain);
  });

  it("may have a variable right behind a name, as zenotravel writes it", () => {
    const { predicates, actions } = parseDomain(
      "(define (domain d) (:predicates (aircraft?a)(at?a ?c)) (:action go :parameters (?a?c) :effect (at?a?c)))",
    );
    expect([...predicates.keys()]).toEqual(["aircraft", "at"]);
    expect(actions[0]?.effect[0]?.atom).toEqual({ predicate: "at", terms: ["?a", "?c"] });
  });

  it("keeps its requirements, without repetition", () => {
    const { requirements } = parseDomain("(define (domain d) (:requirements :STRIPS :typing :strips :action-costs))");
    expect(requirements).toEqual([":strips", ":typing", ":action-costs"]);
  });

  it("may name a predicate like a type, a function, an object and a word of other versions of PDDL", () => {
    const { predicates, functions } = parseDomain(
      `(define (domain d) (:types at) (:constants at - at) (:predicates (at ?x - at) (within ?x) (increase ?x))
        (:functions (at ?x)) (:action at :parameters (?x) :precondition (within at) :effect (increase ?x)))`,
    );
    expect([...predicates.keys()]).toEqual(["at", "within", "increase"]);
    expect([...functions.keys()]).toEqual(["at"]);
  });

  it("has predicates of either type, whose parameters may have one name", () => {
    const { predicates } = parseDomain("(define (domain d) (:types a b) (:predicates (p ?x ?x - (either a b a) ?z)))");
    expect(predicates.get("p")).toEqual([
      { name: "?x", types: ["a", "b"] },
      { name: "?x", types: ["a", "b"] },
      { name: "?z", types: ["object"] },
    ]);
  });

  it("has functions with and without the word number", () => {
    const { functions } = parseDomain("(define (domain d) (:functions (f ?x) (g) - number (h)))");
    expect([...functions.keys()]).toEqual(["f", "g", "h"]);
  });
});

describe("a condition", () => {
  it.each<readonly [text: string, formula: Formula]>([
    ["", { is: "and", of: [] }],
    [":precondition ()", { is: "and", of: [] }],
    [":precondition (and)", { is: "and", of: [] }],
    [":precondition (p)", atom("p")],
    [":precondition (not (= ?x home))", { is: "not", of: { is: "equal", left: "?x", right: "home" } }],
    [":precondition (or (p) (and (q ?x)))", { is: "or", of: [atom("p"), { is: "and", of: [atom("q", "?x")] }] }],
    [":precondition (imply (p) (q ?y))", IMPLICATION],
    [
      ":precondition (exists (?z - (either crate place)) (r ?z ?x))",
      { is: "exists", variables: [{ name: "?z", types: ["crate", "place"] }], of: atom("r", "?z", "?x") },
    ],
    [
      ":precondition (forall (?x) (q ?x))",
      { is: "forall", variables: [{ name: "?x'1", types: ["object"] }], of: atom("q", "?x'1") },
    ],
    [":precondition (heavy ?x)", atom("heavy", "?x")],
  ])("may be %s", (text, formula) => {
    expect(actionOf(text, "").precondition).toEqual(formula);
  });

  it("is read at once where it nests as deep as may be, and where it is as wide", () => {
    const deep = `${"(not ".repeat(490)}(p)${")".repeat(490)}`;
    expect(actionOf(`:precondition ${deep}`, "").precondition.is).toBe("not");
    expect(actionOf(`:precondition (and ${"(q ?x)".repeat(100_000)})`, "").precondition).toMatchObject({ is: "and" });
  });
});

describe("an effect", () => {
  const add = (predicate: string, terms: readonly string[], more: Partial<Effect> = {}): Effect => ({
    do: "add",
    atom: { predicate, terms },
    variables: [],
    condition: null,
    ...more,
  });
  const z = { name: "?z", types: ["box"] };

  it.each<readonly [text: string, effects: readonly Effect[]]>([
    ["", []],
    [":effect ()", []],
    [":effect (and)", []],
    [":effect (q ?x)", [add("q", ["?x"])]],
    [":effect (and (not (q ?x)) (and (p)))", [add("q", ["?x"], { do: "delete" }), add("p", [])]],
    [":effect (when (p) (q ?x))", [add("q", ["?x"], { condition: atom("p") })]],
    [
      ":effect (forall (?z - box) (and (q ?z) (when (q ?x) (forall (?w) (when (p) (not (r ?z ?w)))))))",
      [
        add("q", ["?z"], { variables: [z] }),
        add("r", ["?z", "?w"], {
          do: "delete",
          variables: [z, { name: "?w", types: ["object"] }],
          condition: { is: "and", of: [atom("q", "?x"), atom("p")] },
        }),
      ],
    ],
    [
      ":effect (when (q ?x) (forall (?x - box) (when (r ?x ?y) (q ?x))))",
      [
        add("q", ["?x'1"], {
          variables: [{ name: "?x'1", types: ["box"] }],
          condition: { is: "and", of: [atom("q", "?x"), atom("r", "?x'1", "?y")] },
        }),
      ],
    ],
    [
      ":effect (when (exists (?z - box) (q ?z)) (forall (?z - box) (q ?z)))",
      [
        add("q", ["?z'1"], {
          variables: [{ name: "?z'1", types: ["box"] }],
          condition: { is: "exists", variables: [z], of: atom("q", "?z") },
        }),
      ],
    ],
  ])("of %s is flat", (text, effects) => {
    expect(actionOf("", text)).toMatchObject({ effect: effects, cost: null });
  });

  it.each<readonly [text: string, cost: unknown]>([
    ["(increase (total-cost) 3)", { is: "number", value: 3 }],
    ["(and (p) (increase (total-cost) 0.5))", { is: "number", value: 0.5 }],
    ["(increase total-cost (price ?x))", { is: "value", function: "price", terms: ["?x"] }],
  ])("costs %s", (text, cost) => {
    expect(actionOf("", `:effect ${text}`).cost).toEqual(cost);
  });
});

describe("a problem", () => {
  const domain = parseDomain(`(define (domain D) (:types place box - object crate - box)
    (:constants home - place) (:predicates (at ?b - box ?p - place) (lit) (heavy ?x - (either crate place)))
    (:functions (total-cost) - number (far ?a ?b - place)))`);
  const problem = (sections: string) => parseProblem(`(define (problem P-1) (:domain d) ${sections})`, domain);

  it("is read with its sections in any order, whatever repeats", () => {
    expect(
      problem(`(:goal (AND (at b1 HOME) (not (lit)))) (:requirements :typing)
        (:init (at b1 shop) (lit) (at B1 shop) (= (total-cost) 0) (= (far home shop) 2.5) (= (far home shop) 2.5)
          (not (at b1 home)))
        (:objects shop home - place b1 - crate 7 - box) (:length (:serial 4) (:parallel 2))
        (:metric minimize (total-cost))`),
    ).toEqual({
      name: "p-1",
      domain: "d",
      objects: [
        { name: "shop", types: ["place"] },
        { name: "b1", types: ["crate"] },
        { name: "7", types: ["box"] },
      ],
      init: [
        { predicate: "at", terms: ["b1", "shop"] },
        { predicate: "lit", terms: [] },
      ],
      values: [
        { predicate: "total-cost", terms: [], value: 0 },
        { predicate: "far", terms: ["home", "shop"], value: 2.5 },
      ],
      goal: { is: "and", of: [atom("at", "b1", "home"), { is: "not", of: atom("lit") }] },
      metric: "minimize-total-cost",
    });
  });

  it.each([
    ["(:metric minimize total-cost)", "minimize-total-cost"],
    ["(:metric minimize (total-time))", null],
    ["", null],
  ])("with '%s' minimises %s", (metric, read) => {
    expect(problem(`(:init) (:goal ()) ${metric}`).metric).toBe(read);
  });

  it("takes an object of either type where one of them fits", () => {
    const { init } = problem("(:objects x - (either crate place)) (:init (heavy x) (at x home)) (:goal ())");
    expect(init).toHaveLength(2);
  });

  it("may quantify its goal", () => {
    const { goal } = problem("(:init) (:goal (forall (?b - box) (exists (?p - place) (at ?b ?p))))");
    expect(goal).toMatchObject({ is: "forall", of: { is: "exists", of: atom("at", "?b", "?p") } });
  });

  it("has tens of thousands of atoms", () => {
    const places = Array.from({ length: 2_000 }, (_, place) => `p${place}`);
    const far = places.flatMap((place, index) =>
      places.slice(index, index + 20).map((to) => `(= (far ${place} ${to}) 1)`),
    );
    expect(
      problem(`(:objects ${places.join(" ")} - place) (:init ${far.join("\n")}) (:goal (lit))`).values,
    ).toHaveLength(39_810);
  });
});
