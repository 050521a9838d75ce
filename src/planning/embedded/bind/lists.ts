/** What is asked for is listed in a phrase or two. */
const MAX_READ_CHARS = 2_000;
/** Items are phrases, not sentences. */
const MAX_ITEM_CHARS = 300;
const MAX_TEXTS = 30;

/** "one of a fox, another of a bear": each begins an item. */
const ONES =
  /(?:^|[\s,:;.(-])(?:and )?(?:one|another(?: one)?|the other(?: one)?|once)\b(?! (?:of (?:the|these|those|them)|or)\b)/giu;
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
};
/** "two clips: ", "three icons for my site - ": how many there are of what, up to the list. */
const COUNT = /\b(two|three|four|five|six|[2-6]) (?:[\p{L}'-]+ ){0,8}?[\p{L}'-]+(?::|,|\s[-–—])\s+/iu;
/** From the strongest on. */
const JOINTS: readonly RegExp[] = [
  /\s*;\s*/,
  /\.\s+(?:and\s+)?/i,
  /,?\s+and\s+(?=an?\s)|,\s*(?:and\s+)?/i,
  /\s*[,;.]\s*(?:and\s+)?|\s(?:and|then|plus)\s/i,
];

/**
 * What a request for several of a kind asks for, one by one: "two clips: a kite, and a crane", "one as a mosaic, one as a
 * drawing". Empty when it names no more than one.
 */
export function itemsIn(request: string): readonly string[] {
  const text = request.slice(0, MAX_READ_CHARS);
  const marks = [...text.matchAll(ONES)];
  const ones = marks.map((mark, at) => tidy(text.slice(mark.index + mark[0].length, marks[at + 1]?.index)));
  if (ones.length > 1 && ones.every(isItem)) return ones;
  const counted = COUNT.exec(text);
  if (!counted) return [];
  const list = text.slice(counted.index + counted[0].length);
  const isAlike = (items: readonly string[]): boolean =>
    !counted[0].includes(",") || items.every((item) => /^an?\s/i.test(item));
  const lists = JOINTS.map((joint) =>
    list
      .split(joint)
      .map(tidy)
      .filter((item) => item !== ""),
  );
  const wanted = COUNTS[counted[1]?.toLowerCase() ?? ""];
  return lists.find((items) => items.length === wanted && isAlike(items) && items.every(isItem)) ?? [];
}

/** "1) …", "b. …", "- …", "two: …": what begins an item. */
const ITEM =
  /(?:^|\s)(?:\(?(?:[1-9]|[a-h]|i{1,3}|iv)[).:]|(?:one|two|three|four|first|second|third|fourth|[A-H]|[Pp]\d)(?: one)?:|[-•*](?=\s))\s+/gu;

/** The texts of an enumeration, each without its number; empty for fewer than two. */
export function listedTexts(text: string): readonly string[] {
  const marks = [...text.matchAll(ITEM)].slice(0, MAX_TEXTS);
  const items = marks.map(({ index, 0: mark }, at) =>
    text
      .slice(index + mark.length, marks[at + 1]?.index)
      .trim()
      .replace(/^"(.*)"$/s, "$1")
      .replace(/[;,]$/, ""),
  );
  return items.length > 1 && items.every((item) => item !== "") ? items : [];
}

const isItem = (item: string): boolean => item.length <= MAX_ITEM_CHARS && /\p{L}/u.test(item);

const tidy = (item: string): string =>
  item
    .replace(/^[\s,:;.–—-]+|[\s,:;.–—!-]+$/gu, "")
    .replace(/,?\s+(?:and|or|then|please|pls)$/i, "")
    .replace(/^(?:of|as|like|on|about|with|for|from|just|is|shows?|showing|namely|and|being)\s+/i, "");
