/** Verdicts of two signs that word lists miss: words they lack, and turns of phrase that turn their words round. */
const POSITIVE_WORDS =
  "spotless cosy cozy comfy sturdy reliable intuitive seamless tasty yummy attentive prompt spacious affordable durable flawless effortless handy stunning superb tidy welcoming knowledgeable courteous generous refreshing memorable charming elegant crisp flavourful flavorful scenic unbeatable hilarious touching gripping insightful";
const NEGATIVE_WORDS =
  "overpriced slow bland stale cramped filthy outdated flimsy leaky cracked faulty defective unreliable unhelpful unfriendly confusing buggy glitchy laggy tedious mediocre underwhelming overrated soggy lukewarm greasy smelly stained mouldy moldy dusty unanswered unusable incomplete misleading cheaply sloppy careless clumsy uncomfortable undercooked overcooked dreadful shoddy scam refund leaks crashes freezes cracks breaks broken";

const WORDS = new Map<string, number>([
  ...POSITIVE_WORDS.split(" ").map((word) => [word, 0.4] as const),
  ...NEGATIVE_WORDS.split(" ").map((word) => [word, -0.4] as const),
]);

const NOT = "(?:not|n['’]t|never|cannot|hardly|no longer)";
const FILLER = "(?: \\w+){0,2}";
/** Each holds whatever its single words say. */
const PHRASES: readonly (readonly [RegExp, number])[] = [
  // "I can't recommend this enough", "couldn't be happier", "never had a better pizza"
  [/\b(?:can['’]t|cannot|couldn['’]t|could not) (?:\w+ ){1,4}enough\b/i, 0.6],
  [
    /\b(?:could)(?:n['’]t| not) (?:be|have been|feel|ask for|wish for|hope for) (?:\w+ )?(?:\w+er|more|anything more)\b/i,
    0.6,
  ],
  [
    new RegExp(
      `\\b(?:never|n['’]t|not)${FILLER} (?:had|have|seen|see|eaten|tasted|read|met|found|find|been|used|owned|stayed|heard)(?: \\w+){0,3} (?:better|nicer|finer|kinder|friendlier)\\b`,
      "i",
    ),
    0.6,
  ],
  [
    new RegExp(
      `\\b(?:never|n['’]t|not)${FILLER} (?:had|have|seen|see|eaten|tasted|read|met|found|find|been|used|owned|stayed|heard)(?: \\w+){0,3} (?:worse|ruder|slower)\\b`,
      "i",
    ),
    -0.6,
  ],
  [/\b(?:made|makes|make) (?:my|our|her|his|their) (?:day|week|evening|weekend|trip)\b/i, 0.5],
  [/(?:\b(?:not|hardly|barely|never)|n['’]t)(?: \w+)? worth\b/i, -0.5],
  [
    /\b(?:two |big )?thumbs up\b|\b(?:ten|10) out of (?:ten|10)\b|\b(?:five|5) stars\b|\bworth (?:every|the|it|a)\b|\bmust[- ](?:have|see|read|visit|try)\b|\bsecond to none\b|\bexceeded\b.{0,20}\bexpect/i,
    0.5,
  ],
  // "I wouldn't buy it again", "will not come back"
  [
    new RegExp(
      `\\b(?:wo|would|will|could)(?:n['’]t| not| never)${FILLER} (?:buy|order|book|use|stay|visit|recommend|return|come|go|shop|eat|hire|rent|watch|trust)\\b`,
      "i",
    ),
    -0.5,
  ],
  [
    /\bmakes? no sense\b|\bfalls? apart\b|\bfell apart\b|\bgave up\b|\b(?:never|not|n['’]t) again\b|\bone star\b|\bzero stars\b|\bthumbs down\b|\brip-?off\b|\blet(?:s)? (?:me|us|you) down\b|\bout of order\b|\bgoes? wrong\b|\bwent wrong\b/i,
    -0.5,
  ],
  [
    /\b(?:expected|hoped for|deserve[ds]?) (?:more|better)\b|\b(?:could|should) (?:be|have been) (?:better|faster|cleaner|quieter|warmer)\b|\bnot what (?:i|we) (?:expected|ordered|paid)\b/i,
    -0.45,
  ],
  [
    new RegExp(
      `\\b(?:nobody|no one|never|still ${NOT}|still has${NOT}|does${NOT}|do${NOT}|did${NOT}|has${NOT}|have${NOT})${FILLER} (?:answer\\w*|repl\\w+|respond\\w*|listen\\w*|help\\w*|work(?:s|ed|ing)?|arriv\\w+|care[sd]?|fit|deliver\\w*|call\\w* back|show\\w* up|turn\\w* on|charge[sd]?|last(?:s|ed)?|apologi[sz]\\w+)\\b`,
      "i",
    ),
    -0.5,
  ],
  [
    /\b(?:doubt|not sure|don['’]t think|do not think|don['’]t believe)\b.{0,40}\b(?:work|worth|help|good|return|last|buy|recommend|better|improve)/i,
    -0.45,
  ],
  [
    /\b(?:screen|phone|zip|handle|wheel|strap|button|cable|lid|glass|seam|heel|motor|battery|laptop|camera|chair|toy)\b.{0,20}\b(?:crack(?:ed|s)|broke|snapped|came off|fell off|tore|jammed|leaked|died)\b/i,
    -0.5,
  ],
  [
    /\b(?:does|do|did|has|have|is)(?:n['’]t| not)(?: \w+)? (?:crash|break|leak|disappoint|fail|hurt|freeze|lag)\w*\b/i,
    0.4,
  ],
];

/** The valence of a turn of phrase that settles a clause, from -1 to 1; `null` where there is none. */
export const phraseValence = (clause: string): number | null =>
  PHRASES.find(([pattern]) => pattern.test(clause))?.[1] ?? null;

const NEGATED = /(?:\b(?:not|never|cannot|hardly|no longer|nor|neither)\b|n['’]t\b)(?: \w+){0,3} ?$/i;
/** "Not slow" is praise, but fainter than "fast". */
const NEGATION_FACTOR = -0.6;

/** The mean valence of the words a general list lacks, negation included; 0 where there is none of them. */
export function wordValence(clause: string): number {
  let sum = 0;
  let found = 0;
  for (const match of clause.matchAll(/\p{L}+/gu)) {
    const valence = WORDS.get(match[0].toLowerCase());
    if (valence === undefined) continue;
    const before = clause.slice(Math.max(0, match.index - 40), match.index);
    const notOnly = /\bnot only\b/i.test(before);
    sum += NEGATED.test(before) && !notOnly ? valence * NEGATION_FACTOR : valence;
    found++;
  }
  return found === 0 ? 0 : sum / found;
}
