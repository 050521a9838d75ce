import { type ActionSchema, ALWAYS } from "../ast.ts";
import type { Vocabulary } from "./atom.ts";
import type { TokenCursor } from "./cursor.ts";
import { EffectReader } from "./effect.ts";
import { readFormula } from "./formula.ts";
import { ParseScope } from "./scope.ts";
import { type Declaration, readVariables } from "./typed-list.ts";

const PARTS: ReadonlySet<string> = new Set([":parameters", ":precondition", ":effect"]);

/** Reads what is in `(:action …)` up to the closing parenthesis. Each part may be missing, in any order. */
export function readAction(
  cursor: TokenCursor,
  vocabulary: Vocabulary,
  known: ReadonlyMap<string, ActionSchema>,
): ActionSchema {
  const nameAt = cursor.at;
  const name = cursor.name("the action's name");
  if (known.has(name)) throw cursor.failure("meaning", `action '${name}' is declared twice`, nameAt);
  const parts = findParts(cursor);
  const end = cursor.at;
  const read = <T>(part: string, otherwise: T, reader: () => T): T => {
    const at = parts.get(part);
    if (at === undefined) return otherwise;
    cursor.goTo(at);
    return reader();
  };
  const declarations = read<readonly Declaration[]>(":parameters", [], () => readVariables(cursor, vocabulary.types));
  const scope = new ParseScope();
  const action = scope.within(cursor, declarations, false, (parameters): ActionSchema => {
    const precondition = read(":precondition", ALWAYS, () => readFormula(cursor, vocabulary, scope));
    const effect = read(":effect", { effect: [], cost: null }, () =>
      new EffectReader(cursor, vocabulary, scope).read(),
    );
    return { name, parameters, precondition, ...effect };
  });
  cursor.goTo(end);
  return action;
}

/** The tokens at which the parts begin. */
function findParts(cursor: TokenCursor): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  while (!cursor.is(")")) {
    const at = cursor.at;
    const part = cursor.keyword("':parameters', ':precondition' or ':effect'");
    if (!PARTS.has(part)) throw cursor.failure("unsupported", `'${part}' in an action is not supported`, at);
    if (parts.has(part)) throw cursor.failure("meaning", `a second '${part}'`, at);
    if (!cursor.is("(")) throw cursor.expected(`'(' after '${part}'`);
    parts.set(part, cursor.at);
    cursor.skip();
  }
  return parts;
}
