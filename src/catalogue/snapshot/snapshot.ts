import { MAX_MODELS } from "../../../r2-schemas/catalogue.ts";
import { LruCache } from "../../domain/caches.ts";
import type { CatalogueEndpoint, CatalogueModel, GraphNode, ModelFacts, NodeKind } from "../../domain/catalogue.ts";
import { AppError } from "../../domain/errors.ts";
import { linksOf, triplesOf } from "../graph.ts";
import { createModelColumns, type ModelColumns, Strings } from "./columns.ts";

export interface SnapshotCounts {
  readonly models: number;
  readonly triples: number;
  readonly scores: number;
  readonly endpoints: number;
}

/** A model as selection sees it: its facts, and its endpoints for one task type. */
export interface Entry {
  readonly facts: ModelFacts;
  readonly description: string;
  readonly endpoints: readonly CatalogueEndpoint[];
}

/** One immutable version of the catalogue, in memory. Rows number the models: the most downloaded first, then by id. */
export interface Snapshot {
  readonly id: string;
  /** Milliseconds since the epoch; null for the starter catalogue. */
  readonly publishedAt: number | null;
  readonly counts: SnapshotCounts;
  /** The model of a row, constructed at each call. @throws {RangeError} for a row that does not exist */
  at(row: number): CatalogueModel;
  /** The model of a row, of which each field is read when it is accessed: for filters that look at thousands of models. */
  viewAt(row: number): CatalogueModel;
  rowOf(id: string): number | null;
  /** Of all models, in no particular order. */
  ids(): IteratorObject<string>;
  /** The models for a task type; cached for those requested last. */
  entries(taskType: string): readonly Entry[];
  /** The rows of models with an edge to a node, in order. */
  linkedTo(node: GraphNode): readonly number[];
}

export type Models = Iterable<CatalogueModel> | AsyncIterable<CatalogueModel>;

/**
 * Builds a snapshot of models in any order. They are read one by one, so that they are never all in memory as objects. The
 * first model with an id wins.
 * @throws {AppError} `resource-too-large` for more than `MAX_MODELS`
 */
export async function buildSnapshot(
  models: Models,
  { id, publishedAt }: Pick<Snapshot, "id" | "publishedAt">,
): Promise<Snapshot> {
  const strings = new Strings();
  const columns = createModelColumns(strings);
  const seen = new Set<string>();
  const counts = { models: 0, triples: 0, scores: 0, endpoints: 0 };
  for await (const model of models) {
    if (seen.has(model.id)) continue;
    if (seen.size === MAX_MODELS) {
      throw new AppError("resource-too-large", `A catalogue holds at most ${MAX_MODELS} models`);
    }
    columns.models.push(model);
    seen.add(model.id);
    counts.models++;
    counts.triples += triplesOf(model).length;
    counts.scores += model.scores.length;
    counts.endpoints += model.endpoints.length;
  }
  const sorted = inOrder(columns, counts.models, strings);
  sorted.models.trim();
  const rows = new Map(Array.from({ length: counts.models }, (_, row) => [sorted.fields.id.at(row), row]));
  return snapshotOver({ id, publishedAt, counts, columns: sorted, rows });
}

function inOrder({ fields, models }: ModelColumns, count: number, strings: Strings): ModelColumns {
  const sorted = createModelColumns(strings);
  const keyAt = (row: number) => ({ id: fields.id.at(row), downloads: fields.downloads.at(row) });
  const places = Array.from({ length: count }, (_, row) => ({ row, key: keyAt(row) }));
  places.sort((a, b) => (comesBefore(a.key, b.key) ? -1 : 1));
  for (const { row } of places) sorted.models.push(models.at(row));
  return sorted;
}

type Key = Pick<ModelFacts, "id" | "downloads">;

/** The order of rows: the most downloaded first, unknown downloads last, then by id. */
export function comesBefore(a: Key, b: Key): boolean {
  const [left, right] = [a.downloads ?? -1, b.downloads ?? -1];
  return left === right ? a.id < b.id : left > right;
}

/** Entries cached, at some 600 bytes each: enough for the Hub's largest task types together. */
const MAX_CACHED_ENTRIES = 20_000;

interface SnapshotParts {
  readonly id: string;
  readonly publishedAt: number | null;
  readonly counts: SnapshotCounts;
  /** With the models in the order of rows. */
  readonly columns: ModelColumns;
  /** Rows by model id. */
  readonly rows: ReadonlyMap<string, number>;
}

type RowsByName = ReadonlyMap<string, readonly number[]>;

/** A snapshot over columns. Its indexes are built when they are first needed. */
export function snapshotOver({ id, publishedAt, counts, columns: { fields, models }, rows }: SnapshotParts): Snapshot {
  const links = new Map<NodeKind, RowsByName>();
  const entries = new LruCache<readonly Entry[]>(MAX_CACHED_ENTRIES, ({ length }) => length + 1);
  let byTaskType: RowsByName | undefined;

  class View {
    readonly row: number;
    constructor(row: number) {
      this.row = row;
    }
  }
  for (const [name, column] of Object.entries(fields)) {
    Object.defineProperty(View.prototype, name, {
      get(this: View) {
        return column.at(this.row);
      },
    });
  }
  // It has a property for each field of a model.
  const viewAt = (row: number): CatalogueModel => new View(row) as View & CatalogueModel;

  function rowsBy(namesOf: (row: number) => Iterable<string>): RowsByName {
    const found = new Map<string, number[]>();
    for (let row = 0; row < counts.models; row++) {
      for (const name of namesOf(row)) {
        const known = found.get(name);
        if (known) known.push(row);
        else found.set(name, [row]);
      }
    }
    return found;
  }

  const factsAt = (row: number): ModelFacts => ({
    id: fields.id.at(row),
    organization: fields.organization.at(row),
    licence: fields.licence.at(row),
    licenceConfidence: fields.licenceConfidence.at(row),
    parameters: fields.parameters.at(row),
    parametersConfidence: fields.parametersConfidence.at(row),
    bytes: fields.bytes.at(row),
    languages: fields.languages.at(row),
    scores: fields.scores.at(row),
    downloads: fields.downloads.at(row),
    gated: fields.gated.at(row),
  });

  const entriesOf = (taskType: string): readonly Entry[] => {
    // A chat model that stands in does a task type at an endpoint that may not be among its own.
    byTaskType ??= rowsBy((row) => {
      const names = [...fields.tasks.at(row), ...fields.endpoints.at(row).map((endpoint) => endpoint.taskType)];
      return names.length === 1 ? names : new Set(names);
    });
    return (byTaskType.get(taskType) ?? []).map((row) => ({
      facts: factsAt(row),
      description: fields.description.at(row),
      endpoints: fields.endpoints.at(row).filter((endpoint) => endpoint.taskType === taskType),
    }));
  };

  return {
    id,
    publishedAt,
    counts,
    at: (row): CatalogueModel => models.at(row),
    viewAt,
    rowOf: (model) => rows.get(model) ?? null,
    ids: () => rows.keys(),
    entries: (taskType) => entries.get(taskType, () => entriesOf(taskType)),
    linkedTo({ kind, name }) {
      const known = links.get(kind) ?? rowsBy((row) => linksOf(viewAt(row), kind));
      links.set(kind, known);
      return known.get(name) ?? [];
    },
  };
}
