import * as z from "zod";
import { catalogueModel } from "../../../r2-schemas/catalogue.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { parsedJson } from "../../domain/json.ts";
import { DamagedSnapshot } from "./bucket.ts";

/** The cells of a block of models, by the name of their column. */
type Block = Record<string, unknown>;

/** Writes the values of one field for all models of a block, and reads them again. */
interface Column {
  write(block: Block, name: string, values: readonly unknown[]): void;
  /** @throws {DamagedSnapshot} for invalid cells */
  read(block: Readonly<Block>, name: string, count: number): readonly unknown[];
}

/** The distinct strings of a file in the order in which they first occur; a cell names one by its place, from 1 on. */
export class Strings {
  readonly texts: string[] = [];
  /** Built for the first `placeOf`: a file that is only read does not need it. */
  #places: Map<string, number> | undefined;

  placeOf(text: string): number {
    this.#places ??= new Map(this.texts.map((known, index) => [known, index + 1]));
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.texts.push(text);
    this.#places.set(text, place);
    return place;
  }
}

/** Models as the columns of a block, one for each field of the schema of stored models. */
export function createModelColumns(strings: Strings) {
  const column = columnOf(catalogueModel, strings);
  return {
    write(models: readonly CatalogueModel[]): Block {
      const block: Block = {};
      column.write(block, "", models);
      return block;
    },
    /** @throws {DamagedSnapshot} for invalid cells */
    read: (block: Readonly<Block>, count: number) => column.read(block, "", count) as readonly CatalogueModel[],
  };
}

/** The column for the values that a schema accepts. @throws {TypeError} for a kind of schema that no model needs */
function columnOf(schema: z.core.$ZodType, strings: Strings, isNullable = false): Column {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "readonly":
      return columnOf(def.innerType, strings, isNullable);
    case "nullable":
      return columnOf(def.innerType, strings, true);
    case "default":
      return later(columnOf(def.innerType, strings, isNullable), def.defaultValue);
    case "array":
      return list(columnOf(def.element, strings), isNullable);
    case "object":
      if (isNullable) return json(schema, strings);
      return record(Object.entries(def.shape).map(([name, field]) => [name, columnOf(field, strings)]));
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

/** A column of a field that files of before do not have: there it holds the default throughout. */
const later = (column: Column, value: unknown): Column => ({
  write: column.write,
  read: (block, name, count) =>
    [name, `${name}.length`].some((cells) => Object.hasOwn(block, cells))
      ? column.read(block, name, count)
      : Array.from({ length: count }, () => value),
});

/** A column with one cell for each value. @param decode gives undefined for an invalid cell */
const single = (encode: (value: unknown) => number | null, decode: (cell: unknown) => unknown): Column => ({
  write(block, name, values) {
    block[name] = values.map(encode);
  },
  read: (block, name, count) =>
    cellsOf(block, name, count).map((cell) => {
      const value = decode(cell);
      if (value === undefined) {
        throw new DamagedSnapshot(`column "${name}" holds ${(JSON.stringify(cell) ?? "nothing").slice(0, 40)}`);
      }
      return value;
    }),
});

/** The cells of a column in a block. @throws {DamagedSnapshot} if they are missing, or not `count` of them */
function cellsOf(block: Readonly<Block>, name: string, count: number): readonly unknown[] {
  const cells = block[name];
  if (!Array.isArray(cells)) throw new DamagedSnapshot(`column "${name}" is missing`);
  if (cells.length !== count) {
    throw new DamagedSnapshot(`column "${name}" holds ${cells.length} cells instead of ${count}`);
  }
  return cells;
}

const isIndex = (cell: unknown, least: number, most: number): cell is number =>
  Number.isInteger(cell) && Number(cell) >= least && Number(cell) <= most;

const number = (isNullable: boolean): Column =>
  single(
    (value) => {
      if (isNullable && value === null) return null;
      if (!Number.isFinite(value)) throw new RangeError(`${value} is no figure`);
      return Number(value);
    },
    (cell) => (Number.isFinite(cell) || (isNullable && cell === null) ? cell : undefined),
  );

const UNKNOWN_FLAG = 2;
const FLAGS = [false, true, null];

const flag = (isNullable: boolean): Column =>
  single(
    (value) => (value === null ? UNKNOWN_FLAG : Number(value)),
    (cell) => (isIndex(cell, 0, isNullable ? UNKNOWN_FLAG : 1) ? FLAGS[cell] : undefined),
  );

/**
 * Texts by their places among the strings, where 0 is null.
 * @param words those that there may be, if there are few; files hold the word itself, so that their order may change
 */
const text = (strings: Strings, isNullable: boolean, words?: ReadonlySet<string>): Column =>
  single(
    (value) => (value === null ? 0 : strings.placeOf(String(value))),
    (cell) => {
      if (cell === 0 && isNullable) return null;
      const found = isIndex(cell, 1, strings.texts.length) ? strings.texts[cell - 1] : undefined;
      return found === undefined || words?.has(found) === false ? undefined : found;
    },
  );

/** Objects that few models have, as JSON among the texts, where 0 is null. */
const json = (schema: z.core.$ZodType, strings: Strings): Column =>
  single(
    (value) => (value === null ? 0 : strings.placeOf(JSON.stringify(value))),
    (cell) => {
      if (cell === 0) return null;
      const found = isIndex(cell, 1, strings.texts.length) ? strings.texts[cell - 1] : undefined;
      return found === undefined ? undefined : z.safeParse(schema, parsedJson(found)).data;
    },
  );

/** More than any list of a model holds; bounds the memory that a damaged file can claim. */
const MAX_LIST = 10_000;
const NOTHING: readonly unknown[] = [];

/** A column of lists: the lengths of all, the items of all, and which of them are null. */
function list(items: Column, isNullable: boolean): Column {
  const known = flag(false);
  /** Most lists are empty or hold one text that many others hold: one list for all of them saves a third of the memory. */
  const ofOneText = new Map<string, readonly unknown[]>();
  const listOf = (text: string): readonly unknown[] => {
    const known = ofOneText.get(text) ?? [text];
    ofOneText.set(text, known);
    return known;
  };
  return {
    write(block, name, values) {
      const lists = values.map((value) => (Array.isArray(value) ? value : NOTHING));
      if (isNullable) {
        known.write(
          block,
          `${name}.known`,
          values.map((value) => value !== null),
        );
      }
      block[`${name}.length`] = lists.map(({ length }) => length);
      items.write(block, `${name}[]`, lists.flat());
    },
    read(block, name, count) {
      const isKnown = isNullable ? known.read(block, `${name}.known`, count) : NOTHING;
      let total = 0;
      const ends = cellsOf(block, `${name}.length`, count).map((length) => {
        if (!isIndex(length, 0, MAX_LIST)) {
          throw new DamagedSnapshot(`column "${name}.length" holds what is no length`);
        }
        total += length;
        return total;
      });
      const all = items.read(block, `${name}[]`, total);
      return ends.map((end, row) => {
        if (isKnown[row] === false) return null;
        const start = ends[row - 1] ?? 0;
        if (start === end) return NOTHING;
        const first = all[start];
        return end - start === 1 && typeof first === "string" ? listOf(first) : all.slice(start, end);
      });
    },
  };
}

/** A column of objects, each field in a column of its own. */
function record(fields: readonly (readonly [name: string, column: Column])[]): Column {
  const empty: Block = Object.fromEntries(fields.map(([name]) => [name, null]));
  const under = (prefix: string, name: string): string => (prefix === "" ? name : `${prefix}.${name}`);
  return {
    write(block, prefix, values) {
      for (const [name, column] of fields) {
        column.write(
          block,
          under(prefix, name),
          values.map((value) => (value as Block)[name]),
        );
      }
    },
    read(block, prefix, count) {
      const columns = fields.map(([name, column]) => [name, column.read(block, under(prefix, name), count)] as const);
      return Array.from({ length: count }, (_, row) => {
        // A copy of an object with all fields takes half the memory of one that gets them one by one.
        const made: Block = { ...empty };
        for (const [name, values] of columns) made[name] = values[row];
        return made;
      });
    },
  };
}
