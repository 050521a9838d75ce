import { MAX_MODELS } from "../../../r2-schemas/catalogue.ts";
import type { CatalogueModel, GraphNode, ModelFacts, NodeKind } from "../../domain/catalogue.ts";
import { AppError } from "../../domain/errors.ts";
import { linksOf, triplesOf } from "../graph.ts";

export interface SnapshotCounts {
  readonly models: number;
  readonly triples: number;
  readonly scores: number;
  readonly endpoints: number;
}

/** One immutable version of the catalogue, in memory. Lists of models have the most downloaded first. */
export interface Snapshot {
  readonly id: string;
  /** Milliseconds since the epoch; null for the starter catalogue. */
  readonly publishedAt: number | null;
  readonly counts: SnapshotCounts;
  readonly models: readonly CatalogueModel[];
  readonly byId: ReadonlyMap<string, CatalogueModel>;
  /** The models for a task type: also those that stand in for it, at some endpoint. */
  modelsFor(taskType: string): readonly CatalogueModel[];
  /** The models with an edge to a node. */
  linkedTo(node: GraphNode): readonly CatalogueModel[];
}

export type Models = Iterable<CatalogueModel> | AsyncIterable<CatalogueModel>;

/**
 * Builds a snapshot of models in any order; the first model with an id wins.
 * @throws {AppError} `resource-too-large` for more than `MAX_MODELS`
 */
export async function buildSnapshot(
  models: Models,
  { id, publishedAt }: Pick<Snapshot, "id" | "publishedAt">,
): Promise<Snapshot> {
  const byId = new Map<string, CatalogueModel>();
  for await (const model of models) {
    if (byId.has(model.id)) continue;
    if (byId.size === MAX_MODELS) {
      throw new AppError("resource-too-large", `A catalogue holds at most ${MAX_MODELS} models`);
    }
    byId.set(model.id, model);
  }
  const sorted = [...byId.values()].sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  const count = (sizeOf: (model: CatalogueModel) => number) => sorted.reduce((sum, model) => sum + sizeOf(model), 0);
  const counts = {
    models: sorted.length,
    triples: count((model) => triplesOf(model).length),
    scores: count(({ scores }) => scores.length),
    endpoints: count(({ endpoints }) => endpoints.length),
  };
  return snapshotOf(sorted, { id, publishedAt, counts });
}

type Key = Pick<ModelFacts, "id" | "downloads">;

/** The order of models: the most downloaded first, unknown downloads last, then by id. */
export function comesBefore(a: Key, b: Key): boolean {
  const [left, right] = [a.downloads ?? -1, b.downloads ?? -1];
  return left === right ? a.id < b.id : left > right;
}

type ModelsByName = ReadonlyMap<string, readonly CatalogueModel[]>;

/** A snapshot of models that are in order. Its indexes are built when they are first needed. */
export function snapshotOf(
  models: readonly CatalogueModel[],
  about: Pick<Snapshot, "id" | "publishedAt" | "counts">,
): Snapshot {
  const links = new Map<NodeKind, ModelsByName>();
  let byTaskType: ModelsByName | undefined;

  function modelsBy(namesOf: (model: CatalogueModel) => Iterable<string>): ModelsByName {
    const found = new Map<string, CatalogueModel[]>();
    for (const model of models) {
      for (const name of namesOf(model)) {
        const known = found.get(name);
        if (known) known.push(model);
        else found.set(name, [model]);
      }
    }
    return found;
  }

  return {
    ...about,
    models,
    byId: new Map(models.map((model) => [model.id, model])),
    modelsFor(taskType) {
      byTaskType ??= modelsBy(({ tasks, endpoints }) => new Set([...tasks, ...endpoints.map((one) => one.taskType)]));
      return byTaskType.get(taskType) ?? [];
    },
    linkedTo({ kind, name }) {
      const known = links.get(kind) ?? modelsBy((model) => linksOf(model, kind));
      links.set(kind, known);
      return known.get(name) ?? [];
    },
  };
}
