import type { Score } from "../../domain/catalogue.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { type BenchmarkFigures, type Measure, NO_FIGURES } from "./figures.ts";
import { isCallable, type KnownModel, type TenantCatalogue } from "./known.ts";
import { isServedBy, lineOf, linesOf, type ModelRow } from "./lines.ts";
import { type ModelMatchers, type ModelQuery, testOf } from "./model-query.ts";
import { comparing, placing } from "./order.ts";

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
  readonly line: ModelRow;
  model(): KnownModel;
}

/**
 * A page of the models that satisfy a query, the snapshot's and our own. Each model is looked at once.
 * @throws {AppError} `invalid-request` for a cursor that is none.
 */
export function findModels(known: TenantCatalogue, query: ModelQuery, judges: ModelMatchers): FoundModels {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, query);
  const able = allThat(known, query, testOf(query, judges));
  const { measure, figureOf, decidingFigureOf, isMeasured } = figuresOf(query, able, judges);
  const found = able.filter(({ line }) => isMeasured(line.id));
  const compare = comparing(query);
  const place = placing(query, decidingFigureOf);
  const places = found.map((one) => ({ one, place: place(one.line) })).toSorted((a, b) => compare(a.place, b.place));
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
    const line = lineOf(model);
    if (test(line, isCallable(model, task))) found.push({ line, model: () => model });
  }
  linesOf(known.snapshot).forEach((line, row) => {
    if (known.isOurs(row) || !test(line, isServedBy(on, line, task))) return;
    found.push({ line, model: () => known.at(row) });
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
