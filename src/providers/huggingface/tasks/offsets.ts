/**
 * Where the offsets that models give are in a text of ours: they count Unicode code points, as Python does, where ours
 * count UTF-16 units. Offsets behind the end are the end.
 */
export function utf16Offsets(text: string): (codePoints: number) => number {
  // Nearly every text is of one unit a code point, and needs no table.
  if (!/[\ud800-\udbff]/.test(text)) return (codePoints) => Math.min(codePoints, text.length);
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    offsets.push(offset);
    offset += character.length;
  }
  return (codePoints) => offsets[codePoints] ?? text.length;
}
