import type { CatalogueEndpoint, CatalogueModel, GraphNode, ModelFacts } from "../../domain/catalogue.ts";

export interface SnapshotCounts {
  readonly models: number;
  readonly triples: number;
  readonly scores: number;
  readonly endpoints: number;
}

/** A model as selection meets it: what it is judged by, and where it does the task type that was asked for. */
export interface Entry {
  readonly facts: ModelFacts;
  readonly description: string;
  readonly endpoints: readonly CatalogueEndpoint[];
}

/** One immutable version of the catalogue, in memory. A row is a model's place in it: the most downloaded first, then by id. */
export interface Snapshot {
  readonly id: string;
  /** Milliseconds since the epoch; null for the one that comes with the code. */
  readonly publishedAt: number | null;
  readonly counts: SnapshotCounts;
  /** A model, made anew at each call. @throws {RangeError} for no row. */
  at(row: number): CatalogueModel;
  /** The id of a row's model, cheaper than all of it. */
  idAt(row: number): string;
  rowOf(id: string): number | null;
  /** Models that do a task type; made once, and kept for the task types last asked for. */
  entries(taskType: string): readonly Entry[];
  /** Rows of the models with an edge to a node, in order. */
  linkedTo(node: GraphNode): readonly number[];
}
