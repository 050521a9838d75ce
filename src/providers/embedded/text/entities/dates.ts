import { type Entity, entityAt } from "./entity.ts";

const ENGLISH =
  "January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec";
/** Invoices and letters from the neighbours; only beside a day and a year, as several are also words. */
const OTHERS =
  "Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|januari|februari|maart|juni|juli|augustus|oktober|december";
const WEEKDAY = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const DAY = "(?:3[01]|[12]\\d|0?[1-9])";
const YEAR = "(?:1[0-9]\\d\\d|20\\d\\d)";
/** One blank, or the line's end where a letter wraps. */
const GAP = "[ \\u00a0]?(?:[ \\u00a0]|\\r?\\n)[ \\u00a0]?";
const MONTH_EN = `(?:${ENGLISH})(?![\\p{L}])\\.?`;
const BEFORE = "(?<![\\p{L}\\p{N}./-])";
const AFTER = "(?![\\p{L}\\p{N}]|[./-]\\d)";

const CALENDAR = new RegExp(
  [
    `${BEFORE}${YEAR}(?<isoMark>[-/.])(?:1[0-2]|0[1-9])\\k<isoMark>(?:3[01]|[12]\\d|0[1-9])${AFTER}`,
    `${BEFORE}\\d{1,2}(?<mark>[./-])\\d{1,2}\\k<mark>(?:${YEAR}|\\d\\d)${AFTER}`,
    `${BEFORE}(?:${WEEKDAY},? (?:the )?)?${DAY}(?:st|nd|rd|th)?(?:${GAP}of)?${GAP}${MONTH_EN}(?:,?${GAP}${YEAR})?${AFTER}`,
    `${BEFORE}${DAY}\\.?(?: de)?${GAP}(?:${OTHERS})(?![\\p{L}])(?: de)?${GAP}${YEAR}${AFTER}`,
    `${BEFORE}(?:${WEEKDAY},? )?${MONTH_EN}${GAP}${DAY}(?:st|nd|rd|th)?(?![\\d:]|[.,]\\d)(?:,?${GAP}${YEAR})?${AFTER}`,
    `${BEFORE}${MONTH_EN},?${GAP}${YEAR}${AFTER}`,
  ].join("|"),
  "giu",
);

const RELATIVE = new RegExp(
  `${BEFORE}(?:(?:last|next|this) (?:week|month|year|quarter|spring|summer|autumn|fall|winter|${WEEKDAY})|${WEEKDAY}|today|tomorrow|yesterday|tonight)(?!['’]?[\\p{L}\\p{N}])`,
  "giu",
);

/** A bare year or month counts only after a word that announces a time: 1984 may be a quantity, and May a name. */
const ANNOUNCED =
  /(?<![\p{L}\p{N}])(?<word>[Ii]n|[Ss]ince|[Uu]ntil|till|[Bb]y|[Bb]efore|[Aa]fter|[Dd]uring|[Ff]rom|[Bb]etween|of|to|and|early|late|mid)[ \n](?<date>(?:1[0-9]\d\d|20\d\d)|January|February|March|April|May|June|July|August|September|October|November|December)(?![\p{L}\p{N}]|[.,]\d|[ ]?[%€£$]|-\d)/gu;
/** They announce much else, too: "from May" may be a person's letter. */
const LOOSE_WORD = /^(?:from|between|to|and|of|by|before|after)$/i;
/** These are years only in each other's company: "1887 to 1889", "between 1842 and 1843". */
const NEEDS_RANGE = /^(?:from|between|to|and)$/i;
const YEAR_BEFORE = /(?:1[0-9]\d\d|20\d\d)[ \n]$/;
const YEAR_AFTER = /^[ \n](?:to|and|until)[ \n](?:1[0-9]\d\d|20\d\d)/;
/** "In 2000 cases" counts; "in 1984 this was" does not. */
const COUNTS = /^ (?!was\b|is\b|has\b|as\b|this\b|its\b|his\b|does\b)\p{Ll}{2,}s\b/u;

/**
 * Dates as calendars, letters and forms write them (`2026-12-15`, `15 December 2026`, `05/21/2026`, `May 1937`),
 * weekdays, years and months after a preposition, and days relative to today.
 */
export function findDates(text: string): Entity[] {
  const calendar = [...text.matchAll(CALENDAR)].filter(
    (match) => !WORDS_AS_MONTHS.test(match[0]) && isCalendarDay(match[0]),
  );
  const written = [...calendar, ...text.matchAll(RELATIVE)].map((match) =>
    entityAt("DATE", text, match.index, match.index + match[0].replace(/\.$/, "").length),
  );
  const announced = [...text.matchAll(ANNOUNCED)].flatMap((match) => {
    const { word = "", date = "" } = match.groups ?? {};
    const end = match.index + match[0].length;
    const meant = /^\d/.test(date)
      ? isYear(text, match.index, end, word)
      : !(LOOSE_WORD.test(word) && /^(?:May|March)$/.test(date));
    return meant ? [entityAt("DATE", text, end - date.length, end)] : [];
  });
  return [...written, ...announced];
}

/** "20-45-77" is a bank's sort code: a day and a month, in either order, then a year. */
function isCalendarDay(text: string): boolean {
  const parts = /^(\d{1,2})[./-](\d{1,2})[./-]/.exec(text);
  if (parts === null) return true;
  const [small, large] = [Number(parts[1]), Number(parts[2])].sort((a, b) => a - b);
  return small !== undefined && large !== undefined && small >= 1 && small <= 12 && large <= 31;
}

/** "May 3" is a date, "may 3" is not: these months are words, too. */
const WORDS_AS_MONTHS = /^(?:may|march|mar|sun|sat|dec|jan)\b/;

function isYear(text: string, start: number, end: number, word: string): boolean {
  if (COUNTS.test(text.slice(end, end + 24))) return false;
  return (
    !NEEDS_RANGE.test(word) ||
    YEAR_BEFORE.test(text.slice(Math.max(0, start - 6), start)) ||
    YEAR_AFTER.test(text.slice(end, end + 12))
  );
}
