import type { Degree, FilterRule } from "./filter-words.ts";
import type { Filter } from "./filters.ts";
import { LOOK_RULES } from "./look-rules.ts";
import { SHAPE_RULES } from "./shape-rules.ts";

export type { Filter } from "./filters.ts";

/** Where several match, the longest is meant. */
const RULES: readonly FilterRule[] = [...SHAPE_RULES, ...LOOK_RULES];

/** Longer than any sensible chain of filters, short enough to read in no time. */
const MAX_INSTRUCTION_CHARS = 500;
const MAX_FILTERS = 10;

/** Spellings brought down to one, before the text is cut into clauses at commas and full stops. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/<[^>]*>(?:-\d+)?|[\w-]+\.(?:png|jpe?g|webp)\b/g, " image "],
  [/["'“”‘’`!?]/g, " "],
  [/\bblack(?: and | & |-and-|\/)white\b|\bb ?[&/] ?w\b/g, "blackwhite"],
  [
    /\b(horizontally|horizontal) (?:and|&) (?:vertically|vertical)\b|\b(vertically|vertical) (?:and|&) (?:horizontally|horizontal)\b/g,
    "bothways",
  ],
  [/\bleft and right\b/g, "left right"],
  [/×/g, "x"],
  [/°/g, " degrees"],
  [/%|\bper cent\b/g, " percent"],
  [/\b(\d+)-(?=degrees?|px|pixels?|percent)/g, "$1 "],
  [/\b(\d{1,3}),(\d{3})(?= ?(?:px|pixels?|x)\b)/g, "$1$2"],
  [/\(? ?\b(\d+) ?, ?(\d+) ?, ?(\d+) ?, ?(\d+)\b ?\)?/g, " rect $1 $2 $3 $4 "],
  [/\(? ?\b(\d+) ?, ?(\d+)\b ?\)?/g, " point $1 $2 "],
  [/\b(?:one )?hundred(?: and)? eighty\b/g, "180"],
  [/\btwo hundred(?: and)? seventy\b/g, "270"],
  [/\bforty[ -]five\b/g, "45"],
  [/\bninety\b/g, "90"],
  [/\btwo times\b/g, "2 times"],
  [/\bthree times\b/g, "3 times"],
  [/\bfour times\b/g, "4 times"],
  [/\b(counter|anti)-clockwise\b/g, "$1clockwise"],
  [/\b(gr[ea]y|re|upside)-(scale|size|down)\b/g, "$1 $2"],
];

const CLAUSE_END =
  /[,;:]+(?= |$)|\.(?= |$)|\band then\b|\bafter that\b|\b(?:and|then|afterwards|finally|plus|also)\b|&/g;

const FILLER =
  /(?:please|kindly|hi|hello|thanks?|thank you|(?:can|could|would|will) you|i (?:want|need|would like|d like)(?: you)?|let s|it|its|this|that|these|to|be|is|are|so|into|in|as|on|of|for|me|us|my|our|your|the|a|an|some|with|by|from|here|now|next|first|second|again|just|only|one|whole|entire|above|below|following|given|attached|uploaded|previous|last|resulting|result|output|new|version|copy|image|picture|photo|photograph|pic|file(?! size)|filter|effect|as well|too|based on|look|looks|looking|appear|become)(?!\w)/y;

/** Verbs that say nothing by themselves, so that a filter has to follow. */
const DOING =
  /(?:make|made|making|turn|turned|convert|converted|change|changed|apply|applied|give|create|generate|produce|do|get|put|add|use|run|perform|render|resize|rescale|scale|transform|edit|modify|process|set|take|show)(?!\w)/y;

const WEAK =
  /(?:slight(?:ly)?|a (?:little|bit|touch|tad)(?: bit)?|gently|gentle|lightly|light|softly|soft|subtl[ey]|weak(?:ly)?|mild(?:ly)?|somewhat)(?!\w)/y;
const STRONG =
  /(?:very(?: much)?|a lot|lots|heav(?:y|ily)|strong(?:ly)?|much|really|extreme(?:ly)?|far|intense(?:ly)?|greatly|significantly|considerably|more)(?!\w)/y;

/**
 * Reads an instruction for image filters: "make it grey and rotate it by 90 degrees". Every word must
 * be understood, so that nothing that was asked for is silently left out. English only.
 * @returns the filters in order, or null when any of it is not for filters ("remove the dog").
 */
export function readFilters(text: string): readonly Filter[] | null {
  if (text.length > MAX_INSTRUCTION_CHARS) return null;
  const normal = SPELLINGS.reduce(
    (rest, [pattern, by]) => rest.replace(pattern, by),
    text.normalize("NFKC").toLowerCase(),
  ).replaceAll(/\s+/g, " ");
  const filters: Filter[] = [];
  for (const clause of normal.split(CLAUSE_END)) {
    const read = readClause(clause.replaceAll(/[()]/g, " ").trim());
    if (read === null) return null;
    filters.push(...read);
  }
  const joined = joinSides(filters);
  return joined.length === 0 || joined.length > MAX_FILTERS || !joined.every(isSensible) ? null : joined;
}

interface Found {
  readonly rule: FilterRule;
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** "the blurred image" may only say which image is meant. */
  readonly names: boolean;
}

function readClause(clause: string): readonly Filter[] | null {
  const found: Found[] = [];
  let degree: Degree = "usual";
  let doing = false;
  for (let at = 0; at < clause.length; ) {
    if (clause[at] === " ") {
      at += 1;
      continue;
    }
    const longest = longestMatch(clause, at);
    if (longest !== null) {
      const end = at + longest.match[0].length;
      const names =
        /\bthe $/.test(clause.slice(0, at)) &&
        /^ (?:image|picture|photo|photograph|version|result|one)\b/.test(clause.slice(end));
      found.push({
        rule: longest.rule,
        groups: longest.match.groups ?? {},
        names: names || /\bthe edge map$/.test(clause.slice(0, end)),
      });
      at = end;
      continue;
    }
    const weak = matchAt(WEAK, clause, at);
    const strong = weak ?? matchAt(STRONG, clause, at);
    if (weak !== null) degree = "weak";
    else if (strong !== null && degree === "usual") degree = "strong";
    const verb = strong ?? matchAt(DOING, clause, at);
    const skipped = verb ?? matchAt(FILLER, clause, at);
    if (skipped === null) return null;
    doing ||= strong === null && verb !== null;
    at += skipped[0].length;
  }
  const asked = found.some(({ names }) => !names) ? found.filter(({ names }) => !names) : found;
  if (asked.length > 1 && asked.some(({ rule }) => rule.alone === true)) return null;
  return doing && asked.length === 0 ? null : asked.flatMap(({ rule, groups }) => rule.read(groups, degree));
}

function longestMatch(
  clause: string,
  at: number,
): { readonly rule: FilterRule; readonly match: RegExpExecArray } | null {
  let longest: { readonly rule: FilterRule; readonly match: RegExpExecArray } | null = null;
  for (const rule of RULES) {
    const match = matchAt(rule.pattern, clause, at);
    if (match !== null && match[0].length > (longest?.match[0].length ?? 0)) longest = { rule, match };
  }
  return longest;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** "800 pixels wide and 600 high" is one size. */
function joinSides(filters: readonly Filter[]): readonly Filter[] {
  const joined: Filter[] = [];
  for (const filter of filters) {
    const before = joined.at(-1);
    const both =
      before?.filter === "resize" &&
      filter.filter === "resize" &&
      (before.width ?? filter.width) !== null &&
      (before.height ?? filter.height) !== null;
    if (both && (before.width === null || before.height === null)) {
      joined[joined.length - 1] = {
        filter: "resize",
        width: before.width ?? filter.width,
        height: before.height ?? filter.height,
      };
    } else joined.push(filter);
  }
  return joined;
}

/** No picture has sides of nothing, and none is cut to less than a pixel. */
function isSensible(filter: Filter): boolean {
  switch (filter.filter) {
    case "resize":
      return filter.width !== 0 && filter.height !== 0;
    case "scale":
      return filter.factor > 0 && Number.isFinite(filter.factor);
    case "thumbnail":
      return filter.side > 0;
    case "crop":
      if (filter.to.as === "rectangle") return filter.to.width > 0 && filter.to.height > 0;
      return filter.to.as !== "part" || (filter.to.right > filter.to.left && filter.to.bottom > filter.to.top);
    default:
      return true;
  }
}
