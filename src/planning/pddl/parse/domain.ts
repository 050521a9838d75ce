import type { ActionSchema, Domain, TypedName } from "../ast.ts";
import { readAction } from "./action.ts";
import { TokenCursor } from "./cursor.ts";
import { readHeader, readRequirements, Sections } from "./sections.ts";
import { readFunctions, readObjects, readPredicates, type Signatures } from "./signatures.ts";
import { tokenise } from "./tokens.ts";
import { TypeTable } from "./type-table.ts";
import { ROOT_ONLY, readTypes, type Types } from "./types.ts";

const SECTIONS: ReadonlySet<string> = new Set([
  ":requirements",
  ":types",
  ":constants",
  ":predicates",
  ":functions",
  ":action",
]);

/**
 * Reads a domain; its sections may come in any order.
 * @throws PddlError and nothing else
 */
export function parseDomain(text: string): Domain {
  const cursor = new TokenCursor(tokenise(text));
  const name = readHeader(cursor, "domain");
  const sections = new Sections(cursor);
  sections.find(SECTIONS, ":action");

  let requirements: readonly string[] = [];
  let types: Types = ROOT_ONLY;
  let constants: readonly TypedName[] = [];
  let predicates: Signatures = new Map();
  let functions: Signatures = new Map();
  const actions = new Map<string, ActionSchema>();
  sections.read(":requirements", () => {
    requirements = readRequirements(cursor);
  });
  sections.read(":types", () => {
    types = readTypes(cursor);
  });
  const table = new TypeTable(types);
  sections.read(":constants", () => {
    constants = readObjects(cursor, "constant", table, new Map());
  });
  sections.read(":predicates", () => {
    predicates = readPredicates(cursor, table);
  });
  sections.read(":functions", () => {
    functions = readFunctions(cursor, table);
  });
  const objects = new Map(constants.map((constant) => [constant.name, constant]));
  sections.read(":action", () => {
    const action = readAction(cursor, { types: table, predicates, functions, objects }, actions);
    actions.set(action.name, action);
  });
  return { name, requirements, types, constants, predicates, functions, actions: [...actions.values()] };
}
