import { DamagedSnapshot } from "./damaged.ts";
import type { Strings } from "./strings.ts";

/** Cells by the name of their column. */
export type Block = Record<string, (number | null)[]>;

/** The values of one field of many rows, one after the other. */
export interface FieldColumn<T> {
  push(value: T): void;
  at(index: number): T;
  /** Adds all of its cells to a block, under its name. */
  write(block: Block, name: string): void;
  /** Appends values from a block. @throws {DamagedSnapshot} for cells that cannot be these values. */
  read(block: Readonly<Record<string, unknown>>, name: string, count: number): void;
  /** Gives back the memory that was set aside for more. */
  trim(): void;
}

type Numbers = Uint8Array | Uint32Array | Float64Array;

/** How a field becomes a number and back. */
interface Cells<T> {
  readonly make: (length: number) => Numbers;
  readonly encode: (value: T) => number;
  readonly decode: (cell: number) => T;
  readonly isSound: (cell: number) => boolean;
}

/** Rows that are set aside at first. */
const FIRST_LENGTH = 64;

/** A column of numbers. What is not a number (NaN) is `null` in a file. */
function numbers<T>({ make, encode, decode, isSound }: Cells<T>): FieldColumn<T> {
  let cells = make(FIRST_LENGTH);
  let length = 0;
  const resize = (size: number): void => {
    const resized = make(size);
    resized.set(cells.subarray(0, length));
    cells = resized;
  };
  const reserve = (count: number): void => {
    if (length + count > cells.length) resize(Math.max(length + count, cells.length * 2));
  };
  return {
    push(value) {
      reserve(1);
      cells[length++] = encode(value);
    },
    at(index) {
      const cell = index < length ? cells[index] : undefined;
      if (cell === undefined) throw new RangeError(`There is no row ${index}`);
      return decode(cell);
    },
    write(block, name) {
      block[name] = Array.from(cells.subarray(0, length), (cell) => (Number.isNaN(cell) ? null : cell));
    },
    read(block, name, count) {
      const given = arrayOf(block, name, count);
      reserve(count);
      for (const raw of given) {
        const cell = raw === null ? Number.NaN : raw;
        if (typeof cell !== "number" || !isSound(cell)) throw new DamagedSnapshot(`column "${name}" holds ${say(raw)}`);
        cells[length++] = cell;
      }
    },
    trim: () => resize(length),
  };
}

/** The cells of a column. @throws {DamagedSnapshot} where they are missing, or not as many. */
export function arrayOf(block: Readonly<Record<string, unknown>>, name: string, count: number): readonly unknown[] {
  const given = block[name];
  if (!Array.isArray(given)) throw new DamagedSnapshot(`column "${name}" is missing`);
  if (given.length !== count) {
    throw new DamagedSnapshot(`column "${name}" holds ${given.length} cells instead of ${count}`);
  }
  return given;
}

const say = (cell: unknown): string => (JSON.stringify(cell) ?? "nothing").slice(0, 40);

const bytes = (length: number): Numbers => new Uint8Array(length);
const places = (length: number): Numbers => new Uint32Array(length);
const decimals = (length: number): Numbers => new Float64Array(length);

/** What 32 bits hold. */
const MAX_PLACE = 0xffff_ffff;

const isBetween = (cell: number, least: number, most: number): boolean =>
  Number.isInteger(cell) && cell >= least && cell <= most;

/** Counted from 0 on. */
export const place = (): FieldColumn<number> =>
  numbers({
    make: places,
    encode: (value) => value,
    decode: (cell) => cell,
    isSound: (cell) => isBetween(cell, 0, MAX_PLACE),
  });

export const number = (): FieldColumn<number> =>
  numbers({
    make: decimals,
    encode: (value) => {
      if (!Number.isFinite(value)) throw new RangeError(`${value} is no figure`);
      return value;
    },
    decode: (cell) => cell,
    isSound: Number.isFinite,
  });

export const optionalNumber = (): FieldColumn<number | null> =>
  numbers({
    make: decimals,
    encode: (value) => {
      if (value !== null && !Number.isFinite(value)) throw new RangeError(`${value} is no figure`);
      return value ?? Number.NaN;
    },
    decode: (cell) => (Number.isNaN(cell) ? null : cell),
    isSound: (cell) => Number.isFinite(cell) || Number.isNaN(cell),
  });

export const flag = (): FieldColumn<boolean> =>
  numbers({ make: bytes, encode: Number, decode: (cell) => cell === 1, isSound: (cell) => isBetween(cell, 0, 1) });

const UNKNOWN_FLAG = 2;

export const optionalFlag = (): FieldColumn<boolean | null> =>
  numbers({
    make: bytes,
    encode: (value) => (value === null ? UNKNOWN_FLAG : Number(value)),
    decode: (cell) => (cell === UNKNOWN_FLAG ? null : cell === 1),
    isSound: (cell) => isBetween(cell, 0, UNKNOWN_FLAG),
  });

export const text = (strings: Strings): FieldColumn<string> =>
  numbers({
    make: places,
    encode: (value) => strings.placeOf(value),
    decode: (cell) => strings.at(cell),
    isSound: (cell) => isBetween(cell, 1, strings.length),
  });

export const optionalText = (strings: Strings): FieldColumn<string | null> =>
  numbers({
    make: places,
    encode: (value) => (value === null ? 0 : strings.placeOf(value)),
    decode: (cell) => (cell === 0 ? null : strings.at(cell)),
    isSound: (cell) => isBetween(cell, 0, strings.length),
  });

/** One of some words. A file holds the word, so that their order may change. */
export function choice<Word extends string>(strings: Strings, words: readonly Word[]): FieldColumn<Word> {
  const known = new Map<string, Word>(words.map((word) => [word, word]));
  return numbers({
    make: places,
    encode: (word) => strings.placeOf(word),
    decode: (cell) => {
      const word = known.get(strings.at(cell));
      if (word === undefined) throw new RangeError(`“${strings.at(cell)}” is none of ${words.join(", ")}`);
      return word;
    },
    isSound: (cell) => isBetween(cell, 1, strings.length) && known.has(strings.at(cell)),
  });
}
