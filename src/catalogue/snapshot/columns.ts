import { DamagedSnapshot } from "./bucket.ts";

/** The cells of a block of rows, by column name. */
export type Block = Record<string, (number | null)[]>;

/** The values of one field for many rows, stored contiguously. */
interface FieldColumn<T> {
  push(value: T): void;
  at(index: number): T;
  /** Adds all cells to a block under a name. */
  write(block: Block, name: string): void;
  /** Appends values from a block. @throws {DamagedSnapshot} for invalid cells */
  read(block: Readonly<Record<string, unknown>>, name: string, count: number): void;
  /** Frees memory reserved for further rows. */
  trim(): void;
}

type Numbers = Uint8Array | Uint32Array | Float64Array;

/** How values of a field are encoded as numbers. */
interface Cells<T> {
  readonly make: (length: number) => Numbers;
  readonly encode: (value: T) => number;
  readonly decode: (cell: number) => T;
  readonly isSound: (cell: number) => boolean;
}

/** Initial capacity in rows. */
const FIRST_LENGTH = 64;

/** A column of encoded numbers. NaN is written as `null`. */
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

/** The cells of a column in a block. @throws {DamagedSnapshot} if they are missing, or not `count` of them */
function arrayOf(block: Readonly<Record<string, unknown>>, name: string, count: number): readonly unknown[] {
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

/** The largest unsigned number of 32 bits. */
const MAX_PLACE = 0xffff_ffff;

const isBetween = (cell: number, least: number, most: number): boolean =>
  Number.isInteger(cell) && cell >= least && cell <= most;

/** A column of indexes, from 0. */
const place = (): FieldColumn<number> =>
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

/** A column of one of a few words. Files hold the word itself, so that the order of `words` may change. */
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

/** More than any list of a model holds; bounds the memory that a damaged file can claim. */
const MAX_LIST = 10_000;

interface ListColumn<T> extends FieldColumn<readonly T[]> {
  /** The number of items in all rows together. */
  total(): number;
}

/** A column of lists: the items of all rows in one column, and the end index of each row. */
export function list<T>(items: FieldColumn<T>): ListColumn<T> {
  const ends = place();
  let rows = 0;
  const endOf = (row: number): number => (row < 0 ? 0 : ends.at(row));
  return {
    total: () => endOf(rows - 1),
    push(values) {
      for (const value of values) items.push(value);
      ends.push(endOf(rows - 1) + values.length);
      rows++;
    },
    at(row) {
      const end = ends.at(row);
      const values: T[] = [];
      for (let place = endOf(row - 1); place < end; place++) values.push(items.at(place));
      return values;
    },
    write(block, name) {
      block[`${name}.length`] = Array.from({ length: rows }, (_, row) => endOf(row) - endOf(row - 1));
      items.write(block, `${name}[]`);
    },
    read(block, name, count) {
      const before = endOf(rows - 1);
      let end = before;
      for (const length of arrayOf(block, `${name}.length`, count)) {
        if (typeof length !== "number" || !Number.isInteger(length) || length < 0 || length > MAX_LIST) {
          throw new DamagedSnapshot(`column "${name}.length" holds what is no length`);
        }
        end += length;
        ends.push(end);
        rows++;
      }
      items.read(block, `${name}[]`, end - before);
    },
    trim() {
      ends.trim();
      items.trim();
    },
  };
}

/** A column of lists that may be null. */
export function optionalList<T>(items: FieldColumn<T>): FieldColumn<readonly T[] | null> {
  const known = flag();
  const lists = list(items);
  return {
    push(values) {
      known.push(values !== null);
      lists.push(values ?? []);
    },
    at: (row) => (known.at(row) ? lists.at(row) : null),
    write(block, name) {
      known.write(block, `${name}.known`);
      lists.write(block, name);
    },
    read(block, name, count) {
      known.read(block, `${name}.known`, count);
      lists.read(block, name, count);
    },
    trim() {
      known.trim();
      lists.trim();
    },
  };
}

export type Fields<T> = { readonly [Name in keyof T]-?: FieldColumn<T[Name]> };

/** A column of objects, each field in a column of its own. */
export function record<T extends object>(fields: Fields<T>): FieldColumn<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  return {
    push(value) {
      for (const name of names) fields[name].push(value[name]);
    },
    at(row) {
      const made: Partial<T> = {};
      for (const name of names) made[name] = fields[name].at(row);
      // `Fields` has every field of T.
      return made as T;
    },
    write(block, prefix) {
      for (const name of names) fields[name].write(block, under(prefix, name));
    },
    read(block, prefix, count) {
      for (const name of names) fields[name].read(block, under(prefix, name), count);
    },
    trim() {
      for (const name of names) fields[name].trim();
    },
  };
}

const under = (prefix: string, name: string): string => (prefix === "" ? name : `${prefix}.${name}`);

/** A table of distinct strings, referred to by their position from 1; 0 means no string. */
export class Strings {
  readonly #texts: string[] = [];
  /** Positions by string, built for the first `placeOf`: a catalogue that is only read does not need it. */
  #places: Map<string, number> | null = null;

  get length(): number {
    return this.#texts.length;
  }

  at(place: number): string {
    const text = this.#texts[place - 1];
    if (text === undefined) throw new RangeError(`There is no text ${place}`);
    return text;
  }

  placeOf(text: string): number {
    this.#places ??= new Map(this.#texts.map((known, index) => [known, index + 1]));
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#texts.push(text);
    this.#places.set(text, place);
    return place;
  }

  /** Appends strings, all of which must be new. */
  append(texts: readonly string[]): void {
    for (const text of texts) this.#texts.push(text);
    this.#places = null;
  }

  /** The strings after a position. */
  since(place: number): readonly string[] {
    return this.#texts.slice(place);
  }
}
