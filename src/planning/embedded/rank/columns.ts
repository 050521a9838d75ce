/** The columns of a linear model over plans, by name. */
export interface Columns<Group extends string> {
  /** Task types that the model knows. */
  readonly types: number;
  /** Where each group of columns begins. */
  readonly at: Readonly<Record<Group, number>>;
  /** Columns in all. */
  readonly length: number;
}

/**
 * Lays groups of columns side by side, in the order in which `widths` names them. The order is that of the stored
 * weights: after a change here they must be trained again.
 * @returns the columns for a number of types, made once for each.
 */
export function layout<Group extends string>(
  widths: (types: number) => Readonly<Record<Group, number>>,
): (types: number) => Columns<Group> {
  const made = new Map<number, Columns<Group>>();
  return (types) => {
    const known = made.get(types);
    if (known) return known;
    const at: Record<Group, number> = { ...widths(types) };
    let length = 0;
    for (const group in at) {
      const width = at[group];
      at[group] = length;
      length += width;
    }
    const columns = { types, at, length };
    made.set(types, columns);
    return columns;
  };
}

/** The place of an ordered pair of types in a group of `types`² columns. */
export const pairPlace = ({ types }: { readonly types: number }, from: Typed, to: Typed): number =>
  from.type * types + to.type;

interface Typed {
  /** A place among the types that the model knows. */
  readonly type: number;
}

/** Is told a column and the value that it has; a column told twice has the sum. */
export type Visit = (column: number, value: number) => void;

/** The sum of weight × value over all that `walk` visits. */
export function scoreOf(weights: ArrayLike<number>, walk: (visit: Visit) => void): number {
  let sum = 0;
  walk((column, value) => {
    sum += (weights[column] ?? 0) * value;
  });
  return sum;
}

/** The sum of weight × value over a row that holds every column. */
export function dot(row: ArrayLike<number>, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let column = 0; column < row.length; column++) sum += (row[column] ?? 0) * (weights[column] ?? 0);
  return sum;
}
