/** How long somebody wants a text to be. */
export interface WishedLength {
  /** As it was said, for those who read words: "two sentences". */
  readonly words: string;
  /** Points are sentences, each on a line of its own. "Shorter" is by half. */
  readonly unit: "sentences" | "words" | "points" | "shorter";
  /** At most as many; 0 where none is named. */
  readonly most: number;
}

const NUMBERS: readonly string[] =
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
/** Numbers by other words. "A few" is what most people take for three. */
const OTHERS: Readonly<Record<string, number>> = { a: 1, single: 1, couple: 2, few: 3, dozen: 12, hundred: 100 };
const NUMBER = [...NUMBERS.slice(1), ...Object.keys(OTHERS)].join("|");

const UNITS: Readonly<Record<string, WishedLength["unit"]>> = {
  sentence: "sentences",
  line: "sentences",
  word: "words",
  point: "points",
  bullet: "points",
  takeaway: "points",
};

/** "in two short sentences", "a 50-word summary"; "the two sentences" are there already. */
const COUNTED = new RegExp(
  String.raw`(?<!\b(?:the|these|those|this|my|our|first|last) )\b(\d{1,4}|${NUMBER})(?: of)?[ -](?:(?:short|brief|key|main|bullet|single|full|simple) )?(sentence|line|word|point|bullet|takeaway)s?\b`,
  "iu",
);
const AS_POINTS = /\b(?:bullet|key)[ -]points?\b|\bbullets\b/i;
const SHORTEST = /\b(?:as (?:short|brief|concise)(?:ly)? as|shortest|(?:very|really|extremely) (?:short|brief))\b/i;
/** Not "a short summary" or "in brief": that is what any is. */
const SHORTER = /\b(?:shorter|keep it (?:short|brief))\b/i;

/** Models that take a number alone mean sentences by small ones. */
const MAX_SENTENCES_ALONE = 20;

/** The length that words ask for, `null` where they say nothing of it: "in at most 50 words" → 50 words. */
export function wishedLength(text: string): WishedLength | null {
  const alone = /^\s*(\d{1,4})\s*$/.exec(text)?.[1];
  if (alone !== undefined && Number(alone) > 0) {
    const most = Number(alone);
    const unit = most > MAX_SENTENCES_ALONE ? "words" : "sentences";
    return { words: `${most} ${unit}`, unit, most };
  }
  const counted = COUNTED.exec(text);
  const [words = "", number = "", named = ""] = counted ?? [];
  const unit = UNITS[named.toLowerCase()];
  const most = numberOf(number.toLowerCase());
  if (unit !== undefined && most > 0) return { words, unit, most };
  const points = AS_POINTS.exec(text)?.[0];
  if (points !== undefined) return { words: points, unit: "points", most: 0 };
  if (SHORTEST.test(text)) return { words: "as short as possible", unit: "sentences", most: 1 };
  return SHORTER.test(text) ? { words: "shorter", unit: "shorter", most: 0 } : null;
}

const numberOf = (word: string): number =>
  /^\d/.test(word) ? Number(word) : (OTHERS[word] ?? Math.max(0, NUMBERS.indexOf(word)));

/** The tokens of a sentence and of a word, generously: a summary that is cut off is worse than one a little longer. */
const SENTENCE_TOKENS = 45;
const WORD_TOKENS = 1.5;

/** The most tokens that a text of this length needs, for models that read no words; `null` where nothing is counted. */
export function tokensFor({ unit, most }: WishedLength): number | null {
  if (most === 0) return null;
  return Math.ceil(most * (unit === "words" ? WORD_TOKENS : SENTENCE_TOKENS));
}
