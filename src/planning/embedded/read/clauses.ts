import type { PlacedPart } from "./parts.ts";

/** One thing that is said or asked. Offsets are those of the masked text. */
export interface Clause {
  readonly text: string;
  /** Offset of the text. */
  readonly start: number;
  readonly parts: readonly PlacedPart[];
  /** Ends with a question mark. */
  readonly asks: boolean;
  /** How it hangs on the one before: a sentence of its own, or one of a row. */
  readonly joined: "sentence" | "row";
  /** What comes before it in time was said as "after doing that": its product is what this clause is about. */
  readonly after: boolean;
}

/** More than anyone means; a bound on work and on the size of the plan. */
const MAX_CLAUSES = 64;
/** A longer sentence without any joint is read up to here. */
const MAX_CLAUSE_CHARS = 1_000;

/** Verbs that begin a clause of their own after "and" or a comma. */
const VERBS =
  // The verbs that people begin wishes with, in the rows of training/requests and near them.
  "add|adjust|analy[sz]e|animate|announce|answer|apply|ascertain|assess|assign|blur|boil|boost|brighten|bring|" +
  "build|calculate|carve|categori[sz]e|change|check|choose|chop|clean|colou?ri[sz]e|combine|compare|complete|" +
  "compose|compress|compute|condense|confirm|continue|convert|correct|count|create|cut|darken|deblur|decipher|" +
  "decode|denoise|depict|derive|describe|detect|determine|dictate|divide|draft|drain|draw|dub|edit|eliminate|" +
  "embed|enhance|enlarge|enumerate|erase|estimate|evaluate|exchange|execute|expand|explain|express|extract|feed|" +
  "fetch|fill|find|finish|fix|flip|gather|generate|get|give|grab|grayscale|greyscale|guess|halve|hide|highlight|" +
  "identify|illustrate|imagine|improve|increase|infer|insert|invent|invert|isolate|judge|keep|let|lighten|list|" +
  "listen|locate|look|lose|make|measure|mend|merge|mirror|moderni[sz]e|modify|narrate|obtain|outline|paint|" +
  "paraphrase|pick|pinpoint|pixelate|point|polish|predict|prepare|produce|pronounce|proofread|provide|pull|put|" +
  "read|recite|recogni[sz]e|recolou?r|redo|reduce|reformulate|remove|render|repaint|repeat|rephrase|replace|" +
  "reply|resize|respond|restore|restyle|return|reword|rework|rewrite|rotate|run|say|scan|segment|separate|" +
  "sharpen|shorten|show|shrink|simplify|skim|smooth|soften|sort|speak|spin|split|spot|squeeze|straighten|" +
  "stretch|strip|stylize|suggest|summari[sz]e|suppress|swap|take|tell|tidy|tighten|tilt|transcribe|" +
  "transform|translate|trim|turn|type|upscale|use|utilize|verify|visuali[sz]e|vocali[sz]e|widen|wipe|write|" +
  // What nothing here does, so that it stands apart from what can be done.
  "book|buy|call|delete|email|forward|mail|open|order|pay|play|post|print|publish|remind|save|schedule|send|share|upload";
/** Nouns as often as verbs: they begin a clause only before an object. */
const NOUN_VERBS =
  "box|caption|circle|classify|copy|crop|drop|filter|flag|grey|gray|half|label|lift|lower|map|mark|match|name|mask|record|review|sound|sum|tag|title|trace|voice";
const OBJECT =
  "it|them|this|that|these|those|the|each|every|all|any|both|its|their|my|his|her|how|what|which|who|@\\w+|a|an|people|whether|if";
const LEAD_INS =
  "please|pls|plz|kindly|also|then|finally|lastly|next|now|afterwards|after that|just|first|can you|could you|would you|i want you to|i want to|i'd like you to|i'd like to|i want u to|i would like you to|i would like to|i need you to|i need to|i want|i need|i can|you can|we can|you|help me to|help me|let's|let me know|tell me|show me|to";
/** After these a clause begins whatever follows: "and I would like you to", ", please". */
const STRONG_LEADS =
  "(?:i|we) (?:want|need|wish|would like|would love)|(?:i|we)'d (?:like|love)|please|kindly|can you|could you|would you|will you|help me";
const QUESTION_WORDS =
  "who|whom|whose|what|what'?s|who'?s|where'?s|how'?s|when|where|which|why|how|(?:by|since|until|from|to|for|at|in|on|with|of|about) (?:when|whom|what|which|how)|whether";
const AUXILIARIES = "is|are|was|were|do|does|did|can|has|have|will|should|may|must";
const SUBJECTS =
  "it|he|she|they|we|you|i|there|this|that|these|those|the|any|anyone|anything|someone|all|each|both|@\\w+|its|his|her|their|my";

const HEAD = new RegExp(
  `^(?:(?:also|then|finally|lastly|next|now|afterwards|after that|just|first) ){0,2}(?:${STRONG_LEADS})\\b|^(?:(?:${LEAD_INS}) ){0,4}(?:(?:${VERBS})\\b|(?:${NOUN_VERBS}) (?:${OBJECT})\\b|(?:${QUESTION_WORDS})(?![\\w-])|(?:${AUXILIARIES}) (?:${SUBJECTS})(?!\\w))`,
  "i",
);
/** An opening like "based on the pose image of a.jpg" or "in e2.jpg" is part of what follows. */
const FRONTED =
  /^(?:(?:please|then|now|and|also|next|so|first|finally) )*(?:based on|basing|using|by using|with|given|from|in|on|for|of|at|according to|considering|following|as|inspired by|like|taking)\b/i;
const STARTS_QUESTION = new RegExp(`^(?:${QUESTION_WORDS})(?![\\w-])`, "i");
/** ", which is named a.jpg" says more of the noun before it. */
const RELATIVE =
  /^(?:which (?:is|was|are|were|has|have|had|contains?|describes?|shows?|includes?|can|will|i|we|you|he|she|they)|where (?:i|we|he|she|they|the|a)|who (?:is|was|are|were|has))\b/i;
const ASKS_ALREADY = /\b(?:tell|know|what|who|when|where|how|find out|say)\b/i;
/** "who and what places are mentioned" is one question. */
const LONE_QUESTION_WORD = /^(?:.* )?(?:who|what|where|when|how|which)$/i;
/** What one makes may be described with a clause: "a poem about love and how it fades". */
const OPEN_DESCRIPTION =
  /\b(?:write|draw|paint|generate|create|make|compose|imagine|story|poem|image|picture|video)\b.*\b(?:about|of|showing|where|titled|with|that)\b/i;

/** Where clauses may part. Group 1 marks words after which whatever follows is a clause. */
const JOINTS =
  /[.!?;]+(?=\s|$)|\n+|:(?=\s|$)|(,? (?:and )?then,? |,? and (?:finally|lastly|afterwards),? |,? and also (?=@|\w+ing\b)|,? (?:and |or )?(?=\([a-h1-9]\) ))|,? (?:and|but|as well as|plus|or|so that|so|also|before|while) |, | & | \+ /gi;
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|no|approx)|^\s*\d{1,2}|\b[a-z])$/i;
/** Longer than any of them. */
const ABBREVIATION_CHARS = 8;
/** "do X after doing Y": Y comes first. */
const AFTERWARDS =
  /^(.*?),? (?:after|once|as soon as) ((?:having |you have |you've |you |it is |it's |it has been )?(?:\w+ing|\w+ed|\w+)\b.*)$/i;
const GERUND = /^(?:having \w+ed|\w+ing)\b/i;

/** Divides the masked text into clauses, in the order in which they are to be done. Linear in the text. */
export function divide(masked: string, parts: readonly PlacedPart[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let joined: Clause["joined"] = "sentence";
  const close = (end: number, asks: boolean): void => {
    if (clauses.length < MAX_CLAUSES) clauses.push(...inOrderOfTime(clauseAt(masked, start, end, parts, asks, joined)));
  };
  for (const joint of masked.matchAll(JOINTS)) {
    const mark = joint[0];
    const after = joint.index + mark.length;
    if (joint.index < start) continue;
    const left = masked.slice(start, joint.index).trim();
    const right = masked.slice(after, after + 80).trimStart();
    const kind = jointKind(mark, left, right, joint[1] !== undefined);
    if (kind === null) continue;
    close(joint.index, mark.includes("?"));
    start = after;
    joined = kind;
  }
  close(masked.length, false);
  return clauses;
}

/** "I need three things: the name, the date" */
const ANNOUNCES_LIST = /\b(?:things|facts|details|points|items|questions|answers|figures|the following)\b[^:]{0,60}$/i;

function jointKind(mark: string, left: string, right: string, strong: boolean): Clause["joined"] | null {
  if (/^[.!?;\n]/.test(mark))
    return mark.startsWith(".") && ABBREVIATION.test(left.slice(-ABBREVIATION_CHARS)) ? null : "sentence";
  if (strong) return left === "" ? null : "row";
  if (mark.startsWith(":") && ANNOUNCES_LIST.test(left)) return "row";
  if (!HEAD.test(right)) return null;
  if (mark.startsWith(":")) return "row";
  const asksNext = STARTS_QUESTION.test(right);
  if (FRONTED.test(left) && !asksNext && !HEAD.test(left)) return null;
  if (mark === ", " && RELATIVE.test(right) && !FRONTED.test(left) && !ASKS_ALREADY.test(left)) return null;
  if (asksNext && !mark.startsWith(",") && LONE_QUESTION_WORD.test(left)) return null;
  if (asksNext && !mark.startsWith(",") && OPEN_DESCRIPTION.test(left)) return null;
  return "row";
}

function clauseAt(
  masked: string,
  start: number,
  end: number,
  parts: readonly PlacedPart[],
  asks: boolean,
  joined: Clause["joined"],
): readonly Clause[] {
  const words = masked.slice(start, Math.min(end, start + MAX_CLAUSE_CHARS));
  const text = words.trim();
  if (!/[\p{L}\p{N}@]/u.test(text)) return [];
  const offset = start + words.indexOf(text);
  const own = parts
    .filter((part) => part.start >= offset && part.end <= offset + text.length)
    .map((part) => ({ ...part, start: part.start - offset, end: part.end - offset }));
  return [{ text, start: offset, parts: own, asks, joined, after: false }];
}

/** "Paint the flower after deciphering the audio" → decipher, then paint. */
function inOrderOfTime(clauses: readonly Clause[]): readonly Clause[] {
  return clauses.flatMap((clause) => {
    const [, main, first] = AFTERWARDS.exec(clause.text) ?? [];
    if (main === undefined || first === undefined || main.trim() === "" || !(GERUND.test(first) || HEAD.test(first)))
      return [clause];
    const at = clause.text.length - first.length;
    const before: Clause = {
      ...clause,
      text: first,
      start: clause.start + at,
      parts: shifted(clause.parts, at, clause.text.length),
      asks: false,
    };
    return [
      before,
      { ...clause, text: main, parts: shifted(clause.parts, 0, main.length), joined: "row", after: true },
    ];
  });
}

const shifted = (parts: readonly PlacedPart[], from: number, to: number): readonly PlacedPart[] =>
  parts
    .filter((part) => part.start >= from && part.end <= to)
    .map((part) => ({ ...part, start: part.start - from, end: part.end - from }));

/** "2) …", "- …": what stands before an item of a list. */
const ITEM = "(?:\\(?(?:[a-h]|\\d{1,2})[).:]|[-*•])\\s+";
const AN_ITEM = new RegExp(`^${ITEM}`, "i");
const POLITENESS = new RegExp(
  `^(?:${ITEM})?(?:(?:(?:i|we)(?: want| need| wish| would like| would love|'d like|'d love) (?:to (?:know|find out|see|learn|understand|figure out)|you to|to)|be able to|know|${LEAD_INS}|and|or|so|ok|okay|hey|hi|hello|hmm?|oh|well|yes|but|i wonder|do you know|i want to know|i'd like to know|i would like to know|figure out|find out|answer|say|explain|check|determine|tell us|tell|me|us|for me)(?: |, ?))*`,
  "i",
);

/** Whether words begin like a clause that wishes or asks something. */
export const beginsClause = (text: string): boolean => HEAD.test(text.replace(AN_ITEM, ""));

/** The clause without "please", "can you tell me" and the like. */
export const plainly = (text: string): string => text.slice(POLITENESS.exec(text)?.[0].length ?? 0);
