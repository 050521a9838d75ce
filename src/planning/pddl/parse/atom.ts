import type { Atom, TypedName } from "../ast.ts";
import type { TokenCursor } from "./cursor.ts";
import type { ParseScope } from "./scope.ts";
import type { TypeTable } from "./type-table.ts";

/** What has been declared so far. */
export interface Vocabulary {
  readonly types: TypeTable;
  readonly predicates: ReadonlyMap<string, readonly TypedName[]>;
  readonly functions: ReadonlyMap<string, readonly TypedName[]>;
  /** Constants, and in a problem its objects too. */
  readonly objects: ReadonlyMap<string, TypedName>;
}

/** Words that begin a formula or effect and so name no predicate. */
export const CONNECTIVES: ReadonlySet<string> = new Set(["and", "or", "not", "imply", "forall", "exists", "when"]);

/** Reads the rest of `(predicate term …)`, whose head is read and stands at `at`, with its closing parenthesis. */
export function readAtom(
  cursor: TokenCursor,
  head: string,
  at: number,
  vocabulary: Vocabulary,
  scope: ParseScope | null,
): Atom {
  const parameters = vocabulary.predicates.get(head);
  if (parameters === undefined) {
    if (CONNECTIVES.has(head)) throw cursor.expected("a predicate name", at);
    throw cursor.failure("meaning", `unknown predicate '${head}'`, at);
  }
  return { predicate: head, terms: readTerms(cursor, head, parameters, vocabulary, scope) };
}

/**
 * Reads the arguments of a predicate or function and the closing parenthesis.
 * @param scope null where no variables may be
 * @throws PddlError `meaning` for a wrong number of them, an unknown one, or one of a type that cannot fit
 */
export function readTerms(
  cursor: TokenCursor,
  head: string,
  parameters: readonly TypedName[],
  vocabulary: Vocabulary,
  scope: ParseScope | null,
): readonly string[] {
  const terms: string[] = [];
  while (!cursor.is(")")) {
    const at = cursor.at;
    const term = readTerm(cursor, vocabulary, scope);
    const parameter = parameters[terms.length];
    terms.push(term.name);
    if (parameter === undefined) throw wrongNumber(cursor, head, parameters.length, `'${term.name}'`, at);
    const fits = term.name.startsWith("?")
      ? vocabulary.types.variableFits(term.types, parameter.types)
      : vocabulary.types.objectFits(term.types, parameter.types);
    if (!fits) {
      const wanted = `argument ${terms.length} of '${head}' must be of type ${named(parameter.types)}`;
      throw cursor.failure("meaning", `${wanted}, but '${term.name}' is of type ${named(term.types)}`, at);
    }
  }
  if (terms.length < parameters.length)
    throw wrongNumber(cursor, head, parameters.length, `${terms.length}`, cursor.at);
  cursor.close();
  return terms;
}

/** A variable in scope or a known object. */
export function readTerm(cursor: TokenCursor, vocabulary: Vocabulary, scope: ParseScope | null): TypedName {
  const at = cursor.at;
  if (cursor.is("variable")) {
    const name = cursor.variable("a variable");
    const variable = scope?.get(name);
    if (variable !== undefined) return variable;
    const message = scope === null ? `expected an object, found the variable '${name}'` : `unknown variable '${name}'`;
    throw cursor.failure("meaning", message, at);
  }
  if (cursor.is("(")) throw cursor.failure("unsupported", "a function as an argument is not supported");
  const name = cursor.name(scope === null ? "an object" : "a variable, constant or object");
  const object = vocabulary.objects.get(name);
  if (object === undefined) throw cursor.failure("meaning", `unknown object '${name}'`, at);
  return object;
}

function wrongNumber(cursor: TokenCursor, head: string, wanted: number, found: string, at: number) {
  const counted = wanted === 1 ? "1 argument" : `${wanted} arguments`;
  return cursor.failure("meaning", `'${head}' takes ${counted}, found ${found}`, at);
}

function named(types: readonly string[]): string {
  return types.join(" or ");
}
