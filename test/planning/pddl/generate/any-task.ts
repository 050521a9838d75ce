import fc from "fast-check";
import { type Instance, writeProblem } from "./instance.ts";

const TYPES = ["t", "t1", "t2", "(either t1 t2)"] as const;
/** Of type `t1` and `t2`; the first is known to the domain too. */
const OBJECTS = ["a", "b"] as const;

type Text = fc.Arbitrary<string>;

const bracket = (...parts: readonly string[]): string => `(${parts.join(" ")})`;
const list = (of: Text, maxLength: number) => fc.array(of, { maxLength }).map((parts) => parts.join(" "));

function changing(terms: readonly string[]): Text {
  const term = fc.constantFrom(...terms);
  return fc.oneof(
    fc.constant("(r)"),
    term.map((one) => `(p ${one})`),
    fc.tuple(term, term).map(([one, other]) => `(q ${one} ${other})`),
  );
}

/** Also what no action changes. */
function atom(terms: readonly string[]): Text {
  const term = fc.constantFrom(...terms);
  return fc.oneof(
    { weight: 3, arbitrary: changing(terms) },
    { weight: 1, arbitrary: fc.tuple(term, term).map(([one, other]) => `(s ${one} ${other})`) },
  );
}

function formula(terms: readonly string[], depth: number): Text {
  const term = fc.constantFrom(...terms);
  const leaf = fc.oneof(
    { weight: 4, arbitrary: atom(terms) },
    { weight: 1, arbitrary: fc.tuple(term, term).map(([one, other]) => `(= ${one} ${other})`) },
  );
  if (depth === 0) return leaf;
  const inner = formula(terms, depth - 1);
  // A variable of the same name hides one further out.
  const bound = formula([...terms, "?z"], depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: inner.map((of) => bracket("not", of)) },
    list(inner, 3).map((parts) => bracket("and", parts)),
    fc.tuple(inner, list(inner, 2)).map(([first, more]) => bracket("or", first, more)),
    fc.tuple(inner, inner).map(([given, then]) => bracket("imply", given, then)),
    fc
      .tuple(fc.constantFrom("forall", "exists"), fc.constantFrom(...TYPES), bound)
      .map(([quantifier, type, of]) => bracket(quantifier, `(?z - ${type})`, of)),
  );
}

const literal = (of: Text): Text => fc.tuple(fc.boolean(), of).map(([is, one]) => (is ? one : bracket("not", one)));
const change = (terms: readonly string[]): Text => literal(changing(terms));
const opposite = (of: string): string => (of.startsWith("(not ") ? of.slice(5, -1) : bracket("not", of));

const effect = (terms: readonly string[]): Text =>
  fc.oneof(
    { weight: 3, arbitrary: change(terms) },
    fc.tuple(formula(terms, 1), change(terms)).map(([condition, of]) => bracket("when", condition, of)),
    fc
      .tuple(fc.constantFrom(...TYPES), formula([...terms, "?u"], 1), change([...terms, "?u"]))
      .map(([type, condition, of]) => bracket("forall", `(?u - ${type})`, bracket("when", condition, of))),
  );

function action(name: string): Text {
  return fc.array(fc.constantFrom(...TYPES), { maxLength: 2 }).chain((types) => {
    const parameters = types.map((type, index) => `?x${index} - ${type}`).join(" ");
    const terms = ["a", ...types.map((_, index) => `?x${index}`)];
    const effects = fc.array(effect(terms), { minLength: 1, maxLength: 3 });
    // Conditions that say much hold seldom, and then there is nothing to search.
    const precondition = fc.oneof(
      literal(atom(terms)),
      list(literal(atom(terms)), 3).map((parts) => bracket("and", parts)),
      formula(terms, 2),
    );
    return fc
      .tuple(precondition, effects)
      .map(
        ([precondition, parts]) =>
          `(:action ${name} :parameters (${parameters})\n  :precondition ${precondition}\n  :effect (and ${parts.join(" ")}))`,
      );
  });
}

const pairs = (predicate: string) => OBJECTS.flatMap((a) => OBJECTS.map((b) => `${predicate} ${a} ${b}`));
const ATOMS = ["r", ...OBJECTS.map((one) => `p ${one}`), ...pairs("q"), ...pairs("s")];

interface Parts {
  readonly actions: readonly string[];
  readonly goal: readonly string[];
}

/** Actions and goals that have little to do with each other. */
const anyParts: fc.Arbitrary<Parts> = fc.record({
  actions: fc.tuple(...["one", "two", "three", "four", "five"].map(action)),
  goal: fc
    .tuple(
      fc.array(literal(changing(OBJECTS)), { minLength: 1, maxLength: 4 }),
      fc.array(formula(OBJECTS, 2), { maxLength: 1 }),
    )
    .map(([literals, more]) => [...literals, ...more]),
});

/** The way to one goal spoils another, unless a third action has seen to it that it does not. */
const riskyParts: fc.Arbitrary<Parts> = fc
  .tuple(change(["a"]), literal(atom(["a"])), change(["a"]), change(["a"]), action("three"))
  .map(([does, given, spares, prepares, third]) => ({
    actions: [
      `(:action one :parameters () :effect (and ${does} (when ${given} ${opposite(spares)})))`,
      `(:action two :parameters () :effect ${prepares})`,
      third,
    ],
    goal: [does, spares],
  }));

/** Tasks of any meaning at all, with all the language there is and 128 states at most; some have a plan. */
export const anyTask: fc.Arbitrary<Omit<Instance, "solvable">> = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: anyParts }, { weight: 1, arbitrary: riskyParts }), fc.subarray(ATOMS))
  .map(([{ actions, goal }, init]) => ({
    domain: `(define (domain any) (:requirements :adl)
(:types t1 t2 - t) (:constants a - t1) (:predicates (p ?x - t) (q ?x ?y - t) (r) (s ?x ?y - t))
${actions.join("\n")})`,
    problem: writeProblem({
      name: "any",
      domain: "any",
      objects: { t2: ["b"] },
      init,
      goal: goal.map((part) => part.slice(1, -1)),
    }),
  }));
