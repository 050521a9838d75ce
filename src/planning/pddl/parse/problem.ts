import { ALWAYS, type Domain, type Formula, type Problem, type TypedName } from "../ast.ts";
import { TokenCursor } from "./cursor.ts";
import { readFormula } from "./formula.ts";
import { InitReader } from "./init.ts";
import { ParseScope } from "./scope.ts";
import { readHeader, readRequirements, Sections } from "./sections.ts";
import { readObjects } from "./signatures.ts";
import { tokenise } from "./tokens.ts";
import { TypeTable } from "./type-table.ts";

/** `:length` is a hint of PDDL 1.2 at how long a plan may be, and is not read. */
const SECTIONS: ReadonlySet<string> = new Set([
  ":domain",
  ":requirements",
  ":objects",
  ":init",
  ":goal",
  ":metric",
  ":length",
]);

/**
 * Reads a problem of the domain; its sections may come in any order.
 * @throws PddlError and nothing else
 */
export function parseProblem(text: string, domain: Domain): Problem {
  const cursor = new TokenCursor(tokenise(text));
  const name = readHeader(cursor, "problem");
  const sections = new Sections(cursor);
  sections.find(SECTIONS, null);
  const end = cursor.at;
  const required = (section: string, read: () => void) => {
    if (!sections.read(section, read)) throw cursor.expected(`a section '(${section} …)'`, end - 1);
  };

  required(":domain", () => readDomainName(cursor, domain));
  sections.read(":requirements", () => {
    readRequirements(cursor);
  });
  const types = new TypeTable(domain.types);
  const constants = new Map(domain.constants.map((constant) => [constant.name, constant]));
  let objects: readonly TypedName[] = [];
  sections.read(":objects", () => {
    objects = readObjects(cursor, "object", types, constants);
  });
  const all = new Map(constants);
  for (const object of objects) all.set(object.name, object);
  const vocabulary = { types, predicates: domain.predicates, functions: domain.functions, objects: all };

  let state: Pick<Problem, "init" | "values"> = { init: [], values: [] };
  required(":init", () => {
    state = new InitReader(cursor, vocabulary).read();
  });
  let goal: Formula = ALWAYS;
  required(":goal", () => {
    goal = readFormula(cursor, vocabulary, new ParseScope());
  });
  let metric: Problem["metric"] = null;
  sections.read(":metric", () => {
    metric = readMetric(cursor, domain);
  });
  return { name, domain: domain.name, objects, ...state, goal, metric };
}

function readDomainName(cursor: TokenCursor, domain: Domain): void {
  const at = cursor.at;
  const name = cursor.name("the domain's name");
  if (name !== domain.name) {
    throw cursor.failure("meaning", `the problem is of domain '${name}', not '${domain.name}'`, at);
  }
}

/** Total time, in files of IPC 2002 without durations, is the number of steps: what a plan costs without a metric. */
function readMetric(cursor: TokenCursor, domain: Domain): Problem["metric"] {
  const directionAt = cursor.at;
  const direction = cursor.name("'minimize'");
  if (direction === "maximize") throw cursor.failure("unsupported", "'maximize' is not supported", directionAt);
  if (direction !== "minimize") throw cursor.expected("'minimize'", directionAt);
  const isList = cursor.is("(");
  if (isList) cursor.open("a function");
  const at = cursor.at;
  const measured = cursor.head("'total-cost'");
  if (measured !== "total-cost" && measured !== "total-time") {
    throw cursor.failure("unsupported", `the metric '${measured}' is not supported`, at);
  }
  if (measured === "total-cost" && !domain.functions.has(measured)) {
    throw cursor.failure("meaning", `unknown function '${measured}'`, at);
  }
  if (isList) cursor.close();
  return measured === "total-cost" ? "minimize-total-cost" : null;
}
