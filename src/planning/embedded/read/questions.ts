import { isPaper, kindOfNoun } from "./vocabulary.ts";

/** Longer is no question one can answer. */
const MAX_QUESTION_CHARS = 500;

const ASKS =
  /^(?:what|who|whom|whose|when|where|which|why|how|what'?s|who'?s|where'?s|when'?s|how'?s|(?:by|since|until|from|to|for|at|in|on|with|of|about) (?:when|whom|what|which|how)|whether)(?![\w-])/i;
const ASKS_YES_OR_NO =
  /^(?!do (?:it|this|that|so|the same|the following)\b)(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|isn't|aren't|doesn't|didn't) (?!you\b)[\w@']/i;
/** A thing asked for by its name: "the due date". */
const NAMES_FACT = /^(?:the|its|his|her|their) (?!(?:following )?(?:questions?|answers?)\b)[\p{L}\p{N}' -]{2,60}$/iu;

/** Whether a clause, freed of politeness, asks something. */
export const isQuestion = (plain: string): boolean => ASKS.test(plain) || ASKS_YES_OR_NO.test(plain);
export const namesFact = (plain: string): boolean => NAMES_FACT.test(plain);

/** "in @image", "according to the document @document": what is asked is known from the binding, so it is left out of the question. */
const SOURCE =
  /,? ?\b(?:in|on|of|from|at|with|about|within|inside|according to|based on|using|looking at|(?:as )?per)(?: (?:the|this|that|these|those|my|our|your|each|all|both|attached|given|following|above|provided|uploaded|of)){0,3}(?: [\p{L}]+){0,1}? @\w+(?:(?:,| and|,? or) @\w+)*/giu;
const NAMELESS_SOURCE =
  /,? ?\b(?:in|on|from|according to|based on)(?: (?:the|this|that|these|those|my|our|attached|given|above|provided|uploaded)){1,2} (?:image|picture|photo|photograph|pic|document|file|text|pdf|scan|table|spreadsheet|csv|passage|recording|audio|page|invoice|bill|receipt|letter|contract|slip|note)s?\b/gi;
const FRAGMENT =
  /^(?:(?:by|until|since|from|to|at|for|in|on|with|about) )?(?:when|where|who|whom|why|what|which(?: \w+)?|how(?: (?:much|many|long|often|old|far|big|tall))?)$/i;

/** What a question is understood by. */
interface QuestionContext {
  /** The question before it in the same message, if any. */
  readonly previous: string | null;
  /** What "it" is at the end of a question: "the invoice". */
  readonly noun: string | null;
}

/**
 * The full questions of a clause: "by when" after "what has to be paid" becomes "By when does it have to be paid?", and
 * "what is the number, the date and the total" three of them.
 */
export function fullQuestions(plain: string, context: QuestionContext): readonly string[] {
  const bare = withoutSource(plain, context.noun);
  if (bare === "") return [];
  return listed(expanded(bare)).map((asked) => {
    const complete =
      FRAGMENT.test(asked) && context.previous !== null
        ? completed(asked, context.previous)
        : withAntecedent(direct(asked), context);
    return sentence(complete);
  });
}

function withoutSource(plain: string, noun: string | null): string {
  const words = plain
    .slice(0, MAX_QUESTION_CHARS)
    .replaceAll(SOURCE, (source) => (noun !== null && /^,? ?of\b/i.test(source) ? ` of ${noun}` : " "))
    .replaceAll(NAMELESS_SOURCE, " ");
  // A file that isn't only the place to look is part of what is asked: "who signed @document".
  return words
    .replaceAll(/(?:\b(?:the|this|that|my) (?:\p{L}+ )?)?@\w+/giu, (file) =>
      /@(?:quote|passage|code)/.test(file) ? " " : (noun ?? "it"),
    )
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s,:]+|[\s,:]+$/g, "");
}

const expanded = (words: string): string => words.replace(/^(what|who|where|when|how)'?s\b/i, "$1 is");

/** An item of "total, tax and date of purchase". */
const NAME = /^(?:the )?[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+){0,3}$/u;
/** "units sold in the north and the date of the last sale"; not "the distance between the house and the road". */
const IS_OF = /^(?!.*\b(?:between|both|compare|difference|versus)\b)(?!\w+ing\b)/i;

/** "what is the A, the B and the C" → three questions; "the A and the B" → two things that are asked for. */
function listed(asked: string): readonly string[] {
  const [, opening = "", things = asked] =
    /^((?:what|who|when|where) (?:is|are|was|were) )((?:the|its|his|her|their) .+)$/i.exec(asked) ?? [];
  const items = things.split(/,? and (?=(?:the|its|his|her|their) )|, (?=(?:the|its|his|her|their) )/i);
  // "salt and pepper, bread and butter": of a row only its last two are joined by "and".
  const named = things.split(/, and |, | and (?=[^,]*$)/i);
  const isList =
    opening === "" &&
    named.length > (things.includes(",") ? 1 : 2) &&
    named.every((item) => NAME.test(item)) &&
    !isQuestion(asked);
  if (isList) return named;
  if (opening === "" && !NAMES_FACT.test(asked) && !(items.length > 1 && IS_OF.test(asked))) return [asked];
  return items.map((item) => `${opening}${item}`);
}

/** "what the total is" → "what is the total"; "the total" → "what is the total". */
function direct(asked: string): string {
  if (NAMES_FACT.test(asked)) return `what ${/[^s]s$/.test(asked) ? "are" : "is"} ${asked}`;
  const match =
    /^(what|who|where|when|why|how(?: (?!the\b|a\b|an\b|his\b|her\b|its\b|my\b|it\b|they\b|he\b|she\b)\w+)?) ((?:the|a|an|his|her|its|their|my|this|that|it|he|she|they)\b.*) (is|are|was|were)$/i.exec(
      asked,
    );
  return match ? `${match[1]} ${match[3]} ${match[2]}` : asked;
}

/** Puts the noun for the pronoun where the question before, or the file, tells it. */
function withAntecedent(asked: string, { previous, noun }: QuestionContext): string {
  if (noun !== null) return asked.replace(/\bit\b/i, noun);
  const subject =
    previous === null
      ? null
      : (/^(?:what|who|which) (?:is|are|was|were) ((?:the|this|that) [\w ]{1,40}?)\??$/i.exec(previous)?.[1] ?? null);
  // "the man holding" is no noun phrase: what is asked for is not the man.
  if (subject !== null && !/(?:ing|ed)$/i.test(subject) && /\b(?:is|was|does|did|has|can|will) it \w+/i.test(asked))
    return asked.replace(/\bit\b/i, subject);
  return asked;
}

const BEGINS_WITH_NOUN =
  /^(?:(?:[Tt]he|an?|his|her|its|their|my|our|this|that|these|those|it|he|she|they|we|you|I|i)\b|\p{Lu})/u;

/** The predicate of the question before, asked with this word: "by when" + "what has to be paid". */
function completed(fragment: string, previous: string): string {
  const before = previous.replace(/\?$/, "").trim();
  const [, auxiliary, rest] =
    /^(?:by |to |from |for |at |in |on )?(?:who|whom|what|which(?: \w+)?|how(?: \w+)?|when|where|why) (is|are|was|were|has|have|had|can|could|will|would|should|must|may|might|do|does|did) (.+)$/i.exec(
      before,
    ) ?? [];
  if (auxiliary !== undefined && rest !== undefined) {
    const verb = auxiliary.toLowerCase();
    if (/^to\b/.test(rest) && /^ha/.test(verb)) return `${fragment} ${verb === "had" ? "did" : "does"} it have ${rest}`;
    if (/^how (?:much|many)$|^(?:who|what|which \w+)$/i.test(fragment)) return `${fragment} ${verb} ${rest}`;
    if (BEGINS_WITH_NOUN.test(rest))
      return `${fragment} ${verb} ${rest}${/^d|^ha/.test(verb) && /^wh(?:at|o)/i.test(before) ? " it" : ""}`;
    return `${fragment} ${verb} it ${rest}`;
  }
  const [, verb, object] = /^(?:who|what|which \w+) (\w+)(?: (.*))?$/i.exec(before) ?? [];
  if (verb === undefined) return fragment;
  const past = baseForm(verb.toLowerCase());
  return past
    ? `${fragment} did they ${past} ${object ?? "it"}`
    : `${fragment} do they ${verb.replace(/s$/, "")} ${object ?? "it"}`;
}

/** Past forms that don't end in -ed, of verbs one asks about documents with. */
const IRREGULAR: Readonly<Record<string, string>> = {
  sent: "send",
  wrote: "write",
  paid: "pay",
  made: "make",
  bought: "buy",
  sold: "sell",
  won: "win",
  lost: "lose",
  said: "say",
  gave: "give",
  took: "take",
  got: "get",
  built: "build",
  found: "find",
  held: "hold",
  met: "meet",
  left: "leave",
  began: "begin",
  spoke: "speak",
  drew: "draw",
  told: "tell",
  brought: "bring",
  led: "lead",
  chose: "choose",
  came: "come",
  went: "go",
};

function baseForm(past: string): string | null {
  const irregular = IRREGULAR[past];
  if (irregular !== undefined) return irregular;
  if (!past.endsWith("ed") || past.length < 4) return null;
  const stem = past.slice(0, -2);
  if (/[^aeiou]i$/.test(stem)) return `${stem.slice(0, -1)}y`;
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  // "issued", "received", "billed": a silent e is put back after these endings only.
  return /(?:[iu]v|[aeiou]s|u|c|dg|ir|[^aeiou]l|at|iz)$/.test(stem) && !/(?:eat|oat|ll)$/.test(stem)
    ? `${stem}e`
    : stem;
}

function sentence(words: string): string {
  const trimmed = words.replace(/[\s?.!,]+$/, "").trim();
  return `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1)}?`;
}

/** The noun that a file is called by when it is the "it" of a question: "invoice.png" → "the invoice". */
export function nounOfName(name: string): string | null {
  const stem = name.slice(0, Math.max(0, name.lastIndexOf("."))).toLowerCase();
  const word = stem.split(/[^a-z]+/).find((part) => part.length > 2 && (isPaper(part) || kindOfNoun(part) === "text"));
  return word === undefined || word === "doc" || word === "text" ? null : `the ${word}`;
}
