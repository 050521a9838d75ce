/**
 * A PDDL domain and problem as parsed: names in lower case, types resolved, every predicate and function
 * known, every term of a type that fits. What is here is well-formed; the parser throws `PddlError` otherwise.
 * Language: PDDL 1.2 (McDermott et al. 1998) with the `:action-costs` of IPC 2008.
 */
export interface Domain {
  readonly name: string;
  readonly requirements: readonly string[];
  /** Every type with its parents; `object` is the root and has none. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly constants: readonly TypedName[];
  readonly predicates: ReadonlyMap<string, readonly TypedName[]>;
  readonly functions: ReadonlyMap<string, readonly TypedName[]>;
  readonly actions: readonly ActionSchema[];
}

export interface Problem {
  readonly name: string;
  readonly domain: string;
  readonly objects: readonly TypedName[];
  readonly init: readonly GroundAtom[];
  /** Initial values of functions. */
  readonly values: readonly (GroundAtom & { readonly value: number })[];
  readonly goal: Formula;
  readonly metric: "minimize-total-cost" | null;
}

/** A variable (`?x`, the question mark kept), constant or object. Several types mean `either`. */
export interface TypedName {
  readonly name: string;
  readonly types: readonly string[];
}

export interface ActionSchema {
  readonly name: string;
  readonly parameters: readonly TypedName[];
  readonly precondition: Formula;
  readonly effect: readonly Effect[];
  /** What it costs where a metric is given; `null` when it says nothing: zero. Without a metric every action costs one. */
  readonly cost: Cost | null;
}

/** A number, or the initial value of a function. */
export type Cost =
  | { readonly is: "number"; readonly value: number }
  | { readonly is: "value"; readonly function: string; readonly terms: readonly string[] };

/** A term is a variable when it begins with `?`, else a constant or object. */
export interface Atom {
  readonly predicate: string;
  readonly terms: readonly string[];
}
/** An atom without variables. */
export type GroundAtom = Atom;

export type Formula =
  | ({ readonly is: "atom" } & Atom)
  | { readonly is: "equal"; readonly left: string; readonly right: string }
  | { readonly is: "not"; readonly of: Formula }
  | { readonly is: "and" | "or"; readonly of: readonly Formula[] }
  | { readonly is: "imply"; readonly if: Formula; readonly then: Formula }
  | { readonly is: "forall" | "exists"; readonly variables: readonly TypedName[]; readonly of: Formula };

/** One effect, flattened: for all `variables` for which `condition` held before, the atom is added or deleted. */
export interface Effect {
  readonly do: "add" | "delete";
  readonly atom: Atom;
  readonly variables: readonly TypedName[];
  /** `null` when it always happens. */
  readonly condition: Formula | null;
}

/** The formula that always holds. */
export const ALWAYS: Formula = { is: "and", of: [] };
