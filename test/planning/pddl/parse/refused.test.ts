import { describe, expect, it } from "vitest";
import { PddlError } from "../../../../src/planning/pddl/error.ts";
import { parseDomain, parseProblem } from "../../../../src/planning/pddl/parse/index.ts";

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof PddlError) return `${error.code} ${error.message}`;
    throw error;
  }
  return "accepted";
}

const ofDomain = (text: string) => refusal(() => parseDomain(text));

/** What is on line 2 stands for the whole section or sections of interest. */
const ofSections = (line: string) =>
  ofDomain(`(define (domain d) (:types place thing - object box crate - thing) (:constants home - place b - box)
${line}
(:predicates (p) (q ?a) (at ?t - thing ?p - place) (full ?x - (either box place)))
(:functions (total-cost) - number (price ?b - box) - number (free)))`);

const ofAction = (line: string) => ofSections(`(:action go ${line})`);

type Rows = readonly (readonly [text: string, refusal: string])[];

describe("what is no PDDL", () => {
  it.each<Rows[number]>([
    ["", "syntax 1:1: expected '(', found the end of the text"],
    ["hello", "syntax 1:1: expected '(', found 'hello'"],
    ["  )", "syntax 1:3: expected '(', found ')'"],
    ["(define)", "syntax 1:8: expected '(' of the domain's name, found ')'"],
    ["(define (problem p))", "syntax 1:10: expected 'domain', found 'problem'"],
    ["(define (domain ?d))", "syntax 1:17: expected the domain's name, found '?d'"],
    ["(define (domain d)", "syntax 1:19: expected ')' for the '(' at 1:1, found the end of the text"],
    ["(define (domain d)\n(:predicates (p)\n(:action a))", "syntax 3:1: expected ')' for the '(' at 2:1, found '('"],
    ["(define (domain d)))", "syntax 1:20: expected the end of the text, found ')'"],
    ["(define (domain d))\r\n\r\n(:types)", "syntax 3:1: expected the end of the text, found '('"],
    ["(define (domain d)\r:types)", "syntax 2:1: expected '(' of a section, found ':types'"],
    ["(define (domain d) (types))", "syntax 1:21: expected the keyword of a section, found 'types'"],
    ['(define (domain "d"))', 'syntax 1:17: expected a name or a parenthesis, found " (U+0022)'],
    ["(define (domain \u{1F600}))", "syntax 1:17: expected a name or a parenthesis, found U+1F600"],
    [
      `(define (domain d) (:requirements ${"x".repeat(50)}))`,
      `syntax 1:35: expected a requirement, found '${"x".repeat(40)}…'`,
    ],
    ["(define (domain d) (:types - a))", "syntax 1:28: expected a type, found '-'"],
    ["(define (domain d) (:types a - ))", "syntax 1:32: expected a type, found ')'"],
    ["(define (domain d) (:types a - (or b c)))", "syntax 1:33: expected 'either', found 'or'"],
    ["(define (domain d) (:types a - (either)))", "syntax 1:39: expected a type, found ')'"],
    ["(define (domain d) (:predicates p))", "syntax 1:33: expected '(' of a predicate, found 'p'"],
    ["(define (domain d) (:predicates (p x)))", "syntax 1:36: expected a variable, found 'x'"],
    ["(define (domain d) (:predicates (p ?)))", "syntax 1:36: expected a variable, found '?'"],
    ["(define (domain d) (:predicates (and)))", "syntax 1:34: expected a predicate name, found 'and'"],
    ["(define (domain d) (:constants ?c))", "syntax 1:32: expected the name of a constant, found '?c'"],
  ])("%j is refused", (text, expected) => {
    expect(ofDomain(text)).toBe(expected);
  });

  it.each<Rows[number]>([
    ["(:action)", "syntax 2:9: expected the action's name, found ')'"],
    ["(:action go (p))", "syntax 2:13: expected ':parameters', ':precondition' or ':effect', found '('"],
    ["(:action go :effect)", "syntax 2:20: expected '(' after ':effect', found ')'"],
    ["(:action go :parameters (x))", "syntax 2:26: expected a variable, found 'x'"],
    ["(:action go :precondition (and p))", "syntax 2:32: expected '(' of a condition, found 'p'"],
    ["(:action go :precondition (not))", "syntax 2:31: expected '(' of a condition, found ')'"],
    ["(:action go :precondition (not (p) (p)))", "syntax 2:36: expected ')', found '('"],
    ["(:action go :precondition (imply (p)))", "syntax 2:37: expected '(' of a condition, found ')'"],
    ["(:action go :precondition (forall ?x (p)))", "syntax 2:35: expected '(' of the variables, found '?x'"],
    ["(:action go :precondition (= home))", "syntax 2:34: expected a variable, constant or object, found ')'"],
    ["(:action go :precondition ((p)))", "syntax 2:28: expected a predicate name, found '('"],
    ["(:action go :precondition (when (p) (p)))", "syntax 2:28: expected a predicate name, found 'when'"],
    ["(:action go :effect (or (p) (p)))", "syntax 2:22: expected a predicate name, found 'or'"],
    ["(:action go :effect (not (not (p))))", "syntax 2:27: expected a predicate name, found 'not'"],
    ["(:action go :effect (when (p)))", "syntax 2:30: expected '(' of an effect, found ')'"],
    ["(:action go :effect (increase (total-cost)))", "syntax 2:43: expected a number or a function, found ')'"],
    [
      "(:action go :effect (increase (total-cost) price))",
      "syntax 2:44: expected '(' before the function 'price', found 'price'",
    ],
  ])("%j is refused in a domain", (line, expected) => {
    expect(ofSections(line)).toBe(expected);
  });
});

describe("what the planner cannot do", () => {
  it.each<Rows[number]>([
    ["(:durative-action go)", "unsupported 2:2: the section ':durative-action' is not supported"],
    ["(:derived (p) (q home))", "unsupported 2:2: the section ':derived' is not supported"],
    ["(:constraints (and))", "unsupported 2:2: the section ':constraints' is not supported"],
    ["(:nonsense)", "unsupported 2:2: the section ':nonsense' is not supported"],
    ["(:requirements :strips\n:Fluents)", "unsupported 3:1: the requirement ':fluents' is not supported"],
    ["(:requirements :durative-actions)", "unsupported 2:16: the requirement ':durative-actions' is not supported"],
    ["(:requirements :derived-predicates)", "unsupported 2:16: the requirement ':derived-predicates' is not supported"],
    ["(:requirements :nonsense)", "unsupported 2:16: the requirement ':nonsense' is not supported"],
    ["(:action go :duration (= ?d 5))", "unsupported 2:13: ':duration' in an action is not supported"],
    ["(:action go :precondition (>= (free) 3))", "unsupported 2:28: the numeric condition '>=' is not supported"],
    ["(:action go :precondition (= (free) 3))", "unsupported 2:30: a function in a condition is not supported"],
    ["(:action go :precondition (q (free)))", "unsupported 2:30: a function as an argument is not supported"],
    ["(:action go :precondition (preference x (p)))", "unsupported 2:28: 'preference' is not supported"],
    ["(:action go :effect (assign (free) 3))", "unsupported 2:22: the effect 'assign' is not supported"],
    ["(:action go :effect (decrease (free) 3))", "unsupported 2:22: the effect 'decrease' is not supported"],
    ["(:action go :effect (increase (free) 3))", "unsupported 2:22: a numeric effect on 'free' is not supported"],
    ["(:action go :effect (probabilistic 0.5 (p)))", "unsupported 2:22: the effect 'probabilistic' is not supported"],
    [
      "(:action go :effect (when (p) (increase (total-cost) 3)))",
      "unsupported 2:32: a cost within 'when' or 'forall' is not supported",
    ],
    [
      "(:action go :effect (and (increase (total-cost) 3) (increase (total-cost) 3)))",
      "unsupported 2:53: a second cost of an action is not supported",
    ],
    ["(:action go :effect (increase (total-cost) (+ 1 2)))", "unsupported 2:45: the arithmetic '+' is not supported"],
    [
      "(:action go :effect (increase (total-cost) (total-cost)))",
      "unsupported 2:44: a cost that depends on the total cost is not supported",
    ],
  ])("%j is refused by name", (line, expected) => {
    expect(ofSections(line)).toBe(expected);
  });

  it("functions of objects are refused by name", () => {
    expect(ofDomain("(define (domain d) (:types t) (:functions (f ?x) - t))")).toBe(
      "unsupported 1:52: a function whose values are objects is not supported",
    );
  });
});

describe("what means nothing", () => {
  it.each<Rows[number]>([
    ["(:types a)", "meaning 2:2: a second section ':types'"],
    ["(:action go) (:action GO)", "meaning 2:23: action 'go' is declared twice"],
  ])("%j is refused", (line, expected) => {
    expect(ofSections(line)).toBe(expected);
  });

  it.each<Rows[number]>([
    ["(:types a - b b - c c - a)", "meaning 1:28: the type 'a' descends from itself"],
    ["(:types a - a)", "meaning 1:28: the type 'a' descends from itself"],
    ["(:types object - thing)", "meaning 1:28: the type 'object' has no parent"],
    ["(:constants c - place)", "meaning 1:36: unknown type 'place'"],
    ["(:constants c C)", "meaning 1:34: constant 'c' is declared twice"],
    ["(:predicates (p) (p ?x))", "meaning 1:38: predicate 'p' is declared twice"],
    ["(:predicates (p ?x - place))", "meaning 1:41: unknown type 'place'"],
    ["(:functions (f) (f))", "meaning 1:37: function 'f' is declared twice"],
  ])("a domain of %s is refused", (sections, expected) => {
    expect(ofDomain(`(define (domain d) ${sections})`)).toBe(expected);
  });

  it.each<Rows[number]>([
    [":effect (p) :effect (p)", "meaning 2:25: a second ':effect'"],
    [":parameters (?x ?x)", "meaning 2:29: variable '?x' is declared twice"],
    [":parameters (?x - town)", "meaning 2:31: unknown type 'town'"],
    [":precondition (r)", "meaning 2:28: unknown predicate 'r'"],
    [":precondition (q ?x)", "meaning 2:30: unknown variable '?x'"],
    [":precondition (and (exists (?x) (q ?x)) (q ?x))", "meaning 2:56: unknown variable '?x'"],
    [":precondition (q shop)", "meaning 2:30: unknown object 'shop'"],
    [":precondition (= home shop)", "meaning 2:35: unknown object 'shop'"],
    [":precondition (p home)", "meaning 2:30: 'p' takes 0 arguments, found 'home'"],
    [":precondition (q)", "meaning 2:29: 'q' takes 1 argument, found 0"],
    [":effect (at b)", "meaning 2:26: 'at' takes 2 arguments, found 1"],
    [":effect (not (at b home home))", "meaning 2:37: 'at' takes 2 arguments, found 'home'"],
    [
      ":precondition (at home home)",
      "meaning 2:31: argument 1 of 'at' must be of type thing, but 'home' is of type place",
    ],
    [
      ":parameters (?x - crate) :precondition (full ?x)",
      "meaning 2:58: argument 1 of 'full' must be of type box or place, but '?x' is of type crate",
    ],
    [
      ":parameters (?x - (either box crate)) :precondition (at b ?x)",
      "meaning 2:71: argument 2 of 'at' must be of type place, but '?x' is of type box or crate",
    ],
    [":parameters (?x - (either crate place)) :precondition (full ?x)", "accepted"],
    [":parameters (?x - thing) :precondition (full ?x)", "accepted"],
    [":effect (increase (total-cost) (cost))", "meaning 2:45: unknown function 'cost'"],
    [":effect (increase (total-cost) -1)", "meaning 2:44: a cost must not be negative"],
    [
      ":effect (increase (total-cost) (price home))",
      "meaning 2:51: argument 1 of 'price' must be of type box, but 'home' is of type place",
    ],
  ])("an action with %s is refused", (line, expected) => {
    expect(ofAction(line)).toBe(expected);
  });
});

describe("a problem", () => {
  const domain = parseDomain(`(define (domain d) (:types place thing - object box - thing) (:constants home - place)
    (:predicates (lit) (at ?t - thing ?p - place)) (:functions (total-cost) - number (far ?a ?b - place)))`);
  const ofProblem = (text: string) => refusal(() => parseProblem(text, domain));

  it.each<Rows[number]>([
    ["(define (domain d))", "syntax 1:10: expected 'problem', found 'domain'"],
    ["(define (problem p))", "syntax 1:20: expected a section '(:domain …)', found ')'"],
    ["(define (problem p) (:domain e))", "meaning 1:30: the problem is of domain 'e', not 'd'"],
    ["(define (problem p) (:domain d e))", "syntax 1:32: expected ')', found 'e'"],
    ["(define (problem p) (:domain d) (:goal (lit)))", "syntax 1:46: expected a section '(:init …)', found ')'"],
    ["(define (problem p) (:domain d) (:init))", "syntax 1:40: expected a section '(:goal …)', found ')'"],
    [
      "(define (problem p) (:domain d) (:constraints))",
      "unsupported 1:34: the section ':constraints' is not supported",
    ],
    ["(define (problem p) (:domain d) (:action a))", "unsupported 1:34: the section ':action' is not supported"],
  ])("%j is refused", (text, expected) => {
    expect(ofProblem(text)).toBe(expected);
  });

  it.each<Rows[number]>([
    ["(:objects b - town)", "meaning 2:15: unknown type 'town'"],
    ["(:objects b b)", "meaning 2:13: object 'b' is declared twice"],
    ["(:objects home - box)", "meaning 2:11: object 'home' is declared twice"],
    ["(:objects b -)", "syntax 2:14: expected a type, found ')'"],
    ["(:init lit)", "syntax 2:8: expected '(' of an atom, found 'lit'"],
    ["(:init (dark))", "meaning 2:9: unknown predicate 'dark'"],
    ["(:init ())", "syntax 2:9: expected a predicate name, found ')'"],
    ["(:init (and (lit)))", "syntax 2:9: expected a predicate name, found 'and'"],
    ["(:init (at ?x home))", "meaning 2:12: expected an object, found the variable '?x'"],
    ["(:init (at home home))", "meaning 2:12: argument 1 of 'at' must be of type thing, but 'home' is of type place"],
    [
      "(:objects t) (:init (at t home))",
      "meaning 2:25: argument 1 of 'at' must be of type thing, but 't' is of type object",
    ],
    ["(:init (lit) (not (lit)))", "meaning 2:20: 'lit' is both stated and denied"],
    ["(:init (at 5 (lit)))", "unsupported 2:9: a timed initial literal is not supported"],
    ["(:objects 5 - box) (:init (at 5 home))", "accepted"],
    ["(:init (= (near) 5))", "meaning 2:12: unknown function 'near'"],
    ["(:init (= (total-cost) home))", "syntax 2:24: expected a number, found 'home'"],
    ["(:init (= (total-cost) -5))", "unsupported 2:24: a negative value is not supported"],
    ["(:init (= (total-cost) 1e999))", "too-large 2:24: the number '1e999' is too large"],
    ["(:init (= (total-cost) 1) (= (total-cost) 2))", "meaning 2:31: 'total-cost' has two values, 1 and 2"],
    ["(:init (= (far home) 1))", "meaning 2:20: 'far' takes 2 arguments, found 1"],
    ["(:metric maximize (total-cost))", "unsupported 2:10: 'maximize' is not supported"],
    ["(:metric minimise (total-cost))", "syntax 2:10: expected 'minimize', found 'minimise'"],
    ["(:metric minimize (+ (total-cost) 1))", "unsupported 2:20: the metric '+' is not supported"],
    ["(:metric minimize (far home home))", "unsupported 2:20: the metric 'far' is not supported"],
  ])("with %s is refused", (line, expected) => {
    const rest = ["(:init)", "(:goal ())"].filter((section) => !line.includes(section.slice(0, 5)));
    expect(ofProblem(`(define (problem p) (:domain d)\n${line}\n${rest.join(" ")})`)).toBe(expected);
  });

  it.each<Rows[number]>([
    ["", "syntax 2:8: expected '(' of a condition, found ')'"],
    ["(lit) (lit)", "syntax 2:14: expected ')', found '('"],
    ["(at ?x home)", "meaning 2:12: unknown variable '?x'"],
    ["(preference (lit))", "unsupported 2:9: 'preference' is not supported"],
    ["(< (far home home) 3)", "unsupported 2:9: the numeric condition '<' is not supported"],
  ])("with the goal %j is refused", (goal, expected) => {
    expect(ofProblem(`(define (problem p) (:domain d) (:init)\n(:goal ${goal}))`)).toBe(expected);
  });

  it("that minimises a cost which its domain does not have is refused", () => {
    const free = parseDomain("(define (domain free))");
    const text = "(define (problem p) (:domain free) (:init) (:goal ()) (:metric minimize (total-cost)))";
    expect(refusal(() => parseProblem(text, free))).toBe("meaning 1:74: unknown function 'total-cost'");
  });
});

describe("what is too large", () => {
  const names = (count: number, prefix = "t") => Array.from({ length: count }, (_, name) => prefix + name).join(" ");

  it.each<readonly [what: string, text: () => string, refusal: string]>([
    ["100,000 parentheses", () => "(".repeat(100_000), "1:501: nested deeper than 500"],
    [
      "eight million blanks and one",
      () => " ".repeat(8_000_001),
      "1:1: the text has 8000001 characters, more than 8000000",
    ],
    [
      "a million words and one",
      () => `(${"a ".repeat(1_000_000)})`,
      "1:2000000: more than 1000000 words and parentheses",
    ],
    [
      "more types than a thousand",
      () => `(define (domain d) (:types ${names(1_000)}))`,
      "1:4913: more than 1000 types",
    ],
    [
      "an either of too many types",
      () => `(define (domain d) (:types x - (either ${names(33)})))`,
      "1:158: more than 32 types in one 'either'",
    ],
    [
      "too many parameters",
      () => `(define (domain d) (:action a :parameters (${names(201, "?")})))`,
      "1:934: more than 200 variables at once",
    ],
    [
      "an effect quantified too often",
      () => `(define (domain d) (:action a :effect (forall (?a) (forall (${names(32, "?")}) (and)))))`,
      "1:175: an effect quantified over more than 32 variables",
    ],
  ])("%s: refused", (_, text, expected) => {
    expect(ofDomain(text())).toBe(`too-large ${expected}`);
  });

  it("a chain of types as long as may be is read", () => {
    const chain = Array.from({ length: 999 }, (_, type) => `t${type} - t${type + 1}`).join(" ");
    expect(ofDomain(`(define (domain d) (:types ${chain.slice(0, chain.lastIndexOf(" t"))} object))`)).toBe("accepted");
  });
});
