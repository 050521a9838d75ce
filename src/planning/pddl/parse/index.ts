/**
 * Reads PDDL: text in, checked syntax tree out. As competition files do, a text may use what it does not
 * require, spell names in any case, leave out empty parts, repeat atoms and order its sections freely. What the
 * planner cannot do is refused by name.
 *
 * Types: an object must be of a type that is asked for; a variable need only be able to stand for an object that
 * is, so one of a wider type is accepted. No variable hides another: the inner one is renamed.
 */
import { type ActionSchema, ALWAYS, type Domain, type Problem } from "../ast.ts";
import { type ExpressionList, readExpressions } from "./expressions.ts";
import { FormulaReader } from "./formulas.ts";
import { readInit } from "./init.ts";
import { readTypes, TypeTable } from "./types.ts";
import { readObjects, readSignatures, type Vocabulary } from "./vocabulary.ts";

/** What the planner understands. Requirements are read and kept; that one is missing refuses nothing. */
const REQUIREMENTS: ReadonlySet<string> = new Set([
  ":strips",
  ":typing",
  ":negative-preconditions",
  ":negation",
  ":equality",
  ":disjunctive-preconditions",
  ":existential-preconditions",
  ":universal-preconditions",
  ":quantified-preconditions",
  ":conditional-effects",
  ":adl",
  ":action-costs",
]);

const DOMAIN_SECTIONS = [":requirements", ":types", ":constants", ":predicates", ":functions", ":action"];
/** `:length` is a hint of PDDL 1.2 at how long a plan may be, and is not read. */
const PROBLEM_SECTIONS = [":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length"];
const ACTION_PARTS = [":parameters", ":precondition", ":effect"];

/**
 * Reads a domain; its sections may come in any order.
 * @throws PddlError and nothing else
 */
export function parseDomain(text: string): Domain {
  const { name, sections } = readDefinition(text, "domain", DOMAIN_SECTIONS);
  const requirements = sections.read(":requirements", readRequirements) ?? [];
  const types = sections.read(":types", readTypes) ?? new Map([["object", [] as readonly string[]]]);
  const table = new TypeTable(types);
  const constants = sections.read(":constants", (list) => readObjects(list, "constant", table, new Map())) ?? [];
  const predicates = sections.read(":predicates", (list) => readSignatures(list, "predicate", table)) ?? new Map();
  const functions = sections.read(":functions", (list) => readSignatures(list, "function", table)) ?? new Map();
  const objects = new Map(constants.map((constant) => [constant.name, constant]));
  const actions = new Map<string, ActionSchema>();
  for (const list of sections.all(":action")) {
    const { at } = list;
    const action = readAction(list, { types: table, predicates, functions, objects });
    if (actions.has(action.name)) throw list.failure("meaning", `action '${action.name}' is declared twice`, at);
    actions.set(action.name, action);
  }
  return { name, requirements, types, constants, predicates, functions, actions: [...actions.values()] };
}

/**
 * Reads a problem of the domain; its sections may come in any order.
 * @throws PddlError and nothing else
 */
export function parseProblem(text: string, domain: Domain): Problem {
  const { name, sections } = readDefinition(text, "problem", PROBLEM_SECTIONS);
  sections.require(":domain", (list) => {
    const { at } = list;
    const named = list.name("the domain's name");
    if (named === domain.name) return;
    throw list.failure("meaning", `the problem is of domain '${named}', not '${domain.name}'`, at);
  });
  sections.read(":requirements", readRequirements);
  const types = new TypeTable(domain.types);
  const constants = new Map(domain.constants.map((constant) => [constant.name, constant]));
  const objects = sections.read(":objects", (list) => readObjects(list, "object", types, constants)) ?? [];
  const all = new Map([...constants, ...objects.map((object) => [object.name, object] as const)]);
  const vocabulary = { types, predicates: domain.predicates, functions: domain.functions, objects: all };
  const state = sections.require(":init", (list) => readInit(list, vocabulary));
  const goal = sections.require(":goal", (list) => new FormulaReader(vocabulary).formula(list));
  const metric = sections.read(":metric", (list) => readMetric(list, domain)) ?? null;
  return { name, domain: domain.name, objects, ...state, goal, metric };
}

/** Reads `(define (domain name) (:keyword …) …)` as far as its sections. */
function readDefinition(text: string, kind: "domain" | "problem", known: readonly string[]) {
  const list = readExpressions(text).list("'('");
  list.literal("define");
  const header = list.list(`'(' of the ${kind}'s name`);
  header.literal(kind);
  const name = header.name(`the ${kind}'s name`);
  header.close();
  return { name, sections: new Sections(list, known) };
}

/** The sections of a definition; only actions may come more than once. */
class Sections {
  readonly #whole: ExpressionList;
  readonly #lists = new Map<string, ExpressionList[]>();

  /** @throws PddlError `unsupported` for a section not known, `meaning` for one that comes twice */
  constructor(whole: ExpressionList, known: readonly string[]) {
    this.#whole = whole;
    while (!whole.isAtEnd) {
      const list = whole.list("'(' of a section");
      const { at } = list;
      const keyword = list.keyword("the keyword of a section");
      if (!known.includes(keyword)) {
        throw list.failure("unsupported", `the section '${keyword}' is not supported`, at);
      }
      const lists = this.#lists.get(keyword) ?? [];
      if (lists.length > 0 && keyword !== ":action") {
        throw list.failure("meaning", `a second section '${keyword}'`, at);
      }
      this.#lists.set(keyword, [...lists, list]);
    }
  }

  all(keyword: string): readonly ExpressionList[] {
    return this.#lists.get(keyword) ?? [];
  }

  read<T>(keyword: string, read: (list: ExpressionList) => T): T | undefined {
    const [list] = this.all(keyword);
    if (list === undefined) return undefined;
    const found = read(list);
    list.close();
    return found;
  }

  require<T>(keyword: string, read: (list: ExpressionList) => T): T {
    if (this.all(keyword).length === 0) throw this.#whole.expected(`a section '(${keyword} …)'`);
    return this.read(keyword, read) as T;
  }
}

/** @throws PddlError `unsupported` for a requirement that the planner does not know or meet */
function readRequirements(list: ExpressionList): readonly string[] {
  const requirements = list.all(() => {
    const { at } = list;
    const requirement = list.keyword("a requirement");
    if (REQUIREMENTS.has(requirement)) return requirement;
    throw list.failure("unsupported", `the requirement '${requirement}' is not supported`, at);
  });
  return [...new Set(requirements)];
}

/** Reads what is in `(:action …)`. Each part may be missing, in any order. */
function readAction(list: ExpressionList, vocabulary: Vocabulary): ActionSchema {
  const name = list.name("the action's name");
  const parts = new Map<string, ExpressionList>();
  while (!list.isAtEnd) {
    const { at } = list;
    const part = list.keyword("':parameters', ':precondition' or ':effect'");
    if (!ACTION_PARTS.includes(part)) {
      throw list.failure("unsupported", `'${part}' in an action is not supported`, at);
    }
    if (parts.has(part)) throw list.failure("meaning", `a second '${part}'`, at);
    parts.set(part, list.single(`'(' after '${part}'`));
  }
  const read = <T>(part: string, otherwise: T, reader: (list: ExpressionList) => T): T => {
    const found = parts.get(part);
    return found === undefined ? otherwise : reader(found);
  };
  const reader = new FormulaReader(vocabulary);
  const body = (parameters: ActionSchema["parameters"]): ActionSchema => ({
    name,
    parameters,
    precondition: read(":precondition", ALWAYS, (part) => reader.formula(part)),
    ...read(":effect", { effect: [], cost: null }, (part) => reader.effect(part)),
  });
  return read(":parameters", null, (part) => reader.within(part.list("'('"), body)) ?? body([]);
}

/** Total time, in files of IPC 2002 without durations, is the number of steps: what a plan costs without a metric. */
function readMetric(list: ExpressionList, domain: Domain): Problem["metric"] {
  const directionAt = list.at;
  const direction = list.name("'minimize'");
  if (direction === "maximize") throw list.failure("unsupported", "'maximize' is not supported", directionAt);
  if (direction !== "minimize") throw list.expected("'minimize'", directionAt);
  const inner = list.is("list") ? list.list("a function") : list;
  const { at } = inner;
  const measured = inner.head("'total-cost'");
  if (measured !== "total-cost" && measured !== "total-time") {
    throw inner.failure("unsupported", `the metric '${measured}' is not supported`, at);
  }
  if (measured === "total-cost" && !domain.functions.has(measured)) {
    throw inner.failure("meaning", `unknown function '${measured}'`, at);
  }
  inner.close();
  return measured === "total-cost" ? "minimize-total-cost" : null;
}
