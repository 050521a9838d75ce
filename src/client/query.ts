export interface Page {
  /** Up to 100. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
}

type Value = string | number | boolean | readonly string[] | undefined;

/** `?` and what is given, lists with commas between; empty where nothing is. */
export function toQuery(values: { readonly [name: string]: Value }): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
