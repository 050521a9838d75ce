import type { TypedName } from "../ast.ts";
import type { TokenCursor } from "./cursor.ts";
import { MAX_ALTERNATIVES } from "./limits.ts";
import type { TypeTable } from "./type-table.ts";

/** A declared name and the token that declares it. */
export interface Declaration {
  readonly entry: TypedName;
  readonly at: number;
}

/** What a type name must be: one of these, or any where types are being declared. */
export type KnownTypes = Pick<TypeTable, "has"> | "any";

const OBJECT: readonly string[] = ["object"];

/**
 * Reads `a b - type c - (either type other) d` up to the closing parenthesis, which it leaves; what has no
 * type is an `object`.
 */
export function readTypedList(
  cursor: TokenCursor,
  declared: "variable" | "name",
  expected: string,
  types: KnownTypes,
): readonly Declaration[] {
  const declarations: Declaration[] = [];
  let group: { readonly name: string; readonly at: number }[] = [];
  const declare = (types: readonly string[]) => {
    for (const { name, at } of group) declarations.push({ entry: { name, types }, at });
    group = [];
  };
  while (!cursor.is(")")) {
    if (group.length > 0 && cursor.word === "-") {
      cursor.next();
      declare(readTypes(cursor, types));
      continue;
    }
    const at = cursor.at;
    group.push({ name: declared === "variable" ? cursor.variable(expected) : cursor.name(expected), at });
  }
  declare(OBJECT);
  return declarations;
}

/** Reads `(?a ?b - type)`, the variables of a quantifier or an action. */
export function readVariables(cursor: TokenCursor, types: KnownTypes): readonly Declaration[] {
  cursor.open("'(' of the variables");
  const declarations = readTypedList(cursor, "variable", "a variable", types);
  cursor.close();
  return declarations;
}

function readTypes(cursor: TokenCursor, types: KnownTypes): readonly string[] {
  if (!cursor.is("(")) return [readType(cursor, types)];
  cursor.open("a type");
  cursor.literal("either");
  const alternatives = new Set([readType(cursor, types)]);
  while (!cursor.is(")")) {
    const at = cursor.at;
    alternatives.add(readType(cursor, types));
    if (alternatives.size > MAX_ALTERNATIVES) {
      throw cursor.failure("too-large", `more than ${MAX_ALTERNATIVES} types in one 'either'`, at);
    }
  }
  cursor.close();
  return [...alternatives];
}

function readType(cursor: TokenCursor, types: KnownTypes): string {
  const at = cursor.at;
  const type = cursor.name("a type");
  if (types !== "any" && !types.has(type)) throw cursor.failure("meaning", `unknown type '${type}'`, at);
  return type;
}
