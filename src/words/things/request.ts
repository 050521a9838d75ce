import { type AskedThing, readThingsAsked } from "./index.ts";

/** How a request asks for things in pictures. */
export interface AskedOfPictures {
  /** How many there are, whether there are any, in which of the pictures, or of which of two there are more. */
  readonly form: "count" | "presence" | "which" | "more";
  /** Empty where none is known or named. */
  readonly things: readonly AskedThing[];
  /** What it asks besides, and what it calls things that are not known, as it was written: "sleeping", "salt", "shakers". */
  readonly others: readonly string[];
}

/** Longer requests ask further up, or tell a story. */
const MAX_READ_CHARS = 1_000;

/** A clause with a question that is answered by yes or no: it begins with its verb, or says whether. */
const WHETHER = /^\W*(?:is|are|was|were|does|do|did|has|have|can you see)\b|\b(?:whether|if)\b/i;
const WHICH = /\bwhich\b/i;
const MORE: ReadonlySet<string> = new Set(["more", "fewer", "less", "most"]);

/** What a request asks for in pictures, by the first of its clauses that asks so; null where none does. English. */
export function readAskedOfPictures(request: string): AskedOfPictures | null {
  const clauses = request.slice(0, MAX_READ_CHARS).split(/[.,;?!\n]+(?:\s|$)|\band (?=\p{L}+ )/u);
  const asksWhich = WHICH.test(request);
  for (const clause of clauses) {
    const { things, others, asksHowMany } = readThingsAsked(clause);
    const besides = others.filter((word) => !MORE.has(word));
    if (besides.length < others.length && things.length > 1) return { form: "more", things, others: besides };
    if (asksWhich && things.length > 0) return { form: "which", things, others };
    if (asksHowMany) return { form: "count", things, others };
    if (WHETHER.test(clause)) return { form: "presence", things, others };
  }
  return null;
}
