/** For each key the values that belong to it, side by side in one array. */
export interface Lists {
  /** Where the values of a key begin; one entry more than there are keys. */
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export function listsOf(lists: readonly Int32Array[]): Lists {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach(({ length }, key) => {
    starts[key + 1] = (starts[key] as number) + length;
  });
  const values = new Int32Array(starts[lists.length] as number);
  lists.forEach((list, key) => {
    values.set(list, starts[key]);
  });
  return { starts, values };
}

export function slice({ starts, values }: Lists, key: number): Int32Array {
  return values.subarray(starts[key], starts[key + 1]);
}

/** For each value, below `size`, the keys whose list holds it. */
export function transposed(lists: Lists, size: number): Lists {
  const starts = new Int32Array(size + 1);
  for (const value of lists.values) starts[value + 1] = (starts[value + 1] as number) + 1;
  for (let value = 0; value < size; value++) {
    starts[value + 1] = (starts[value + 1] as number) + (starts[value] as number);
  }
  const free = starts.slice();
  const values = new Int32Array(lists.values.length);
  for (let key = 0; key + 1 < lists.starts.length; key++) {
    for (const value of slice(lists, key)) {
      const place = free[value] as number;
      values[place] = key;
      free[value] = place + 1;
    }
  }
  return { starts, values };
}
