import { withFigures } from "../text/quantities.ts";

/** Spellings brought down to one, before the text is cut into clauses at commas and full stops. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/<[^>]*>(?:-\d+)?|[\w-]+\.(?:png|jpe?g|webp)\b/g, " image "],
  [/["'“”‘’`!?]|(?<=[a-z])-(?=[a-z])/g, " "],
  [/\bblack(?: and | ?& ?| n | ?\/ ?)white\b|\bb ?[&/] ?w\b/g, "blackwhite"],
  // "Width: 300", "rotation = 90".
  [/ ?[:=] ?(?=-?\d)/g, " "],
  [/\b(horizontal|vertical)(?:ly)? (?:and|&) (?!\1)(?:horizontal|vertical)(?:ly)?\b/g, "bothways"],
  [/\b(left|top) (?:and|to) (?=right|bottom)/g, "$1 "],
  [/×/g, "x"],
  [/°/g, " degrees"],
  [/%|\bper cent\b/g, " percent"],
  [/\b(\d+)-(?=degrees?|px|pixels?|percent)/g, "$1 "],
  [/\b(\d{1,3}),(\d{3})(?= ?(?:px|pixels?|x)\b)/g, "$1$2"],
  [/\(? ?\b(\d+) ?, ?(\d+) ?, ?(\d+) ?, ?(\d+)\b ?\)?/g, " rect $1 $2 $3 $4 "],
  [/\(? ?\b(\d+) ?, ?(\d+)\b ?\)?/g, " point $1 $2 "],
  [/\bright angle\b/g, "90 degrees"],
  [/\b(?:two times|twice|double)\b/g, "2 times"],
  [/\bhalved?\b/g, "resize to half"],
  [/\b(?:counter|anti) ?clockwise\b|\bagainst (?:the )?clock(?:wise)?\b/g, "ccw"],
  [/\bupside down\b|\bon (?:its|the) head\b/g, "upsidedown"],
  [/\b(gr[ea]y|re) (?=scale|size)/g, "$1"],
  [/\b(?:at (?:the )?most|max(?:imum|imal)?|not? (?:more|larger|bigger|greater) than)\b/g, "atmost"],
  [/\bnot? (?:wid|broad)er than\b/g, "atmost width"],
  [/\bnot? (?:high|tall)er than\b/g, "atmost height"],
  // "the width should be at most 300".
  [/\b(width|height|wide|high|tall)((?: (?:of|to|at|is|be|should|must))*) atmost\b/g, "atmost $1$2"],
];

export const normalized = (text: string): string =>
  inFigures(
    SPELLINGS.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text.normalize("NFKC").toLowerCase()),
  ).replaceAll(/\s+/g, " ");

const TEN = "(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)";
const ONES = "(?:one|two|three|four|five|six|seven|eight|nine)";
const TENS = `(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?: ${ONES})?)`;
const BELOW_HUNDRED = `(?:${TENS}|${TEN}|${ONES})`;
const SPELT = new RegExp(
  String.raw`\b(?:(?:(?:${BELOW_HUNDRED}|an?) )?(?:hundred|thousand)(?: (?:and )?(?:${BELOW_HUNDRED} hundred|${BELOW_HUNDRED}))*|${BELOW_HUNDRED})\b`,
  "g",
);

/** Numbers in words as figures: "one hundred and eighty" → "180"; "one" alone is left, as in "this one". */
function inFigures(text: string): string {
  return text.replace(SPELT, (spelt) => {
    if (spelt === "one") return spelt;
    let [sum, group] = [0, 0];
    for (const figure of withFigures(spelt.split(" ").filter((word) => !/^(?:and|an?)$/.test(word)))) {
      const value = Number(figure);
      if (value === 100) group = 100 * Math.max(1, group);
      else if (value === 1000) [sum, group] = [1000 * Math.max(1, group), 0];
      else group += value;
    }
    return String(sum + group);
  });
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
const PIXELS = "(?: ?(?:px|pixels?))";
const AMOUNT = String.raw`(\d+)${PIXELS}?`;
/** What a number is of stands before it or behind it: "width should be 300", "300 px in width". */
const measured = (noun: string): string =>
  `(?:${noun})(?: (?:of|to|at|is|be|should|must))* ${AMOUNT}|${AMOUNT}(?: (?:in|of))? (?:${noun})`;
// "50 px wider" is a difference, for which there is no filter, and "wider than 50 px" is a bound from below.
const WIDTH = "width|wide|across|broad";
const HEIGHT = "height|high|tall";

/** What may stand between "by" or "to" and the amount that it is about. */
const BEFORE_AMOUNT = String.raw`(?:(?:an?|the|of|about|around|exactly|just|only|some|one|atmost) )*(?:\d|half|third|quarter)`;

/** What numbers measure; where several match, the first is meant. */
const MEASURE_PATTERNS = {
  /** Left, top, width and height. */
  rectangle: String.raw`rect (\d+) (\d+) (\d+) (\d+)`,
  /** Left, top, right and bottom. */
  corners: String.raw`point (\d+) (\d+) to point (\d+) (\d+)`,
  point: String.raw`point (\d+) (\d+)`,
  size: String.raw`${AMOUNT} ?(?:x|by|\*) ?${AMOUNT}`,
  width: measured(WIDTH),
  height: measured(HEIGHT),
  pixels: `(?:radius|sigma|strength)(?: of| to| with)* ${NUMBER}${PIXELS}?|${NUMBER}${PIXELS}(?: radius)?`,
  degrees: String.raw`(-?\d+(?:\.\d+)?) ?(?:degrees?|degs?)`,
  percent: `${NUMBER} ?percent`,
  times: `${NUMBER} ?(?:x|times)`,
  fraction: String.raw`(\d) (thirds|quarters)|(?:one |a )?(half|third|quarter)`,
  number: String.raw`(-?\d+(?:\.\d+)?)`,
};

/** What is asked for. */
const OPERATIONS = {
  blur: "(?:gaussian )?blur(?:red|ry|ring)?|out of focus",
  soften: "soft(?:en|ened|er)|smooth(?:en|ed|er)?",
  sharpen: "sharp(?:en|ened|ening|er)?|crisp(?:er)?",
  greyscale:
    "(?:shades of )?gr[ea]y(?:scaled?| ?tones?| shades?)?|blackwhite|monochrome|desaturated?|colou?rless|(?:remove|without|no|drop)(?: all)?(?: the| its)? colou?rs?",
  sepia: "sepia(?: ?ton(?:e|ed|es))?",
  invert: "invert(?:ed|ing)?|negative|inverse|reversed?(?=(?: all)?(?: the| its)? colou?rs?)",
  edges:
    "canny(?: edges?)?(?: (?:detection|map))?|edges? (?:detect(?:ion|ed|or)?|map|filter|image)|outlined|(?:detect|find|show|highlight|extract|draw|trace|get|keep|give me|see)(?: me| only| all)*(?: the| its)? (?:edges?|outlines?|contours?)",
  /** "edges", but not "blur the edges": means a filter only where it is all that is asked for. */
  bareEdges: "edges?|outlines?|contours?",
  brightness: "bright(?:ness)?",
  brighten: "bright(?:er|en|ened|ening)|light(?:er|en|ened)|(?:too|so) (?:dark|dim)",
  darken: "dark(?:er|en|ened|ening)?|dim(?:mer|med)?|(?:too|so) (?:bright|light)",
  contrast: "contrast(?:ed)?",
  rotate: "rotat(?:e|ed|ing|ion)",
  flip: "(?:flip(?:ped|ping)?|mirror(?:ed|ing)?|reflect(?:ed)?)(?: image)?",
  resize: "resiz(?:e|ed|ing)|rescaled?|scal(?:e|ed|ing)",
  shrink: "shrink|shrunk|downscaled?|downsized?",
  enlarge: "enlarged?|upscaled?|magnif(?:y|ied)",
  thumbnail: "thumbnail",
  crop: "(?:crop(?:ped|ping)?|cut|trim(?:med)?)(?: out| down| off)?",
};

/** How, how much and where. */
const FLAGS = {
  weak: "slight(?:ly)?|(?:a )?(?:little|bit|touch|tad)(?: bit)?|gent(?:ly|le)|light(?:ly)?|soft(?:ly)?|subtl[ey]|weak(?:ly)?|mild(?:ly)?|somewhat",
  strong:
    "very(?: much)?|a lot|lots|heav(?:y|ily)|strong(?:ly)?|much|really|extreme(?:ly)?|far|intense(?:ly)?|greatly|significantly|considerably",
  /** "lower" is a side only before a part. */
  bottom: String.raw`bottom(?:most)?|lower(?= (?:half|third|quarter|left|right|part|\d))`,
  more: "more|increased?|raised?|boost(?:ed)?|high(?:er)?|turn up|stronger|up",
  less: "less|decreased?|reduced?|low(?:er(?:ed)?)?|turn down|weaker|down",
  /** "add contrast" is more of it; of other things there is no more. */
  add: "add|enhanced?|improved?",
  smaller: "smaller",
  larger: "bigger|larger",
  sizeWord: `size|scale|dimensions|large|big|small|${WIDTH}|${HEIGHT}`,
  colours: "colou?rs?",
  /** "turn left" is a rotation, and "turn it grey" none. */
  turn: "turn(?:ed|ing)?|spin|tilt(?:ed)?",
  left: "left(?:most)?",
  right: "right(?:most)?",
  top: "top(?:most)?|upper",
  clockwise: "clockwise|cw",
  counterclockwise: "ccw",
  horizontal: "horizontal(?:ly)?|sideways",
  vertical: "vertical(?:ly)?",
  bothWays: "bothways",
  upsideDown: "upsidedown",
  centre: "cent(?:re|er)d?|centered|middle|central",
  corner: "corner|quadrant|part|region|area",
  square: "square(?: shape| format)?",
  off: "off|from|at|on",
  by: `by(?= ${BEFORE_AMOUNT})`,
  /** "to be 20 % higher" is by 20 %. */
  to: String.raw`(?:up )?to(?= (?:be (?!.*\b(?:more|less|\w+er)\b))?${BEFORE_AMOUNT})`,
  atMost: "atmost",
  sides: "(?:each|every|all) (?:sides?|edges?|borders?|margins?)|sides?|borders?|margins?|(?<=from the )edges?",
};

/** Verbs that say nothing by themselves, so that something else has to follow. */
const VERBS =
  "make|made|making|convert(?:ed)?|changed?|appl(?:y|ied)|give|create|generate|produce|do|get|put|use|run|perform|render|transform|edit|modify|process|set|take|show|keep(?:ing)?";
const FILLERS =
  "please|kindly|hi|hello|thanks?|thank you|(?:can|could|would|will) you|i (?:want|need|would like|d like)(?: you)?|let s|it s|it|its|this|that|these|to|be|is|are|so|into|in|as|of|for|me|us|my|our|your|the|a|an|some|with|here|now|next|first|second|again|just|only|one|whole|entire|above|below|following|given|attached|uploaded|previous|last|resulting|result|original|current|present|output|new|version|copy|image|picture|photo|photograph|pic|file(?! size)|filter|effect|axis|about|around|through|as well|too|based on|by|exactly|angle|look|looks|looking|appear|become";

export type Operation = keyof typeof OPERATIONS;
type Flag = keyof typeof FLAGS;
type Measure = keyof typeof MEASURE_PATTERNS;
export type Detail = Flag | Measure;
/** What is said about an operation: the numbers of each measure, and none of a flag. */
export type Details = ReadonlyMap<Detail, readonly number[]>;

export type Word =
  | { readonly is: "operation"; readonly operation: Operation }
  | { readonly is: "detail"; readonly detail: Detail; readonly values: readonly number[] }
  | { readonly is: "verb" | "filler" };

const FRACTIONS: Readonly<Record<string, number>> = {
  ...{ half: 1 / 2, third: 1 / 3, quarter: 1 / 4 },
  ...{ thirds: 1 / 3, quarters: 1 / 4 },
};

/** @param source matched from where the reader stands to the end of a word */
const patternOf = (source: string): RegExp => new RegExp(`(?:${source})(?![\\w%.])`, "y");
const entriesOf = <Key extends string>(table: Readonly<Record<Key, string>>): readonly (readonly [Key, RegExp])[] =>
  Object.entries<string>(table).map(([key, source]) => [key as Key, patternOf(source)]);

const MEASURES = entriesOf(MEASURE_PATTERNS);
const WORDS: readonly (readonly [Word, RegExp])[] = [
  ...entriesOf(FLAGS).map(([detail, pattern]) => [{ is: "detail", detail, values: [] }, pattern] as const),
  ...entriesOf(OPERATIONS).map(([operation, pattern]) => [{ is: "operation", operation }, pattern] as const),
  [{ is: "verb" }, patternOf(VERBS)],
  [{ is: "filler" }, patternOf(FILLERS)],
];

/** The word or phrase where the reader stands in a normalised clause; null for one that is not understood. */
export function wordAt(clause: string, at: number): { readonly word: Word; readonly end: number } | null {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(clause);
  };
  for (const [detail, pattern] of MEASURES) {
    const found = match(pattern);
    if (!found) continue;
    const values = found.slice(1).flatMap((value) => (value === undefined ? [] : [FRACTIONS[value] ?? Number(value)]));
    const read = detail === "fraction" ? [values.reduce((one, other) => one * other)] : values;
    return { word: { is: "detail", detail, values: read }, end: at + found[0].length };
  }
  // Where several match, the longest is meant.
  let longest: { readonly word: Word; readonly end: number } | null = null;
  for (const [word, pattern] of WORDS) {
    const end = at + (match(pattern)?.[0].length ?? 0);
    if (end > (longest?.end ?? at)) longest = { word, end };
  }
  return longest;
}
