import type { TypedName } from "../ast.ts";
import type { ExpressionList } from "./expressions.ts";

/** Subtypes are looked up in sets that grow with the square of it. */
const MAX_TYPES = 1_000;
/** Types of one `either`. Checking an argument may compare each with each. */
const MAX_ALTERNATIVES = 32;

export type Types = ReadonlyMap<string, readonly string[]>;

/** A declared name and the place that declares it. */
export interface Declaration {
  readonly entry: TypedName;
  readonly at: number;
}

/** Of each type: itself and what descends from it. */
export class TypeTable {
  readonly #descendants = new Map<string, Set<string>>();
  readonly #kin = new Map<string, boolean>();

  /** @param parents of each type; every parent is a type itself */
  constructor(parents: Types) {
    for (const type of parents.keys()) this.#descendants.set(type, new Set());
    for (const type of parents.keys()) {
      const ancestors = new Set([type]);
      for (const one of ancestors) for (const parent of parents.get(one) ?? []) ancestors.add(parent);
      for (const one of ancestors) this.#descendants.get(one)?.add(type);
    }
  }

  has(type: string): boolean {
    return this.#descendants.has(type);
  }

  /** Whether an object declared with the types `given` is of one of the types `wanted`. */
  objectFits(given: readonly string[], wanted: readonly string[]): boolean {
    return wanted.some((type) => given.some((one) => this.#descendants.get(type)?.has(one)));
  }

  /** Whether a variable of the types `given` can stand for an object of one of the types `wanted`. */
  variableFits(given: readonly string[], wanted: readonly string[]): boolean {
    return wanted.some((type) => given.some((one) => this.#areKin(one, type)));
  }

  /** Whether the two may have an object in common. */
  #areKin(one: string, other: string): boolean {
    const key = `${one} ${other}`;
    const known = this.#kin.get(key);
    if (known !== undefined) return known;
    const [left, right] = [this.#descendants.get(one), this.#descendants.get(other)];
    const areKin = left !== undefined && right !== undefined && !left.isDisjointFrom(right);
    this.#kin.set(key, areKin);
    return areKin;
  }
}

/**
 * Reads what is in `(:types …)`. A parent that is not declared is an `object`; a type declared again gains the
 * parents given there, as in the storage domain of IPC 2006; `(either a b)` gives both as parents.
 * @throws PddlError `meaning` for a type that descends from itself
 */
export function readTypes(list: ExpressionList): Types {
  const parents = new Map<string, Set<string>>([["object", new Set()]]);
  const declaredAt = new Map<string, number>();
  for (const { entry, at } of readTypedList(list, "name", "a type", "any")) {
    declaredAt.set(entry.name, at);
    const above = parents.get(entry.name) ?? new Set();
    parents.set(entry.name, above);
    for (const parent of entry.types) {
      if (entry.name !== "object") above.add(parent);
      else if (parent !== "object") throw list.failure("meaning", "the type 'object' has no parent", at);
      if (!parents.has(parent)) parents.set(parent, new Set());
    }
    if (parents.size > MAX_TYPES) throw list.failure("too-large", `more than ${MAX_TYPES} types`, at);
  }
  const types = new Map([...parents].map(([type, above]) => [type, parentsOf(type, above)]));
  const cyclic = [...types.keys()].find((type) => descendsFromItself(type, types));
  if (cyclic === undefined) return types;
  throw list.failure("meaning", `the type '${cyclic}' descends from itself`, declaredAt.get(cyclic));
}

/** That a type is an `object` goes without saying where it has another parent. */
function parentsOf(type: string, declared: ReadonlySet<string>): readonly string[] {
  const parents = [...declared].filter((parent) => parent !== "object");
  return parents.length === 0 && type !== "object" ? ["object"] : parents;
}

function descendsFromItself(type: string, types: Types): boolean {
  const above = new Set(types.get(type));
  for (const one of above) for (const parent of types.get(one) ?? []) above.add(parent);
  return above.has(type);
}

/**
 * Reads `a b - type c - (either type other) d` to the end; what has no type is an `object`.
 * @param known the types that may be named, or any where types are being declared
 */
export function readTypedList(
  list: ExpressionList,
  declared: "variable" | "name",
  expected: string,
  known: TypeTable | "any",
): readonly Declaration[] {
  const declarations: Declaration[] = [];
  let group: { readonly name: string; readonly at: number }[] = [];
  const declare = (types: readonly string[]) => {
    for (const { name, at } of group) declarations.push({ entry: { name, types }, at });
    group = [];
  };
  while (!list.isAtEnd) {
    if (group.length > 0 && list.word === "-") {
      list.literal("-");
      declare(readTypeNames(list, known));
      continue;
    }
    const { at } = list;
    group.push({ name: declared === "variable" ? list.variable(expected) : list.name(expected), at });
  }
  declare(["object"]);
  return declarations;
}

function readTypeNames(list: ExpressionList, known: TypeTable | "any"): readonly string[] {
  if (!list.is("list")) return [readTypeName(list, known)];
  const either = list.list("a type");
  either.literal("either");
  const alternatives = new Set([readTypeName(either, known)]);
  while (!either.isAtEnd) {
    const { at } = either;
    alternatives.add(readTypeName(either, known));
    if (alternatives.size > MAX_ALTERNATIVES) {
      throw either.failure("too-large", `more than ${MAX_ALTERNATIVES} types in one 'either'`, at);
    }
  }
  return [...alternatives];
}

function readTypeName(list: ExpressionList, known: TypeTable | "any"): string {
  const { at } = list;
  const type = list.name("a type");
  if (known !== "any" && !known.has(type)) throw list.failure("meaning", `unknown type '${type}'`, at);
  return type;
}
