/** Sets of atoms as bits, 32 to a word. */
export function wordsFor(atoms: number): number {
  return Math.max(1, Math.ceil(atoms / 32));
}

export function bitsOf(atoms: Iterable<number>, size: number): Int32Array {
  const bits = new Int32Array(wordsFor(size));
  for (const atom of atoms) bits[atom >>> 5] = (bits[atom >>> 5] as number) | (1 << (atom & 31));
  return bits;
}

export function has(bits: Int32Array, atom: number): boolean {
  return (((bits[atom >>> 5] as number) >>> (atom & 31)) & 1) === 1;
}
