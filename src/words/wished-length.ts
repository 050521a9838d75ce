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
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS: readonly string[] = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/**
 * Numbers by other words. "A few" is what most people take for three, of sentences; a few words, or a couple of them,
 * are only meant to be not many.
 */
const OTHERS: Readonly<Record<string, number>> = { a: 1, single: 1, couple: 2, few: 3 };
/** What a number before it is multiplied by. */
const SCALES: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1_000 };
const SCALE = Object.keys(SCALES).join("|");
const NUMBER_WORD = [...NUMBERS.slice(1), ...TENS, ...Object.keys(SCALES), "single", "couple", "few"].join("|");
/** "1500", "1,500", "1 500". */
const FIGURES = String.raw`\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+|\d{1,6}`;
/** "twenty-five", "one hundred and fifty", "a couple of hundred", "a". */
const IN_WORDS = `half a dozen|(?:a (?=${SCALE}|single|couple|few))?(?:${NUMBER_WORD})(?:(?: and| of)?[ -](?:${NUMBER_WORD})){0,6}|a`;

const UNITS: Readonly<Record<string, WishedLength["unit"]>> = {
  sentence: "sentences",
  line: "sentences",
  word: "words",
  point: "points",
  bullet: "points",
  takeaway: "points",
};

/** What is there already is not wished: "the two sentences". */
const THERE = String.raw`(?<!\b(?:the|these|those|this|my|our|first|last) )`;
/** The rest of a number is none: "25" of "1.25", "five" of "twenty-five". */
const WHOLE = String.raw`(?<!-|\d[–.,'’ \u00a0\u202f]|\b(?:half(?: a)?|(?:${NUMBER_WORD})(?: and| of)?)[ -])`;
/** "in two short sentences", "a 50-word summary", "2-3 sentences". */
const COUNTED = new RegExp(
  String.raw`${THERE}${WHOLE}\b(?:\d{1,4} ?[-–] ?)?(${FIGURES}|${IN_WORDS})(?: of)?[ -](?:(?:short|brief|key|main|bullet|single|full|simple) )?(sentence|line|word|point|bullet|takeaway)(s?)\b`,
  "giu",
);
/** Words that introduce a text as given, up to how long it is: "Here is a" 500-word article. */
const GIVEN =
  /(?:\b(?:(?:here|this|that|it|there|below|attached|following)(?:['’]s| is| are)|have|['’]ve|got|wrote|received|read|of|from|summari[sz]e|sum up|shorten|condense)|@\S+ is)(?: (?:an?|his|her|their|its))? $/i;
const MATERIAL =
  /^(?: (?!summar|of\b)\p{L}+)? (?:article|essay|text|letter|report|story|stories|document|passage)s?\b/iu;
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
  let shorter: WishedLength | null = null;
  for (const counted of text.matchAll(COUNTED)) {
    const [words, number = "", named = "", plural] = counted;
    const unit = UNITS[named.toLowerCase()];
    if (unit === undefined || (plural === "" && isOfMaterial(text, counted.index, words))) continue;
    const most = numberOf(number.toLowerCase());
    if (unit === "words" && /^(?:a )?(?:few|couple)$/i.test(number)) shorter ??= { words, unit: "shorter", most: 0 };
    else if (most > 0) return { words, unit, most };
  }
  const points = AS_POINTS.exec(text)?.[0];
  if (points !== undefined) return { words: points, unit: "points", most: 0 };
  if (SHORTEST.test(text)) return { words: "as short as possible", unit: "sentences", most: 1 };
  return shorter ?? (SHORTER.test(text) ? { words: "shorter", unit: "shorter", most: 0 } : null);
}

/** Whether words before a noun tell how long a text is that is given: "Here is a 500-word article". */
const isOfMaterial = (text: string, at: number, words: string): boolean =>
  GIVEN.test(text.slice(Math.max(0, at - GLANCE_CHARS), at)) &&
  MATERIAL.test(text.slice(at + words.length, at + words.length + GLANCE_CHARS));

/** Enough for the words right before and after a number. */
const GLANCE_CHARS = 60;

/** What a number comes to; 0 where its words don't make one, as "one two". */
function numberOf(number: string): number {
  if (/^\d/.test(number)) return Number(number.replace(/\D/g, ""));
  if (number === "half a dozen") return 6;
  let [thousands, rest] = [0, 0];
  for (const word of number.replace(/^a (?=.)/, "").split(/ and | of |[ -]/)) {
    const scale = SCALES[word];
    const value = addend(word);
    if (scale === undefined) {
      const isRoom = rest % 100 === 0 || (rest % 10 === 0 && rest % 100 > 10 && value < 10);
      if (!isRoom) return 0;
      rest += value;
    } else if (scale === SCALES.thousand) [thousands, rest] = [thousands + Math.max(1, rest) * scale, 0];
    else rest = Math.max(1, rest) * scale;
  }
  return thousands + rest;
}

const addend = (word: string): number =>
  OTHERS[word] ?? (TENS.includes(word) ? (TENS.indexOf(word) + 2) * 10 : Math.max(0, NUMBERS.indexOf(word)));

/** The tokens of a sentence and of a word, generously: a summary that is cut off is worse than one a little longer. */
const SENTENCE_TOKENS = 45;
const WORD_TOKENS = 1.5;
/** BART and its like, which most models for summaries are, have 1,024 positions: more they refuse or never write. */
const MAX_TOKENS = 1_024;

/** The most tokens that a text of this length needs, for models that read no words; `null` where nothing is counted. */
export function tokensFor({ unit, most }: WishedLength): number | null {
  if (most === 0) return null;
  return Math.min(MAX_TOKENS, Math.ceil(most * (unit === "words" ? WORD_TOKENS : SENTENCE_TOKENS)));
}
