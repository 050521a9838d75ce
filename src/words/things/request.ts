import { asksWhether, asksWhich } from "../question-form.ts";
import { type AskedThing, readThingsAsked, type ThingsAsked } from "./index.ts";

/** How a request asks for things in pictures. */
export interface AskedOfPictures {
  /** How many there are, whether there are any, in which of the pictures, or of which of two there are more. */
  readonly form: "count" | "presence" | "which" | "more";
  /** Empty where none is known or named. */
  readonly things: readonly AskedThing[];
  /** What it asks besides, and what it calls things that are not known, as it was written: "sleeping", "salt", "shakers". */
  readonly others: readonly string[];
  /** Whether one thing or another is asked for: "is that a cat or a dog?" */
  readonly isEither: boolean;
}

/** Longer requests ask further up, or tell a story. */
const MAX_READ_CHARS = 1_000;

const MORE: ReadonlySet<string> = new Set(["more", "fewer", "less", "most"]);

/**
 * What a request asks for in pictures: by the first of its clauses that asks so, and those behind it that only name further
 * things, as "cats and dogs" is two. Null where none does. English.
 */
export function readAskedOfPictures(request: string): AskedOfPictures | null {
  const clauses = request
    .slice(0, MAX_READ_CHARS)
    .split(/(?=[.,;?!\n]+(?:\s|$)|\b(?:and|or|than) (?=\p{L}+))/u)
    .map((part) => {
      const clause = part.replace(/^(?:[.,;?!\n]+\s?|(?:and|or|than) )/, "");
      return { clause, isOr: /^or /.test(part), ...readThingsAsked(clause) };
    });
  const first = clauses.findIndex((one) => formOf(one, request) !== null);
  const asking = clauses[first];
  const form = asking && formOf(asking, request);
  if (!asking || !form) return null;
  const behind = clauses.slice(first + 1);
  const end = behind.findIndex(
    ({ clause, things, others }) => clause.trim() !== "" && (things.length === 0 || others.length > 0),
  );
  const further = end === -1 ? behind : behind.slice(0, end);
  const things = [asking, ...further].flatMap((one) => one.things);
  const others = asking.others.filter((word) => !MORE.has(word));
  const isMore = others.length < asking.others.length && things.length > 1;
  const isEither = things.length > 1 && further.some((one) => one.isOr && one.things.length > 0);
  return { form: isMore ? "more" : form, things, others, isEither };
}

function formOf(
  { clause, things, asksHowMany }: { readonly clause: string } & ThingsAsked,
  request: string,
): AskedOfPictures["form"] | null {
  if (asksWhich(request) && things.length > 0) return "which";
  if (asksHowMany) return "count";
  return asksWhether(clause) ? "presence" : null;
}
