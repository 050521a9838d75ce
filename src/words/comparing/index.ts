import { singular } from "../nouns.ts";
import { type ComparedMeasure, type ComparingWord, comparingWordIn } from "./lexicon.ts";

export type { ComparedMeasure } from "./lexicon.ts";

/** What a question compares over several things, such as the offers of two firms. */
export interface AskedComparison {
  /** What each of them is asked for what is compared: "What is the total price?" */
  readonly question: string;
  readonly measure: ComparedMeasure;
  /** Which of them is looked for; null where only the difference is. */
  readonly end: "least" | "most" | null;
  /** What is said of the one that is found, of two and of more, "is cheaper", "is the cheapest"; null where only the difference is asked. */
  readonly said: { readonly ofTwo: string; readonly ofAll: string } | null;
  /** What of the things is compared, where it is named: "deposit". */
  readonly noun: string | null;
  /** Whether the words may mean the best of what one of the things holds: "which item is the most expensive". */
  readonly mayBeWithin: boolean;
}

/** "Which is dearer, the boat or the car": between what it is chosen, which says no more of what is compared. */
const CHOICE = /[,:]\s(?=[^,?]{0,80} or )[^?]{0,160}$/i;

/** Longer clauses tell something. */
const MAX_WORDS = 40;
/** Nouns for the things that are compared themselves, besides what papers are called. */
const THINGS =
  /^(?:ones?|of|two|three|four|both|papers?|documents?|files?|pdfs?|attachments?|offers?|quot(?:es?|ations?)|estimates?|bids?|proposals?|bills?|invoices?|receipts?|contracts?|leases?|agreements?|polic(?:y|ies)|tariffs?|plans?|deals?|letters?|e?mails?|tickets?|bookings?|options?|compan(?:y|ies)|firms?|suppliers?|providers?|vendors?|sellers?|shops?|hotels?|banks?|insurers?|landlords?|flights?|trains?|trips?|tours?|courses?|jobs?)$/;
const POINTERS = /^(?:these|those|them|the|your|my|our|their)$/;
const COPULAS = /^(?:is|are|was|were|be|gets?|comes?|works?|turns?|out|would|will|looks?)$/;
const MODALS = /^(?:can|could|will|would|may|might|does|do|did)$/;
const HAVING =
  /^(?:has|have|had|offers?|gives?|gets?|asks?|wants?|needs?|requires?|takes?|with|at|shows?|lists?|states?|says?|contains?|includes?|names?)$/;
/** "costs less": of these what is compared is the price. */
const COSTING = /^(?:costs?|charges?|comes? to|is|asks?)$/;
/** "all in", "in total", behind a comparative. */
const TAILS = /^(?:all in|altogether|overall|all together|in (?:all|total|the end|sum)|by total)$/;
/** "cheaper for us", "lowest of the three": no noun of what is compared. */
const JOINTS =
  /^(?:of|for|to|in|on|at|by|from|with|among|between|out|here|now|overall|altogether|all|if|when|per|or|and)$/;

/**
 * What a clause compares over several things, in words that can be put to each of them: "which one is cheaper all in" asks
 * each "How much is it all in?", "whose deposit is lower" "What is the deposit?". Null where it compares nothing of the kind.
 * English.
 * @param context the request around it, which may name what is compared: "compare the totals: which is lower?"
 */
export function comparisonIn(clause: string, context = clause): AskedComparison | null {
  const words = wordsOf(clause.replace(CHOICE, ""));
  const between = differenceIn(words);
  if (between !== null) {
    const question = askedFor("amount", { noun: between });
    return { question, measure: "amount", end: null, said: null, noun: between, mayBeWithin: false };
  }
  const opening = words.findIndex((word) => /^(?:which|who|whose|what|what's|whats)$/.test(word));
  const asking = words.slice(opening);
  const found = opening === -1 ? null : comparingWordIn(asking);
  if (!found || asking[found.at + found.length] === "than" || asking.includes("each")) return null;
  const opens = asking[0] ?? "";
  const before = asking.slice(1, found.at).filter((word) => word !== "the" && word !== "a");
  const after = asking.slice(found.at + found.length);
  // "What is the latest date …" asks one thing of each.
  if (!/^wh(?:ich|o|ose)$/.test(opens)) return null;
  const { word } = found;
  const parts = partsOf(opens, before, after);
  // "Which is the most recent" names no quantity that this knows.
  if (word.measure === "number" && parts.noun !== null && COPULAS.test(before.at(-1) ?? "is")) return null;
  const noun = parts.noun ?? (parts.verb === null ? comparedIn(wordsOf(context)) : null);
  const isOfThings = opens !== "which" || parts.subject.every((one) => THINGS.test(one) || POINTERS.test(one));
  return {
    question: askedFor(word.measure, { ...parts, noun, asks: word.asks }),
    measure:
      word.measure === "number" && parts.noun === null && COSTING.test(parts.verb ?? "") ? "price" : word.measure,
    end: word.end,
    said: saidOf(word, parts),
    noun,
    mayBeWithin: !isOfThings && !word.isOfTwo,
  };
}

/** "is cheaper", "has the lower deposit", "has more bedrooms", "costs less", "is due earlier". */
function saidOf(
  { measure, ofTwo, ofAll }: ComparingWord,
  { noun, verb, state }: Parts,
): NonNullable<AskedComparison["said"]> {
  if (noun !== null)
    return { ofTwo: `has ${measure === "number" ? "" : "the "}${ofTwo} ${noun}`, ofAll: `has the ${ofAll} ${noun}` };
  if (measure === "number") {
    const does = verb === null || COSTING.test(verb) ? "costs" : "has";
    return { ofTwo: `${does} ${ofTwo}`, ofAll: `${does} the ${ofAll}` };
  }
  return state === null
    ? { ofTwo: `is ${ofTwo}`, ofAll: `is the ${ofAll}` }
    : { ofTwo: `is ${state} ${ofTwo}`, ofAll: `is ${state} ${ofAll}` };
}

/** Whether a clause asks only by how much things differ that were compared before it. */
export const asksDifference = (clause: string): boolean =>
  /^(?:and |or )?(?:by how (?:much|many|long|far)\b|how (?:much|many|far) (?:cheaper|dearer|more|less|lower|higher|longer|shorter|sooner|later|earlier)\b(?!.*\bthan\b)|what(?:'s| is|s) the difference$)/i.test(
    wordsOf(clause).join(" "),
  );

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).slice(0, MAX_WORDS);

interface Parts {
  /** The words between "which" and what is said of it. */
  readonly subject: readonly string[];
  /** What of the things is compared, where it is named: "deposit". */
  readonly noun: string | null;
  /** What they do, in its base form behind a modal: "deliver", "leave". */
  readonly verb: string | null;
  readonly hasModal: boolean;
  /** What they are: "due". */
  readonly state: string | null;
  readonly tail: string;
}

function partsOf(opens: string, before: readonly string[], after: readonly string[]): Parts {
  const end = after.findIndex((word) => JOINTS.test(word));
  const nounBehind = (end === -1 ? after : after.slice(0, end)).filter((word) => !THINGS.test(word));
  const tail = after.join(" ");
  const none = { noun: null, verb: null, hasModal: false, state: null, tail };
  const verbAt = before.findIndex((word) => COPULAS.test(word) || MODALS.test(word) || HAVING.test(word));
  // "Falls due", "arrives": what no copula, modal or verb of having begins.
  const doingAt = before.findIndex((word) => !THINGS.test(word) && !POINTERS.test(word) && /[^s]s$/.test(word));
  const saidAt = verbAt === -1 ? (doingAt === -1 ? before.length - 1 : doingAt) : verbAt;
  const subject = before.slice(0, Math.max(0, saidAt));
  if (nounBehind.length > 0) return { ...none, subject, noun: nounBehind.join(" ") };
  const own = subject.filter((word) => !THINGS.test(word) && !POINTERS.test(word));
  const noun = own.length > 0 ? own.join(" ") : null;
  if (verbAt === -1) {
    const [verb, ...rest] = before.slice(Math.max(0, saidAt));
    return { ...none, subject, verb: verb === undefined ? null : [baseForm(verb), ...rest].join(" ") };
  }
  const said = before.slice(verbAt);
  if (said.every((word) => COPULAS.test(word))) return { ...none, subject, noun };
  if (MODALS.test(said[0] ?? "")) return { ...none, subject, verb: said.slice(1).join(" "), hasModal: true };
  if (COPULAS.test(said[0] ?? "")) return { ...none, subject, state: said.slice(1).join(" ") };
  return { ...none, subject, noun: opens === "whose" ? noun : null, verb: baseForm(said.join(" ")) };
}

/** "leaves" → "leave", "has" → "have". */
const baseForm = (verb: string): string =>
  verb === "has"
    ? "have"
    : verb.replace(/(?<=ss|sh|ch|x|o)es$|(?<=[^aeiou])ies$|(?<!s)s$/, (end) => (end === "ies" ? "y" : ""));

/** What is named behind "compare": "compare the totals of the two quotes". */
function comparedIn(words: readonly string[]): string | null {
  const at = words.findIndex((word) => /^compar(?:e|ing)$/.test(word));
  return at === -1 ? null : nounFrom(words.slice(at + 1));
}

/** "the difference between the two totals", "compare the deposits": what of the things is compared, and no more is asked. */
function differenceIn(words: readonly string[]): string | null {
  const at = words.indexOf("difference");
  if (at !== -1 && /^(?:between|in|of)$/.test(words[at + 1] ?? "")) return nounFrom(words.slice(at + 2));
  return /^compare$/.test(words.find((word) => !/^(?:please|can|could|you|and|then|now)$/.test(word)) ?? "")
    ? comparedIn(words)
    : null;
}

/** The noun at the beginning of a row of words, of one thing; null where it names the things themselves. */
function nounFrom(words: readonly string[]): string | null {
  const from = words.findIndex((word) => !/^(?:the|their|both|all|two|three|its|these|those)$/.test(word));
  const rest = from === -1 ? [] : words.slice(from);
  const end = rest.findIndex((word) => JOINTS.test(word) || /^(?:which|who|whose|what|and)$/.test(word));
  const noun = end === -1 ? rest : rest.slice(0, end);
  if (noun.length === 0 || noun.length > 3 || noun.some((word) => THINGS.test(word))) return null;
  return [...noun.slice(0, -1), singular(noun.at(-1) ?? "")].join(" ");
}

interface Wanted extends Partial<Parts> {
  readonly noun: string | null;
  readonly asks?: string;
}

/** The question that each of the things is asked. */
function askedFor(
  measure: ComparedMeasure,
  { noun, verb = null, hasModal = false, state = null, tail = "", subject = [], asks = "" }: Wanted,
): string {
  const does = hasModal ? "can they" : "does it";
  switch (measure) {
    case "price":
      if (noun !== null) return `What is the price of the ${noun}?`;
      return TAILS.test(tail) && !/total/.test(tail) ? `How much is it ${tail}?` : "What is the total price?";
    case "amount":
      return `What is the ${noun ?? "total"}?`;
    case "time":
      if (noun !== null) return `When is the ${noun}?`;
      if (state !== null) return `When is it ${state}?`;
      return verb === null ? "When is it?" : `When ${does} ${verb}?`;
    case "pace":
      if (noun !== null) return `How long does the ${noun} take?`;
      return verb === null ? "How long does it take?" : `How long does it take to ${verb}?`;
    case "length":
      if (noun !== null) return `How long is the ${noun}?`;
      if (verb !== null) return `How long ${does} ${verb}?`;
      return `How long is ${thingOf(subject)}?`;
    case "number":
      if (noun !== null) return singular(noun) === noun ? `How much ${noun} is there?` : `How many ${noun} are there?`;
      if (verb === null || COSTING.test(verb)) return "What is the total price?";
      return `How much ${does} ${verb}?`;
    case "degree":
      return `How ${asks} is ${noun === null ? "it" : `the ${noun}`}?`;
  }
}

/** "the lease", of "which of the two leases"; "it" where nothing is named. */
function thingOf(subject: readonly string[]): string {
  const [thing] = subject
    .filter((word) => !POINTERS.test(word) && !/^(?:ones?|of|two|three|four|both)$/.test(word))
    .slice(-1);
  return thing === undefined ? "it" : `the ${singular(thing)}`;
}

/** Where a clause of a request ends; "how long is it, and which is longer". */
const BETWEEN_CLAUSES = /[.?!;:,\n]+|\band\b/;
/** A request that compares is short, or tells something else besides. */
const MAX_REQUEST_CHARS = 4_000;

/** All that a request compares, by its clauses. */
export function comparisonsIn(request: string): readonly AskedComparison[] {
  const text = request.slice(0, MAX_REQUEST_CHARS);
  return text.split(BETWEEN_CLAUSES).flatMap((clause) => comparisonIn(clause, text) ?? []);
}
