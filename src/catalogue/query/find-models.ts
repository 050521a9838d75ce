import * as z from "zod";
import { type CatalogueModel, type Score, sureParameters } from "../../domain/catalogue.ts";
import { AppError } from "../../domain/errors.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";
import { isCallable } from "../experts.ts";
import { figuresOn, type Measure, type ModelOrder, type ModelQuery, testOf, wordsOf } from "./model-query.ts";
import { isCallableHere, type KnownModel, type TenantCatalogue } from "./tenant-catalogue.ts";

export interface FoundModel {
  readonly model: KnownModel;
  /** The model's comparable score on the benchmark of the query; null without one. */
  readonly figure: Score | null;
}

export interface FoundModels {
  readonly snapshot: string;
  /** Whether the previous page was of another snapshot, so that models may be repeated or missing. */
  readonly changed: boolean;
  readonly models: readonly FoundModel[];
  /** On all pages together. */
  readonly total: number;
  readonly next: string | null;
  /** What the figures measure; null without a benchmark in the query, or without any score on it. */
  readonly measure: Measure | null;
}

/**
 * Returns a page of the models that satisfy a query, of the snapshot and of the tenant. Scans each model once.
 * @throws {AppError} `invalid-request` for an invalid cursor
 */
export function findModels(known: TenantCatalogue, query: ModelQuery): FoundModels {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, query);
  const able = allThat(known, query);
  const { measure, figureOf, decidingFigureOf, isMeasured } = figuresOn(
    query.benchmark,
    query.benchmark === undefined ? [] : able,
  );
  const found = able.filter(({ id }) => isMeasured(id));
  const compare = comparing(query);
  const place = placing(query, { figureOf: decidingFigureOf, isHere: callableHere(known, query) });
  const places = found.map(place).toSorted(compare);
  const rest = cursor ? places.filter((one) => compare(one, cursor.place) > 0) : places;
  const page = rest.slice(0, query.limit);
  const last = page.at(-1);
  const snapshot = known.snapshot.id;
  return {
    snapshot,
    changed: cursor !== null && cursor.snapshot !== snapshot,
    models: page.flatMap(({ id }) => {
      const model = known.find(id);
      return model ? { model, figure: figureOf(id) } : [];
    }),
    total: places.length,
    next: last && page.length < rest.length ? writeCursor({ snapshot, place: last }, query) : null,
    measure,
  };
}

function allThat(known: TenantCatalogue, query: ModelQuery): readonly CatalogueModel[] {
  const { ours, snapshot } = known;
  const test = testOf(query);
  const isHere = callableHere(known, query);
  return [...ours.values(), ...snapshot.models.filter(({ id }) => !ours.has(id))].filter((model) =>
    test(model, () => isHere(model)),
  );
}

/** Returns whether a model can be called here now, for the task of the query if it has one. */
function callableHere(
  { ours, isOn }: TenantCatalogue,
  { task }: Pick<ModelQuery, "task">,
): (model: CatalogueModel) => boolean {
  const on = PROVIDERS.filter(isOn);
  return ({ id, endpoints }) => {
    const own = ours.get(id);
    if (own) return isCallableHere(own, task);
    return endpoints.some((one) => isCallable(one, on) && (task === undefined || one.taskType === task));
  };
}

/** A model's position in a list, given by its sort keys, so that it can be found in the list of another snapshot. */
interface ListPlace {
  /** Lower comes first; null is unknown and comes last. */
  readonly rank: number | null;
  readonly downloads: number | null;
  readonly id: string;
}

/** Returns the function from a model to its sort keys: rank, then downloads, then id. */
function placing(
  { order, reversed, q }: Pick<ModelQuery, "order" | "reversed" | "q">,
  given: Omit<Given, "q">,
): (model: CatalogueModel) => ListPlace {
  const rank = RANKS[order]({ q: wordsOf(q ?? ""), ...given });
  const direction = reversed ? -1 : 1;
  return (model) => {
    const own = rank(model);
    return { rank: own === null ? null : own * direction, downloads: model.downloads, id: model.id };
  };
}

interface Given {
  readonly q: readonly string[];
  /** The score that ranks a model in the order by benchmark. */
  readonly figureOf: (id: string) => Score | null;
  readonly isHere: (model: CatalogueModel) => boolean;
}

const negative = (value: number | null): number | null => (value === null ? null : -value);

/** Ranks in the natural direction of each order, such as most downloads first. By name all rank alike, so that the id decides. */
const RANKS: Readonly<Record<ModelOrder, (given: Given) => (model: CatalogueModel) => number | null>> = {
  match: ({ q }) => matching(q),
  here:
    ({ isHere }) =>
    (model) =>
      Number(!isHere(model)),
  downloads: () => (model) => negative(model.downloads),
  likes: () => (model) => negative(model.likes),
  parameters: () => sureParameters,
  name: () => () => 0,
  benchmark:
    ({ figureOf }) =>
    ({ id }) => {
      const figure = figureOf(id);
      return figure && (figure.higherIsBetter ? -figure.value : figure.value);
    },
};

/** Ranks how well an id matches the words: 0 for the whole id, to 4 for words that only occur in the description. */
const matching =
  (words: readonly string[]) =>
  ({ id }: CatalogueModel): number => {
    const own = id.toLowerCase();
    const asked = words.join(" ");
    const last = own.slice(own.lastIndexOf("/") + 1);
    if (own === asked) return 0;
    if (last === asked) return 1;
    if (last.startsWith(asked)) return 2;
    return words.every((word) => own.includes(word)) ? 3 : 4;
  };

/** Compares sort keys. A total order, as no two models share an id. */
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

/** Compares by code units, independently of any locale. */
const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Longer than any cursor given out: model ids have some hundred characters. */
export const MAX_CURSOR_CHARS = 2_000;

/** The position after which a page begins, and the snapshot of the list. */
interface PageCursor {
  readonly snapshot: string;
  readonly place: ListPlace;
}

type Ordered = Pick<ModelQuery, "order" | "reversed">;

const cursorKey = z.number().nullable();
const cursorFields = z.tuple([z.string(), z.string(), cursorKey, cursorKey, z.string()]);

const orderName = ({ order, reversed }: Ordered): string => `${reversed ? "-" : ""}${order}`;

/** Encodes a position by its sort keys, so that the next page continues behind it in a newer snapshot as well. */
function writeCursor({ snapshot, place }: PageCursor, ordered: Ordered): string {
  const { rank, downloads, id } = place;
  const text = JSON.stringify([snapshot, orderName(ordered), rank, downloads, id]);
  return new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Decodes a cursor. @throws {AppError} `invalid-request` for an invalid one, or one of a list in another order */
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
