/** "one of a fox, another of a bear": each begins an item. */
const ONES =
  /(?:^|[\s,:;.(-])(?:and )?(?:one|another(?: one)?|the other(?: one)?|other one|once)\b(?! (?:of (?:the|these|those|them)\b|or\b|joint|single|more time|thing|day|by one))/giu;
const COUNTS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  "2": 2,
  "3": 3,
  "4": 4,
  "5": 5,
  "6": 6,
  both: 2,
};
/** "two clips: ", "three icons for my site - ": how many there are of what, up to the list. */
const COUNT =
  /\b(two|three|four|five|six|[2-6]) (?!(?:minute|hour|day|line|sentence|word|paragraph|page|people|year|time|euro|dollar|week|month)s?\b)(?:[\p{L}'-]+ ){0,8}?[\p{L}'-]+s?(?:\s\p{L}[\p{L}'-]*){0,6}?(?::|,|\s[-–—]|\bout of it:?)\s+/iu;
const LIST_JOINT = /\s*(?:[,;.]\s*(?:and\s+|then\s+)?|\s(?:and|then|plus)\s)\s*/iu;
/** Before an item. */
const LEADS = /^(?:(?:of|as|like|on|about|with|for|from|just|is|shows?|showing|namely|and|being)\s+(?=\S))/i;
/** What is asked for is listed in a phrase or two. */
const MAX_READ_CHARS = 2_000;
/** Items are phrases, not sentences. */
const MAX_ITEM_CHARS = 300;

/**
 * What a request for several of a kind asks for, one by one: "two clips: a kite, and a crane", "one as a mosaic, one as a
 * drawing". Empty when it names no more than one.
 */
export function itemsIn(request: string): readonly string[] {
  const text = request.slice(0, MAX_READ_CHARS);
  const marks = [...text.matchAll(ONES)];
  if (marks.length > 1) {
    const items = marks.map((mark, at) => tidy(text.slice(mark.index + mark[0].length, marks[at + 1]?.index)));
    if (items.every(isItem)) return items;
  }
  const counted = COUNT.exec(text);
  const count = COUNTS[counted?.[1]?.toLowerCase() ?? ""];
  if (!counted || count === undefined) return [];
  const list = text.slice(counted.index + counted[0].length);
  for (const joint of [/\s*;\s*/, /\.\s+(?:and\s+)?/i, /,?\s+and\s+(?=an?\s)|,\s*(?:and\s+)?/i, LIST_JOINT]) {
    const items = list
      .split(joint)
      .map(tidy)
      .filter((item) => item !== "");
    const isAlike = counted[0].includes(",") ? items.every((item) => /^an?\s/i.test(item)) : true;
    if (items.length === count && isAlike && items.every(isItem)) return items;
  }
  return [];
}

/** "a greenhouse and a monastery cell", where something else says that each is wanted. */
export function pairIn(text: string): readonly string[] {
  const items = text.split(/,?\s+and\s+(?:then\s+)?(?:separately,?\s+|on\s+)?(?=an?\s)/i).map(tidy);
  return items.length > 1 && items.every((item) => /^an?\s/i.test(item)) ? items : [];
}

const HEADING = /^[^:?]{1,60}:\s+/;
/** What is asked for by its name, "closing date", takes few words. */
const MAX_FACT_WORDS = 7;

const IDLE = /^(?:(?:please|pls|thanks?|thank you|short|quick(?:ly)?|that's (?:it|all)|hm+)\W*)?$/i;

/** Facts that are asked for in a list: "@document: closing date, contact person?". Empty for fewer than two. */
export function factsIn(clause: string, asks: boolean): readonly string[] {
  const text = clause.slice(0, MAX_READ_CHARS);
  const counted = itemsIn(text);
  if (counted.length > 1) return counted;
  const isHeaded = HEADING.test(text);
  const items = text
    .replace(HEADING, "")
    .split(/,\s*(?:and\s+)?|\s+and\s+(?=(?:the|its|his|her|their)\b)/i)
    .map(tidy)
    .filter((item) => !IDLE.test(item));
  const isList =
    isHeaded || (asks && items.length > 2) || items.every((item) => /^(?:the|its|his|her|their) /i.test(item));
  return isList && items.length > 1 && items.every((item) => isItem(item) && item.split(" ").length <= MAX_FACT_WORDS)
    ? items
    : [];
}

const isItem = (item: string): boolean => item.length > 0 && item.length <= MAX_ITEM_CHARS && /\p{L}/u.test(item);

function tidy(item: string): string {
  let words = item.replace(/^[\s,:;.–—-]+|[\s,:;.–—!-]+$/gu, "").replace(/,?\s+(?:and|or|then|please|pls)$/i, "");
  words = words.replace(LEADS, "");
  return words.trim();
}
