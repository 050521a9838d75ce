import { baseKind, fitsAny } from "../../../domain/kinds.ts";
import type { TaskType } from "../../../domain/task-types/index.ts";
import type { Prediction } from "./network.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

/** A task type that may be in the plan, and what the words say of it. */
export interface TaskTypeCandidate {
  /** Its place among the types that the model knows, and its name. */
  readonly type: number;
  readonly name: string;
  /** Log-odds that it is in the plan, that it takes from no other task, that nothing takes from it. */
  readonly node: number;
  readonly root: number;
  readonly leaf: number;
  /** The token that speaks for it most, and the clause that this stands in. */
  readonly place: number;
  readonly clause: number;
  /**
   * The mean place of all tokens that speak for it, and the last that does at least half as much as the strongest: 0 and
   * the very last where none speaks for it.
   */
  readonly centre: number;
  readonly last: number;
  /** How much each token speaks for it, 0 or more. */
  readonly evidence: Float32Array;
  /** A file at hand is what it takes. */
  readonly isServed: boolean;
  /** It takes no text, so that it can't begin a plan without a file. */
  readonly needsFile: boolean;
}

/** Words of a sentence that only tells what there is place a task less surely than those of a wish. */
const GIVEN_SHARE = 0.2;

/**
 * What the words and the files at hand say of a task type.
 * @param type its place among the types that the model knows.
 */
export function prospectOf(
  type: number,
  found: TaskType,
  { tokens, kinds }: RequestView,
  { odds, evidence }: Prediction,
): TaskTypeCandidate {
  const { name } = found;
  const shares = evidence(`node:${name}`);
  for (const [place, { isGiven }] of tokens.entries()) if (isGiven) shares[place] = (shares[place] ?? 0) * GIVEN_SHARE;
  const onlyFiles = found.inputs.filter(
    (port) => port.required && !port.kinds.some((kind) => baseKind(kind) === "text"),
  );
  return {
    type,
    name,
    node: odds(`node:${name}`),
    root: odds(`root:${name}`),
    leaf: odds(`leaf:${name}`),
    ...placed(shares, tokens),
    evidence: shares,
    isServed: onlyFiles.some((port) => kinds.some((kind) => fitsAny(kind, port.kinds))),
    needsFile: onlyFiles.length > 0,
  };
}

function placed(
  shares: Float32Array,
  tokens: readonly RequestToken[],
): Pick<TaskTypeCandidate, "place" | "clause" | "centre" | "last"> {
  const most = Math.max(0, ...shares);
  const place = Math.max(0, shares.indexOf(most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return {
    place,
    clause: tokens[place]?.clause ?? 0,
    centre: total > 0 ? shares.reduce((sum, share, at) => sum + share * at, 0) / total : 0,
    last: Math.max(
      place,
      shares.findLastIndex((share) => share >= most / 2),
    ),
  };
}
