import type { CatalogueModel, ModelFacts, NodeKind } from "../../domain/catalogue.ts";
import { type Linked, linksOf } from "../graph.ts";
import { LruCache } from "../lru-cache.ts";
import type { ModelColumns } from "./model-columns.ts";
import type { Entry, Snapshot, SnapshotCounts } from "./snapshot.ts";

/** Entries that are kept made: the largest task types of the Hub together, at some 600 bytes each. */
const MAX_KEPT_ENTRIES = 20_000;

export interface SnapshotParts {
  readonly id: string;
  readonly publishedAt: number | null;
  readonly counts: SnapshotCounts;
  /** In order. */
  readonly columns: ModelColumns;
  /** Of every model, by its id. */
  readonly rows: ReadonlyMap<string, number>;
}

type RowsByName = ReadonlyMap<string, readonly number[]>;

/** A snapshot over columns. What it looks models up by is made when it is first needed. */
export function snapshotOver({ id, publishedAt, counts, columns: { fields, models }, rows }: SnapshotParts): Snapshot {
  const links = new Map<NodeKind, RowsByName>();
  const entries = new LruCache<readonly Entry[]>(MAX_KEPT_ENTRIES, ({ length }) => length + 1);
  let byTaskType: RowsByName | undefined;

  /** Reads no more columns than are looked at. */
  const linked = (row: number): Linked => ({
    get organization() {
      return fields.organization.at(row);
    },
    get licence() {
      return fields.licence.at(row);
    },
    get languages() {
      return fields.languages.at(row);
    },
    get scores() {
      return fields.scores.at(row);
    },
    get tasks() {
      return fields.tasks.at(row);
    },
    get datasets() {
      return fields.datasets.at(row);
    },
    get papers() {
      return fields.papers.at(row);
    },
    get baseModels() {
      return fields.baseModels.at(row);
    },
    get facts() {
      return fields.facts.at(row);
    },
    get endpoints() {
      return fields.endpoints.at(row);
    },
  });

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
    idAt: (row) => fields.id.at(row),
    rowOf: (model) => rows.get(model) ?? null,
    entries: (taskType) => entries.get(taskType, () => entriesOf(taskType)),
    linkedTo({ kind, name }) {
      const known = links.get(kind) ?? rowsBy((row) => linksOf(linked(row), kind));
      links.set(kind, known);
      return known.get(name) ?? [];
    },
  };
}
