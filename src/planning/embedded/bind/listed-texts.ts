/** "1) …", "b. …", "- …", "two: …": what begins an item. */
const ITEM =
  /(?:^|\s)(?:\(?(?:[1-9]|[a-h]|i{1,3}|iv)[).:]|(?:one|two|three|four|first|second|third|fourth|[A-H]|[Pp]\d)(?: one)?:|[-•*](?=\s))\s+/gu;
const MAX_ITEMS = 30;

/** The texts of an enumeration, each without its number; empty for fewer than two. */
export function listedTexts(text: string): readonly string[] {
  const marks = [...text.matchAll(ITEM)].slice(0, MAX_ITEMS);
  const items = marks.map(({ index, 0: mark }, at) =>
    text
      .slice(index + mark.length, marks[at + 1]?.index)
      .trim()
      .replace(/^"(.*)"$/s, "$1")
      .replace(/[;,]$/, ""),
  );
  return items.length > 1 && items.every((item) => item !== "") ? items : [];
}
