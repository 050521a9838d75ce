import { baseKind, fitsAny } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import type { Feature, View } from "./features.ts";
import { evidence, type Linear, logOdds } from "./linear.ts";
import { referencesTo } from "./references.ts";
import type { Token } from "./tokens.ts";

/** A task type that may be in the plan, and what the words say of it. */
export interface Prospect {
  /** Its place among the types that the model knows, and its name. */
  readonly type: number;
  readonly name: string;
  /** Log-odds that it is in the plan, that it takes from no other task, that nothing takes from it. */
  readonly node: number;
  readonly root: number;
  readonly leaf: number;
  /** Where the words speak for it most: token, and clause. */
  readonly place: number;
  readonly clause: number;
  /** The mean place of all that speaks for it, and the last one that speaks for it at least half as much as the first. */
  readonly centre: number;
  readonly last: number;
  /** How much each token speaks for it. */
  readonly evidence: Float32Array;
  /** A file at hand is what it takes. */
  readonly isServed: boolean;
  /** It takes no text, so that it can't begin a plan without a file. */
  readonly needsFile: boolean;
  /** The rules' plan has it. */
  readonly isByRules: boolean;
}

/** Two prospects, by their places: what is known of one taking from the other. */
export interface Pair {
  /** What the first gives is of a kind that the second takes. */
  readonly feeds: boolean;
  /** The share of what speaks for the first that stands in the clause of the second, were they of different clauses. */
  readonly refers: number;
  /** Where the second stands, the result of the first is spoken of: "the edited image". */
  readonly isNamed: boolean;
  /** The rules' plan has this link. */
  readonly isByRules: boolean;
}

/** What is said of a plan before its tasks are chosen and linked. */
export interface Outlook {
  /** The likeliest types, at most `MAX_PROSPECTS`, in the order of their places. */
  readonly prospects: readonly Prospect[];
  /** `pairs[a][b]`, by their places among the prospects. */
  readonly pairs: readonly (readonly Pair[])[];
  /** Log-odds that the plan has at least two tasks, three, and so on. */
  readonly atLeast: readonly number[];
  /** Log-odds that it is more than a chain. */
  readonly branching: number;
  /** Tasks in the rules' plan. */
  readonly rulesSize: number;
}

/** All subsets of so many are summed over. */
export const MAX_PROSPECTS = 8;
/** "At least so many tasks" is asked of 2 to this many. */
export const MAX_COUNTED = 6;

/** Words of a sentence that only tells what there is place a task less surely than those of a wish. */
const GIVEN_SHARE = 0.2;
/** Less likely tasks are no takers of what is spoken of. */
const MIN_TAKER_ODDS = -2;

/** Looks at a request with one-vs-rest classifiers; only types of the ontology are considered. */
export function lookAt(
  view: View,
  features: readonly Feature[],
  linear: Linear,
  types: readonly string[],
  ontology: Ontology,
): Outlook {
  const odds = logOdds(linear, features);
  const said = (output: string): number => {
    const at = linear.places.get(output);
    return at === undefined ? 0 : (odds[at] ?? 0);
  };
  const known = [...types.keys()].flatMap((type) => {
    const found = ontology.get(types[type] ?? "");
    return found ? [{ type, found, node: said(`node:${found.name}`) }] : [];
  });
  const prospects = known
    .toSorted((a, b) => b.node - a.node)
    .slice(0, MAX_PROSPECTS)
    .map(({ type, found, node }) => prospectOf(type, found, node, view, features, linear, said))
    .toSorted((a, b) => a.place - b.place || b.node - a.node);
  return {
    prospects,
    pairs: pairsOf(prospects, view, ontology),
    atLeast: Array.from({ length: MAX_COUNTED - 1 }, (_, index) => said(`size:${index + 2}`)),
    branching: said("branching"),
    rulesSize: new Set(view.byRules.types).size,
  };
}

function prospectOf(
  type: number,
  found: TaskType,
  node: number,
  { tokens, kinds, byRules }: View,
  features: readonly Feature[],
  linear: Linear,
  said: (output: string) => number,
): Prospect {
  const shares = evidence(linear, features, linear.places.get(`node:${found.name}`) ?? -1, tokens.length);
  for (const [place, { isGiven }] of tokens.entries()) if (isGiven) shares[place] = (shares[place] ?? 0) * GIVEN_SHARE;
  const most = Math.max(0, ...shares);
  const place = Math.max(0, shares.indexOf(most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const onlyFiles = found.inputs.filter(
    (port) => port.required && !port.kinds.some((kind) => baseKind(kind) === "text"),
  );
  return {
    type,
    name: found.name,
    node,
    root: said(`root:${found.name}`),
    leaf: said(`leaf:${found.name}`),
    place,
    clause: tokens[place]?.clause ?? 0,
    centre: total > 0 ? shares.reduce((sum, share, at) => sum + share * at, 0) / total : 0,
    last: Math.max(
      place,
      shares.findLastIndex((share) => share >= most / 2),
    ),
    evidence: shares,
    isServed: onlyFiles.some((port) => kinds.some((kind) => fitsAny(kind, port.kinds))),
    needsFile: onlyFiles.length > 0,
    isByRules: byRules.types.includes(found.name),
  };
}

function pairsOf(
  prospects: readonly Prospect[],
  { tokens, masked, byRules }: View,
  ontology: Ontology,
): Outlook["pairs"] {
  const named = namedLinks(prospects, masked, tokens);
  const ruled = new Set(byRules.links.map(([from, to]) => `${byRules.types[from]}>${byRules.types[to]}`));
  return prospects.map((giver, from) =>
    prospects.map(
      (taker, to): Pair => ({
        feeds: from !== to && feeds(ontology.get(giver.name), ontology.get(taker.name)),
        refers: refers(giver, taker, tokens),
        isNamed: named.has(from * MAX_PROSPECTS + to),
        isByRules: ruled.has(`${giver.name}>${taker.name}`),
      }),
    ),
  );
}

const feeds = (giver: TaskType | undefined, taker: TaskType | undefined): boolean =>
  giver?.outputs.some(({ kinds }) =>
    kinds.some((kind) => taker?.inputs.some((port) => fitsAny(kind, port.kinds)) ?? false),
  ) ?? false;

function refers(giver: Prospect, taker: Prospect, tokens: readonly Token[]): number {
  if (giver.clause === taker.clause) return 0;
  let own = 0;
  let total = 0;
  for (const [place, share] of giver.evidence.entries()) {
    total += share;
    if (tokens[place]?.clause === taker.clause) own += share;
  }
  return total > 0 ? own / total : 0;
}

/** Who takes what is spoken of: the task that stands last before the words. */
function namedLinks(prospects: readonly Prospect[], masked: string, tokens: readonly Token[]): ReadonlySet<number> {
  const links = new Set<number>();
  for (const [from, giver] of prospects.entries()) {
    for (const reference of referencesTo(giver.name, masked, tokens)) {
      if (Math.abs(reference - giver.place) <= 1) continue;
      let taker = -1;
      for (const [at, { place, node }] of prospects.entries())
        if (at !== from && node > MIN_TAKER_ODDS && place <= reference && place >= (prospects[taker]?.place ?? 0))
          taker = at;
      if (taker >= 0) links.add(from * MAX_PROSPECTS + taker);
    }
  }
  return links;
}
