import type { Atom, TypedName } from "../ast.ts";
import type { ExpressionList } from "./expressions.ts";
import { readTypedList, type TypeTable } from "./types.ts";

/** What has been declared so far. */
export interface Vocabulary {
  readonly types: TypeTable;
  readonly predicates: Signatures;
  readonly functions: Signatures;
  /** Constants, and in a problem its objects too. */
  readonly objects: ReadonlyMap<string, TypedName>;
}

/** Of each predicate or function, its parameters. */
export type Signatures = ReadonlyMap<string, readonly TypedName[]>;

/** The variables visible at a place, by the name they have in the text. */
export type VisibleVariables = ReadonlyMap<string, TypedName>;

/** Words that begin a formula or effect and so name no predicate. */
const CONNECTIVES: ReadonlySet<string> = new Set(["and", "or", "not", "imply", "forall", "exists", "when"]);

/** Reads what is in `(:predicates …)` or `(:functions …)`. The names of parameters say nothing, so they may repeat. */
export function readSignatures(list: ExpressionList, kind: "predicate" | "function", types: TypeTable): Signatures {
  const signatures = new Map<string, readonly TypedName[]>();
  while (!list.isAtEnd) {
    if (kind === "function" && signatures.size > 0 && list.word === "-") {
      readNumberType(list);
      continue;
    }
    const signature = list.list(`'(' of a ${kind}`);
    const { at } = signature;
    const name = signature.name(`a ${kind} name`);
    if (CONNECTIVES.has(name)) throw signature.expected(`a ${kind} name`, at);
    if (signatures.has(name)) throw signature.failure("meaning", `${kind} '${name}' is declared twice`, at);
    const parameters = readTypedList(signature, "variable", "a variable", types);
    signatures.set(
      name,
      parameters.map(({ entry }) => entry),
    );
  }
  return signatures;
}

/** All functions are numbers, whether the text says so or not. */
function readNumberType(list: ExpressionList): void {
  list.literal("-");
  const { at } = list;
  if (list.is("list") || list.name("'number'") !== "number") {
    throw list.failure("unsupported", "a function whose values are objects is not supported", at);
  }
}

/** Reads constants or objects. A constant that is declared again with the same types is passed over. */
export function readObjects(
  list: ExpressionList,
  kind: "constant" | "object",
  types: TypeTable,
  constants: ReadonlyMap<string, TypedName>,
): readonly TypedName[] {
  const objects = new Map<string, TypedName>();
  const expected = `the name of ${kind === "object" ? "an" : "a"} ${kind}`;
  for (const { entry, at } of readTypedList(list, "name", expected, types)) {
    const constant = constants.get(entry.name);
    if (constant && new Set(constant.types).symmetricDifference(new Set(entry.types)).size === 0) continue;
    if (constant || objects.has(entry.name)) {
      throw list.failure("meaning", `${kind} '${entry.name}' is declared twice`, at);
    }
    objects.set(entry.name, entry);
  }
  return [...objects.values()];
}

/** Reads `(predicate term …)`. @param variables `null` where no variables may be */
export function readAtom(
  parent: ExpressionList,
  vocabulary: Vocabulary,
  variables: VisibleVariables | null,
): Atom & { readonly at: number } {
  const list = parent.list("'(' of an atom");
  const { at } = list;
  return { ...readAtomOf(list, list.name("a predicate name"), at, vocabulary, variables), at };
}

/** Reads the arguments of an atom whose head is read and stands at `at`. */
export function readAtomOf(
  list: ExpressionList,
  head: string,
  at: number,
  vocabulary: Vocabulary,
  variables: VisibleVariables | null,
): Atom {
  const parameters = vocabulary.predicates.get(head);
  if (parameters !== undefined) {
    return { predicate: head, terms: readTerms(list, head, parameters, vocabulary, variables) };
  }
  if (CONNECTIVES.has(head)) throw list.expected("a predicate name", at);
  throw list.failure("meaning", `unknown predicate '${head}'`, at);
}

/** Reads `(function term …)`, or the bare name of a function without arguments. */
export function readFunction(
  parent: ExpressionList,
  vocabulary: Vocabulary,
  variables: VisibleVariables | null,
): { readonly function: string; readonly terms: readonly string[] } {
  const isList = parent.is("list");
  const list = isList ? parent.list("a function") : parent;
  const { at } = list;
  if (isList && list.is("operator")) {
    throw list.failure("unsupported", `the arithmetic '${list.word}' is not supported`);
  }
  const name = list.name(isList ? "a function name" : "a number or a function");
  const parameters = vocabulary.functions.get(name);
  if (parameters === undefined) throw list.failure("meaning", `unknown function '${name}'`, at);
  if (isList) return { function: name, terms: readTerms(list, name, parameters, vocabulary, variables) };
  if (parameters.length > 0) throw list.expected(`'(' before the function '${name}'`, at);
  return { function: name, terms: [] };
}

/**
 * Reads the arguments of a predicate or function to the end of the list.
 * @throws PddlError `meaning` for a wrong number of them, an unknown one, or one of a type that cannot fit
 */
function readTerms(
  list: ExpressionList,
  head: string,
  parameters: readonly TypedName[],
  vocabulary: Vocabulary,
  variables: VisibleVariables | null,
): readonly string[] {
  const wrongNumber = (found: string, at: number) => {
    const counted = parameters.length === 1 ? "1 argument" : `${parameters.length} arguments`;
    return list.failure("meaning", `'${head}' takes ${counted}, found ${found}`, at);
  };
  const terms: string[] = [];
  while (!list.isAtEnd) {
    const { at } = list;
    const term = readTerm(list, vocabulary, variables);
    const parameter = parameters[terms.length];
    terms.push(term.name);
    if (parameter === undefined) throw wrongNumber(`'${term.name}'`, at);
    const fits = term.name.startsWith("?")
      ? vocabulary.types.variableFits(term.types, parameter.types)
      : vocabulary.types.objectFits(term.types, parameter.types);
    if (!fits) {
      const wanted = `argument ${terms.length} of '${head}' must be of type ${parameter.types.join(" or ")}`;
      throw list.failure("meaning", `${wanted}, but '${term.name}' is of type ${term.types.join(" or ")}`, at);
    }
  }
  if (terms.length < parameters.length) throw wrongNumber(`${terms.length}`, list.at);
  return terms;
}

/** Reads a visible variable or a known object. */
export function readTerm(list: ExpressionList, { objects }: Vocabulary, variables: VisibleVariables | null): TypedName {
  const { at } = list;
  if (list.is("list")) throw list.failure("unsupported", "a function as an argument is not supported");
  if (!list.is("variable")) {
    const name = list.name(variables === null ? "an object" : "a variable, constant or object");
    const object = objects.get(name);
    if (object === undefined) throw list.failure("meaning", `unknown object '${name}'`, at);
    return object;
  }
  const name = list.variable("a variable");
  const variable = variables?.get(name);
  if (variable !== undefined) return variable;
  const message =
    variables === null ? `expected an object, found the variable '${name}'` : `unknown variable '${name}'`;
  throw list.failure("meaning", message, at);
}
