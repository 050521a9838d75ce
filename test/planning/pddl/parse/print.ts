import type {
  ActionSchema,
  Atom,
  Cost,
  Domain,
  Effect,
  Formula,
  Problem,
  TypedName,
} from "../../../../src/planning/pddl/ast.ts";

const list = (...parts: readonly string[]): string => `(${parts.filter((part) => part !== "").join(" ")})`;
const typeOf = (types: readonly string[]): string => (types.length === 1 ? (types[0] ?? "") : list("either", ...types));
const typed = (names: readonly TypedName[]): string =>
  names.map(({ name, types }) => `${name} - ${typeOf(types)}`).join("\n");
const atom = ({ predicate, terms }: Atom): string => list(predicate, ...terms);

export function printFormula(formula: Formula): string {
  switch (formula.is) {
    case "atom":
      return atom(formula);
    case "equal":
      return list("=", formula.left, formula.right);
    case "not":
      return list("not", printFormula(formula.of));
    case "and":
    case "or":
      return list(formula.is, ...formula.of.map(printFormula));
    case "imply":
      return list("imply", printFormula(formula.if), printFormula(formula.then));
    default:
      return list(formula.is, list(typed(formula.variables)), printFormula(formula.of));
  }
}

function printEffect(effect: Effect): string {
  const bare = effect.do === "add" ? atom(effect.atom) : list("not", atom(effect.atom));
  const conditional = effect.condition === null ? bare : list("when", printFormula(effect.condition), bare);
  return effect.variables.length === 0 ? conditional : list("forall", list(typed(effect.variables)), conditional);
}

function printCost(cost: Cost | null): string {
  if (cost === null) return "";
  return list("increase (total-cost)", cost.is === "number" ? `${cost.value}` : list(cost.function, ...cost.terms));
}

function printAction(action: ActionSchema): string {
  const effect = list("and", ...action.effect.map(printEffect), printCost(action.cost));
  const precondition = printFormula(action.precondition);
  return list(
    ":action",
    action.name,
    ":parameters",
    list(typed(action.parameters)),
    ":precondition",
    precondition,
    ":effect",
    effect,
  );
}

const signatures = (all: Domain["predicates"]) => [...all].map(([name, parameters]) => list(name, typed(parameters)));

/** The text of a domain. */
export function printDomain(domain: Domain): string {
  const types = [...domain.types].filter(([type]) => type !== "object");
  return list(
    "define",
    list("domain", domain.name),
    list(":requirements", ...domain.requirements),
    list(":types", typed(types.map(([name, parents]) => ({ name, types: parents })))),
    list(":constants", typed(domain.constants)),
    list(":predicates", ...signatures(domain.predicates)),
    list(":functions", ...signatures(domain.functions).map((signature) => `${signature} - number`)),
    ...domain.actions.map(printAction),
  );
}

/** The text of a problem. */
export function printProblem(problem: Problem): string {
  return list(
    "define",
    list("problem", problem.name),
    list(":domain", problem.domain),
    list(":objects", typed(problem.objects)),
    list(
      ":init",
      ...problem.init.map(atom),
      ...problem.values.map((value) => list("=", atom(value), `${value.value}`)),
    ),
    list(":goal", printFormula(problem.goal)),
    problem.metric === null ? "" : list(":metric minimize (total-cost)"),
  );
}
