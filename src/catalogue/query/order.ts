import type { Score } from "../../domain/catalogue.ts";
import type { ModelRow } from "./lines.ts";
import { type ModelOrder, type ModelQuery, wordsOf } from "./model-query.ts";

/** A model's place in a list, by keys alone, so that the same place can be found in another list. */
export interface ListPlace {
  /** Lower comes first; null is unknown and comes last. */
  readonly rank: number | null;
  readonly downloads: number | null;
  readonly id: string;
}

/** What models are placed by: a rank, then downloads, then the id. @param figureOf the figure that a list by benchmark goes by */
export function placing(
  { order, reversed, q }: Pick<ModelQuery, "order" | "reversed" | "q">,
  figureOf: (id: string) => Score | null,
): (line: ModelRow) => ListPlace {
  const rank = RANKS[order]({ q: wordsOf(q ?? ""), figureOf });
  const direction = reversed ? -1 : 1;
  return (line) => {
    const own = rank(line);
    return { rank: own === null ? null : own * direction, downloads: line.downloads, id: line.id };
  };
}

interface Given {
  readonly q: readonly string[];
  readonly figureOf: (id: string) => Score | null;
}

const negative = (value: number | null): number | null => (value === null ? null : -value);

/** In its natural direction: what most look for first. By name all rank alike, and the id decides. */
const RANKS: Readonly<Record<ModelOrder, (given: Given) => (line: ModelRow) => number | null>> = {
  match: ({ q }) => matching(q),
  downloads: () => (line) => negative(line.downloads),
  likes: () => (line) => negative(line.likes),
  parameters: () => (line) => line.parameters,
  name: () => () => 0,
  benchmark:
    ({ figureOf }) =>
    ({ id }) => {
      const figure = figureOf(id);
      return figure && (figure.higherIsBetter ? -figure.value : figure.value);
    },
};

/** From 0 for the very id to 4 for words that only the description has. */
const matching =
  (words: readonly string[]) =>
  ({ id }: ModelRow): number => {
    const own = id.toLowerCase();
    const asked = words.join(" ");
    const last = own.slice(own.lastIndexOf("/") + 1);
    if (own === asked) return 0;
    if (last === asked) return 1;
    if (last.startsWith(asked)) return 2;
    return words.every((word) => own.includes(word)) ? 3 : 4;
  };

/** Total and stable: no two models share an id. */
export function comparing({ order, reversed }: Pick<ModelQuery, "order" | "reversed">) {
  const byName = order === "name";
  const direction = byName && reversed ? -1 : 1;
  return (a: ListPlace, b: ListPlace): number =>
    compareKnown(a.rank, b.rank) ||
    (byName ? 0 : compareKnown(negative(a.downloads), negative(b.downloads))) ||
    direction * compareText(a.id, b.id);
}

const compareKnown = (a: number | null, b: number | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
};

/** By code units: the same everywhere. */
const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
