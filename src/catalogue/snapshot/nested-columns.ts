import { arrayOf, type FieldColumn, flag, place } from "./columns.ts";
import { DamagedSnapshot } from "./damaged.ts";

/** More than any list of a model may have; it bounds what a damaged file can ask to set aside. */
const MAX_LIST = 10_000;

export interface ListColumn<T> extends FieldColumn<readonly T[]> {
  /** Items of all rows together. */
  total(): number;
}

/** Lists: the items of all rows in one column, and where those of each row end. */
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

/** Lists that may be unknown. */
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

/** Objects, each field in a column of its own. */
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
