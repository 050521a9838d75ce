import type * as z from "zod";
import { catalogueModel } from "../../../r2-schemas/catalogue.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { DamagedSnapshot } from "./bucket.ts";

/** The cells of a block of rows, by column name. */
export type Block = Record<string, (number | null)[]>;

/** The values of one field for many rows, stored contiguously. */
export interface FieldColumn<T> {
  push(value: T): void;
  /** @throws {RangeError} for a row that does not exist */
  at(index: number): T;
  /** Adds all cells to a block under a name. */
  write(block: Block, name: string): void;
  /** Appends values from a block. @throws {DamagedSnapshot} for invalid cells */
  read(block: Readonly<Record<string, unknown>>, name: string, count: number): void;
  /** Frees memory reserved for further rows. */
  trim(): void;
}

type Fields<T> = { readonly [Name in keyof T]-?: FieldColumn<T[Name]> };

/** One column for each field of a model, and all of them as one. */
export interface ModelColumns {
  readonly fields: Fields<CatalogueModel>;
  readonly models: FieldColumn<CatalogueModel>;
}

/** Empty columns for models, as the schema of stored models has their fields. */
export function createModelColumns(strings: Strings): ModelColumns {
  const fields = fieldColumns(catalogueModel.shape, strings) as Fields<CatalogueModel>;
  return { fields, models: record(fields) };
}

const fieldColumns = (shape: z.core.$ZodShape, strings: Strings): Readonly<Record<string, FieldColumn<unknown>>> =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, columnOf(schema, strings)]));

/** The column for the values that a schema accepts. @throws {TypeError} for a kind of schema that no model needs */
function columnOf(schema: z.core.$ZodType, strings: Strings, isNullable = false): FieldColumn<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "readonly":
      return columnOf(def.innerType, strings, isNullable);
    case "nullable":
      return columnOf(def.innerType, strings, true);
    case "array":
      return list(columnOf(def.element, strings), isNullable);
    case "object":
      return record(fieldColumns(def.shape, strings));
    case "enum":
      return text(strings, isNullable, new Set(Object.values(def.entries).map(String)));
    case "string":
      return text(strings, isNullable);
    case "number":
      return number(isNullable);
    case "boolean":
      return flag(isNullable);
    default:
      throw new TypeError(`There is no column for a ${def.type}`);
  }
}

type Numbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

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

const integers = (length: number): Numbers => new Uint32Array(length);
const decimals = (length: number): Numbers => new Float64Array(length);

const isIndex = (cell: number, least: number, most: number): boolean =>
  Number.isInteger(cell) && cell >= least && cell <= most;

/** Numbers are their own cells, and null is NaN. */
const number = (isNullable: boolean): FieldColumn<unknown> =>
  numbers({
    make: decimals,
    encode: (value) => {
      if (isNullable && value === null) return Number.NaN;
      if (!Number.isFinite(value)) throw new RangeError(`${value} is no figure`);
      return Number(value);
    },
    decode: (cell) => (Number.isNaN(cell) ? null : cell),
    isSound: (cell) => Number.isFinite(cell) || (isNullable && Number.isNaN(cell)),
  });

const UNKNOWN_FLAG = 2;

const flag = (isNullable: boolean): FieldColumn<unknown> =>
  numbers({
    make: integers,
    encode: (value) => (value === null ? UNKNOWN_FLAG : Number(value)),
    decode: (cell) => (cell === UNKNOWN_FLAG ? null : cell === 1),
    isSound: (cell) => isIndex(cell, 0, isNullable ? UNKNOWN_FLAG : 1),
  });

/**
 * Texts by their places among the strings, where 0 is null.
 * @param words those that there may be, if there are few; files hold the word itself, so that their order may change
 */
const text = (strings: Strings, isNullable: boolean, words?: ReadonlySet<string>): FieldColumn<unknown> =>
  numbers({
    make: integers,
    encode: (value) => (value === null ? 0 : strings.placeOf(String(value))),
    decode: (cell) => (cell === 0 ? null : strings.at(cell)),
    isSound: (cell) =>
      isIndex(cell, isNullable ? 0 : 1, strings.length) && (words === undefined || words.has(strings.at(cell))),
  });

/** More than any list of a model holds; bounds the memory that a damaged file can claim. */
const MAX_LIST = 10_000;

/** A column of lists: the items of all rows in one column, the end index of each row, and which are null. */
function list(items: FieldColumn<unknown>, isNullable: boolean): FieldColumn<unknown> {
  const known = isNullable ? flag(false) : null;
  const ends = numbers<number>({
    make: integers,
    encode: (value) => value,
    decode: (cell) => cell,
    isSound: (cell) => isIndex(cell, 0, MAX_LIST),
  });
  let rows = 0;
  const endOf = (row: number): number => (row < 0 ? 0 : ends.at(row));
  return {
    push(values) {
      known?.push(values !== null);
      const listed = Array.isArray(values) ? values : [];
      for (const value of listed) items.push(value);
      ends.push(endOf(rows - 1) + listed.length);
      rows++;
    },
    at(row) {
      const end = ends.at(row);
      if (known && known.at(row) === false) return null;
      const values: unknown[] = [];
      for (let place = endOf(row - 1); place < end; place++) values.push(items.at(place));
      return values;
    },
    write(block, name) {
      known?.write(block, `${name}.known`);
      block[`${name}.length`] = Array.from({ length: rows }, (_, row) => endOf(row) - endOf(row - 1));
      items.write(block, `${name}[]`);
    },
    read(block, name, count) {
      known?.read(block, `${name}.known`, count);
      const before = endOf(rows - 1);
      let end = before;
      for (const length of arrayOf(block, `${name}.length`, count)) {
        if (typeof length !== "number" || !isIndex(length, 0, MAX_LIST)) {
          throw new DamagedSnapshot(`column "${name}.length" holds what is no length`);
        }
        end += length;
        ends.push(end);
        rows++;
      }
      items.read(block, `${name}[]`, end - before);
    },
    trim() {
      known?.trim();
      ends.trim();
      items.trim();
    },
  };
}

/** A column of objects, each field in a column of its own. */
function record<T extends object>(fields: Fields<T>): FieldColumn<T> {
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
