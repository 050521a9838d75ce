/** A task type that may be in the plan, and what the words say of it. */
export interface Prospect {
  /** Its place among the types that the model knows. */
  readonly type: number;
  /** Log-odds that it is in the plan, that it takes from no other task, that nothing takes from it. */
  readonly node: number;
  readonly root: number;
  readonly leaf: number;
  /** Where the words speak for it most: token, and clause. */
  readonly place: number;
  readonly clause: number;
  /** The mean place of all that speaks for it, and the last place that speaks for it at least half as much as the first. */
  readonly centre: number;
  readonly last: number;
}

/** What is said of a plan before its tasks are chosen and linked. */
export interface Outlook {
  /** The likeliest types, at most `MAX_PROSPECTS`, in the order of their places. */
  readonly prospects: readonly Prospect[];
  /** Log-odds that the plan has at least two tasks, three, and so on. */
  readonly atLeast: readonly number[];
  /** Log-odds that it is more than a chain. */
  readonly branching: number;
  /** For each prospect, whether a file at hand is what it takes. */
  readonly served: readonly boolean[];
  /** For each prospect, whether it takes no text at all, so that it can't begin a plan without a file. */
  readonly needsFile: readonly boolean[];
  /** `feeds[a][b]`: what prospect `a` gives is of a kind that `b` takes. */
  readonly feeds: readonly (readonly boolean[])[];
  /** `refers[a][b]`: the share of what speaks for `a` that stands in the clause of `b`, were they of different clauses. */
  readonly refers: readonly (readonly number[])[];
  /** `named[a][b]`: where `b` stands, the result of `a` is spoken of ("the edited image"). */
  readonly named: readonly (readonly boolean[])[];
  /** Whether the rules' plan has it. */
  readonly byRules: readonly boolean[];
  /** Whether the rules' plan has this link. */
  readonly linkedByRules: readonly (readonly boolean[])[];
  /** Tasks in the rules' plan. */
  readonly rulesSize: number;
}

/** All subsets of so many are summed over. */
export const MAX_PROSPECTS = 8;
/** Plans of more tasks are decoded as if of so many. */
export const MAX_SIZE = 8;
