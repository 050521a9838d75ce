/**
 * A planning task without variables: atoms are numbers, a state is a set of them. Static atoms (of predicates
 * that no action changes) and equality are decided and gone; negative conditions are positive ones on
 * complementary atoms, disjunctions are several actions of one name.
 */
export interface GroundTask {
  /** What each atom says: `(at truck1 depot)`, or `(not (at truck1 depot))` for a complement. */
  readonly atoms: readonly string[];
  readonly init: Int32Array;
  /** All of them must hold. A disjunctive goal is reached by hidden actions. */
  readonly goal: Int32Array;
  readonly actions: readonly GroundAction[];
}

export interface GroundAction {
  /** In IPC form: `(drive truck1 depot market)`. */
  readonly name: string;
  /** Every atom of a changing predicate it needs, without repetition; also those that hold at the start. */
  readonly preconditions: Int32Array;
  readonly add: Int32Array;
  readonly delete: Int32Array;
  /** Effects that happen only where their condition held before. */
  readonly conditional: readonly ConditionalEffect[];
  readonly cost: number;
  /** Serves a disjunctive goal only, and is no step of a plan. */
  readonly hidden: boolean;
}

export interface ConditionalEffect {
  readonly condition: Int32Array;
  readonly add: Int32Array;
  readonly delete: Int32Array;
}

/**
 * Bounds on work done, as a deployed clock stands still while code computes. The steps that grounding may take
 * follow from the actions it may make.
 */
export interface GroundingLimits {
  /** Conditional effects count too, as they take as much memory. */
  readonly maxActions: number;
  readonly maxAtoms: number;
}

export type Grounding =
  | { readonly as: "task"; readonly task: GroundTask }
  /** A goal atom cannot be reached even if nothing were ever deleted. */
  | { readonly as: "no-plan"; readonly unreachable: string }
  | { readonly as: "limits"; readonly limit: "actions" | "atoms" | "steps" | "time" };

export interface SearchLimits {
  /** States made, both searches together. */
  readonly maxNodes: number;
  /** Bytes of states, queue and all tables, as they are allocated. */
  readonly maxBytes: number;
  /** Asked now and then; true ends the search. For a command line, where clocks go on. */
  readonly isOverdue?: () => boolean;
}

export interface SearchStatistics {
  readonly expanded: number;
  readonly generated: number;
  /** The largest sum of what was allocated. */
  readonly bytes: number;
  /** Which search found it, or ended last. */
  readonly search: "1-bfws" | "bfws";
}

export type SearchResult =
  /** Actions in order, hidden ones left out. */
  | {
      readonly as: "plan";
      readonly steps: readonly GroundAction[];
      readonly cost: number;
      readonly statistics: SearchStatistics;
    }
  /** The whole space was searched: there is none. */
  | { readonly as: "no-plan"; readonly statistics: SearchStatistics }
  | { readonly as: "limits"; readonly limit: "nodes" | "memory" | "time"; readonly statistics: SearchStatistics };
