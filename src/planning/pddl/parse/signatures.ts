import type { TypedName } from "../ast.ts";
import { CONNECTIVES } from "./atom.ts";
import type { TokenCursor } from "./cursor.ts";
import type { TypeTable } from "./type-table.ts";
import { type Declaration, readTypedList } from "./typed-list.ts";

export type Signatures = ReadonlyMap<string, readonly TypedName[]>;

/** Reads what is in `(:predicates …)`. The names of parameters say nothing, so they may repeat. */
export function readPredicates(cursor: TokenCursor, types: TypeTable): Signatures {
  const predicates = new Map<string, readonly TypedName[]>();
  while (!cursor.is(")")) readSignature(cursor, "predicate", types, predicates);
  return predicates;
}

/** Reads what is in `(:functions …)`; all of them are numbers, whether the text says so or not. */
export function readFunctions(cursor: TokenCursor, types: TypeTable): Signatures {
  const functions = new Map<string, readonly TypedName[]>();
  while (!cursor.is(")")) {
    if (functions.size > 0 && cursor.word === "-") {
      cursor.next();
      const at = cursor.at;
      if (cursor.is("(") || cursor.name("'number'") !== "number") {
        throw cursor.failure("unsupported", "a function whose values are objects is not supported", at);
      }
      continue;
    }
    readSignature(cursor, "function", types, functions);
  }
  return functions;
}

function readSignature(
  cursor: TokenCursor,
  kind: "predicate" | "function",
  types: TypeTable,
  into: Map<string, readonly TypedName[]>,
): void {
  cursor.open(`'(' of a ${kind}`);
  const at = cursor.at;
  const name = cursor.name(`a ${kind} name`);
  if (CONNECTIVES.has(name)) throw cursor.expected(`a ${kind} name`, at);
  if (into.has(name)) throw cursor.failure("meaning", `${kind} '${name}' is declared twice`, at);
  into.set(
    name,
    readTypedList(cursor, "variable", "a variable", types).map(({ entry }) => entry),
  );
  cursor.close();
}

/**
 * Reads constants or objects up to the closing parenthesis.
 * @param constants those declared before; one that is declared again with the same types is passed over
 */
export function readObjects(
  cursor: TokenCursor,
  kind: "constant" | "object",
  types: TypeTable,
  constants: ReadonlyMap<string, TypedName>,
): readonly TypedName[] {
  const objects = new Map<string, TypedName>();
  for (const { entry, at } of readTypedList(
    cursor,
    "name",
    `the name of ${kind === "object" ? "an" : "a"} ${kind}`,
    types,
  )) {
    if (repeats(constants, { entry, at })) continue;
    if (objects.has(entry.name) || constants.has(entry.name)) {
      throw cursor.failure("meaning", `${kind} '${entry.name}' is declared twice`, at);
    }
    objects.set(entry.name, entry);
  }
  return [...objects.values()];
}

function repeats(constants: ReadonlyMap<string, TypedName>, { entry }: Declaration): boolean {
  const types = constants.get(entry.name)?.types;
  return (
    types !== undefined && types.length === entry.types.length && types.every((type) => entry.types.includes(type))
  );
}
