import * as z from "zod";
import type { Score } from "../../domain/catalogue.ts";
import { AppError } from "../../domain/errors.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";
import {
  type BenchmarkFigures,
  type Measure,
  type ModelMatchers,
  type ModelOrder,
  type ModelQuery,
  NO_FIGURES,
  testOf,
  wordsOf,
} from "./model-query.ts";
import { isServedBy, type ModelRow, modelRowOf, modelRowsOf } from "./model-rows.ts";
import { isCallable, type KnownModel, type TenantCatalogue } from "./tenant-catalogue.ts";

export interface FoundModel {
  readonly model: KnownModel;
  /** On the benchmark that was asked for, where the model has one that compares with the others'. */
  readonly figure: Score | null;
}

export interface FoundModels {
  readonly snapshot: string;
  /** Whether the page before was of another snapshot: models may then have moved from or to it. */
  readonly changed: boolean;
  readonly models: readonly FoundModel[];
  /** On all pages together. */
  readonly total: number;
  readonly next: string | null;
  /** What the figures are of; null without a benchmark, or where none is known. */
  readonly measure: Measure | null;
}

interface Found {
  readonly row: ModelRow;
  model(): KnownModel;
}

/**
 * A page of the models that satisfy a query, the snapshot's and our own. Each model is looked at once.
 * @throws {AppError} `invalid-request` for a cursor that is none.
 */
export function findModels(known: TenantCatalogue, query: ModelQuery, matchers: ModelMatchers): FoundModels {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, query);
  const able = allThat(known, query, testOf(query, matchers));
  const { measure, figureOf, decidingFigureOf, isMeasured } = figuresOf(query, able, matchers);
  const found = able.filter(({ row }) => isMeasured(row.id));
  const compare = comparing(query);
  const place = placing(query, decidingFigureOf);
  const places = found.map((one) => ({ one, place: place(one.row) })).toSorted((a, b) => compare(a.place, b.place));
  const rest = cursor ? places.filter(({ place }) => compare(place, cursor.place) > 0) : places;
  const page = rest.slice(0, query.limit);
  const last = page.at(-1);
  const snapshot = known.snapshot.id;
  return {
    snapshot,
    changed: cursor !== null && cursor.snapshot !== snapshot,
    models: page.map(({ one, place: { id } }) => ({ model: one.model(), figure: figureOf(id) })),
    total: places.length,
    next: last && page.length < rest.length ? writeCursor({ snapshot, place: last.place }, query) : null,
    measure,
  };
}

function allThat(known: TenantCatalogue, { task }: ModelQuery, test: ReturnType<typeof testOf>): readonly Found[] {
  const on = PROVIDERS.filter(known.isOn);
  const found: Found[] = [];
  for (const model of known.ours.values()) {
    const row = modelRowOf(model);
    if (test(row, isCallable(model, task))) found.push({ row, model: () => model });
  }
  modelRowsOf(known.snapshot).forEach((row, index) => {
    if (known.isOurs(index) || !test(row, isServedBy(on, row, task))) return;
    found.push({ row, model: () => known.at(index) });
  });
  return found;
}

function figuresOf({ benchmark }: ModelQuery, found: readonly Found[], { figuresOn }: ModelMatchers): BenchmarkFigures {
  if (benchmark === undefined) return NO_FIGURES;
  return figuresOn(
    benchmark,
    found.map(({ model }) => model()),
  );
}

/** A model's place in a list, by keys alone, so that the same place can be found in another list. */
interface ListPlace {
  /** Lower comes first; null is unknown and comes last. */
  readonly rank: number | null;
  readonly downloads: number | null;
  readonly id: string;
}

/** What models are placed by: a rank, then downloads, then the id. @param figureOf the figure that a list by benchmark goes by */
function placing(
  { order, reversed, q }: Pick<ModelQuery, "order" | "reversed" | "q">,
  figureOf: (id: string) => Score | null,
): (row: ModelRow) => ListPlace {
  const rank = RANKS[order]({ q: wordsOf(q ?? ""), figureOf });
  const direction = reversed ? -1 : 1;
  return (row) => {
    const own = rank(row);
    return { rank: own === null ? null : own * direction, downloads: row.downloads, id: row.id };
  };
}

interface Given {
  readonly q: readonly string[];
  readonly figureOf: (id: string) => Score | null;
}

const negative = (value: number | null): number | null => (value === null ? null : -value);

/** In its natural direction: what most look for first. By name all rank alike, and the id decides. */
const RANKS: Readonly<Record<ModelOrder, (given: Given) => (row: ModelRow) => number | null>> = {
  match: ({ q }) => matching(q),
  downloads: () => (row) => negative(row.downloads),
  likes: () => (row) => negative(row.likes),
  parameters: () => (row) => row.parameters,
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
function comparing({ order, reversed }: Pick<ModelQuery, "order" | "reversed">) {
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

/** Longer than any that is given out: ids of models have some hundred characters. */
export const MAX_CURSOR_CHARS = 2_000;

/** After which place a page begins, and what the list was made from. */
interface PageCursor {
  readonly snapshot: string;
  readonly place: ListPlace;
}

type Ordered = Pick<ModelQuery, "order" | "reversed">;

const cursorKey = z.number().nullable();
const cursorFields = z.tuple([z.string(), z.string(), cursorKey, cursorKey, z.string()]);

const orderName = ({ order, reversed }: Ordered): string => `${reversed ? "-" : ""}${order}`;

/** A place by its keys, which stay true in a newer snapshot: the next page goes on behind it there. */
function writeCursor({ snapshot, place }: PageCursor, ordered: Ordered): string {
  const { rank, downloads, id } = place;
  const text = JSON.stringify([snapshot, orderName(ordered), rank, downloads, id]);
  return new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** @throws {AppError} `invalid-request` for what no page gave out, or one in another order. */
function readCursor(cursor: string, ordered: Ordered): PageCursor {
  const read = cursorFields.safeParse(decodeCursor(cursor));
  if (!read.success) throw new AppError("invalid-request", "The cursor is not the `next` of a page");
  const [snapshot, order, rank, downloads, id] = read.data;
  if (order !== orderName(ordered))
    throw new AppError("invalid-request", `The cursor is of a list in the order ${order}`);
  return { snapshot, place: { rank, downloads, id } };
}

function decodeCursor(cursor: string): unknown {
  if (cursor.length > MAX_CURSOR_CHARS) return null;
  try {
    const bytes = Uint8Array.fromBase64(cursor, { alphabet: "base64url" });
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}
