/**
 * Divides words in a row into stretches that can be read at once, each as long as there is room for; one ends where something
 * ends, if that is in its second half.
 * @param sizes of each word, in pieces; one that is larger than the room makes a stretch by itself
 * @param endsBehind whether something ends behind a word: a sentence, a clause
 * @returns the places of the first word of each, and behind its last
 */
export function stretchesOf(
  sizes: readonly number[],
  room: number,
  endsBehind: (place: number) => boolean,
): readonly (readonly [start: number, end: number])[] {
  const stretches: (readonly [number, number])[] = [];
  for (let start = 0; start < sizes.length; ) {
    let end = start;
    for (let left = room; end < sizes.length && (end === start || left >= (sizes[end] ?? 0)); end++)
      left -= sizes[end] ?? 0;
    if (end < sizes.length) {
      const half = start + Math.floor((end - start) / 2);
      let border = end - 1;
      while (border >= half && !endsBehind(border)) border--;
      if (border >= half) end = border + 1;
    }
    stretches.push([start, end]);
    start = end;
  }
  return stretches;
}
