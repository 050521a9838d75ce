import type { Memory } from "./memory.ts";

/** Chunks of about this size: small enough for small tasks, large enough that a search of 96 MB has few. */
const CHUNK_BYTES = 1 << 16;

/**
 * Rows of 32-bit numbers, all of one width, that grow in number without being copied: a list that doubles holds
 * up to three times what it needs while it does.
 */
export class RowStore {
  readonly width: number;
  readonly #memory: Memory;
  readonly #chunkBytes: number;
  readonly #chunks: Int32Array[] = [];
  readonly #shift: number;
  readonly #mask: number;
  #count = 0;

  /** A row may cost some bytes beside its numbers, such as those of an entry that leads to it. */
  constructor(width: number, memory: Memory, bytesBeside = 0) {
    this.width = width;
    this.#memory = memory;
    const rowBytes = 4 * width + bytesBeside;
    this.#shift = Math.max(0, Math.floor(Math.log2(CHUNK_BYTES / rowBytes)));
    this.#mask = (1 << this.#shift) - 1;
    this.#chunkBytes = rowBytes << this.#shift;
  }

  get count(): number {
    return this.#count;
  }

  /** Appends a row of zeros and returns its number. */
  add(): number {
    const row = this.#count;
    if (row >>> this.#shift === this.#chunks.length) {
      this.#memory.claim(this.#chunkBytes);
      this.#chunks.push(new Int32Array(this.width << this.#shift));
    }
    this.#count++;
    return row;
  }

  /** Whether another row fits the memory. */
  get hasRoom(): boolean {
    return this.#count >>> this.#shift < this.#chunks.length || this.#memory.offers(this.#chunkBytes);
  }

  /** The chunk that holds the row; it begins at `offset(row)`. */
  chunk(row: number): Int32Array {
    return this.#chunks[row >>> this.#shift] as Int32Array;
  }

  offset(row: number): number {
    return (row & this.#mask) * this.width;
  }

  get(row: number, column: number): number {
    return this.chunk(row)[this.offset(row) + column] as number;
  }

  set(row: number, column: number, value: number): void {
    this.chunk(row)[this.offset(row) + column] = value;
  }
}
