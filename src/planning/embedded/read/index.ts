import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import { ownTypesOf } from "../../../domain/task-types/index.ts";
import type { PlanRequest } from "../../controller.ts";
import type { ReadConstraints } from "../constraints/index.ts";
import type { WishTag } from "../rank/wish-tags.ts";
import { type Clause, divide, wishesIn } from "./clauses.ts";
import type { Reading } from "./parts.ts";
import type { FindWishes } from "./passages.ts";
import { scan } from "./scan.ts";
import { type RequestView, viewOf } from "./view.ts";

/** A request without the words that restrict it, and what they say. */
interface Prepared {
  readonly request: PlanRequest;
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
}

/** Reads what a request restricts, and blanks it: the first step of planning. */
export function prepare(given: PlanRequest, readConstraints: ReadConstraints): Prepared {
  const { constraints, budget, rest } = readConstraints(given.text);
  return { request: { ...given, text: withOwnNames(given, rest) }, constraints, budget };
}

/**
 * The rest of a request with the names of the deployment's own task types put back: "add them with get-sum" restricts who
 * does it, and says as well what is done.
 * @param rest as long as the text of the request
 */
function withOwnNames({ text, ontology }: PlanRequest, rest: string): string {
  if (rest === text) return rest;
  const names = ownTypesOf(ontology).flatMap(({ name, aliases }) => [name, ...aliases]);
  const places = names.flatMap((name) => {
    const spelled = name.split("-").map(RegExp.escape).join("[-_]");
    const found = new RegExp(`(?<![\\w-])${spelled}(?![\\w-])`, "i").exec(text);
    return found ? [{ at: found.index, end: found.index + found[0].length }] : [];
  });
  return places.reduce((kept, { at, end }) => kept.slice(0, at) + text.slice(at, end) + kept.slice(end), rest);
}

/** A request as it is planned from. */
export interface ReadRequest {
  readonly request: PlanRequest;
  /** With its files, quotations and passages masked; files of earlier turns can be named as well. */
  readonly reading: Reading;
  /** What the ranker is told of it. */
  readonly view: RequestView;
}

/** A request of which the wishes are known. */
export interface DividedRequest extends ReadRequest {
  readonly clauses: readonly Clause[];
}

/** Tells instruction from material; files of earlier turns can be named as well, the newest first. @param findWishes null where nothing of it is taken for a passage */
export const readingOf = ({ text, attached, log }: PlanRequest, findWishes?: FindWishes | null): Reading =>
  scan(text, [...attached, ...log.toReversed().flatMap(({ resources }) => resources)], findWishes);

/** Tells instruction from material. @param findWishes by the form of its sentences where it is left out */
export function readRequest(request: PlanRequest, findWishes?: FindWishes): ReadRequest {
  return viewed(request, readingOf(request, findWishes));
}

/** A request as it is read before it is known what of it is material. */
export const readPlainly = (request: PlanRequest): ReadRequest => viewed(request, readingOf(request, null));

const viewed = (request: PlanRequest, reading: Reading): ReadRequest => ({
  request,
  reading,
  view: viewOf(request, reading),
});

/** Where something is wished in parts of a request, by what each of their words is. */
export const wishesTagged =
  (request: PlanRequest, tag: (view: RequestView) => readonly WishTag[]): FindWishes =>
  (text) => {
    const { reading, view } = readPlainly({ ...request, text });
    return wishesIn(reading.masked, view.tokens, tag(view)).map(({ start, end }) => reading.stretchOf(start, end));
  };

/** @param wishTags what each word of its view is */
export const dividedBy = (asked: ReadRequest, wishTags: readonly WishTag[]): DividedRequest => ({
  ...asked,
  clauses: divide(asked.reading, asked.view.tokens, wishTags),
});
