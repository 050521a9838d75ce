import type { GraphNode, Triple } from "../../domain/catalogue.ts";
import { isSameNode, nodeId, triplesOf } from "../graph.ts";
import type { KnownModel, TenantCatalogue } from "./tenant-catalogue.ts";

export const MAX_DEPTH = 3;
/** The largest graph that the page draws smoothly. */
export const MAX_NODES = 5_000;
/** Edges drawn per node on average: some models have fifty scores on one benchmark. */
const EDGES_PER_NODE = 8;
/** Some 3 MB of JSON. */
const MAX_EDGES = 20_000;
/** Models read in one query, some 50 ms of work: some nodes are linked to all models. */
const MAX_MODELS_READ = 3_000;

export interface NearNode {
  readonly node: GraphNode;
  /** Number of edges from the centre. */
  readonly distance: number;
}

export interface Neighbourhood {
  readonly nodes: readonly NearNode[];
  /** The edges between these nodes that were followed. */
  readonly edges: readonly Triple[];
  /** Those models among the nodes of which more than the name is known. */
  readonly models: readonly KnownModel[];
  /** Whether there are more nodes or edges within this distance. */
  readonly truncated: boolean;
}

export interface Reach {
  /** From 1 to `MAX_DEPTH`. */
  readonly depth: number;
  /** From 1 to `MAX_NODES`. */
  readonly maxNodes: number;
}

/**
 * Returns the graph around a node, breadth first and with the most downloaded models first, so that the same query on the
 * same snapshot gives the same result. Null if nothing is known about the node.
 */
export function neighbourhood(
  known: TenantCatalogue,
  center: GraphNode,
  { depth, maxNodes }: Reach,
): Neighbourhood | null {
  const maxEdges = Math.min(maxNodes * EDGES_PER_NODE, MAX_EDGES);
  const models = createReader(known, maxNodes);
  // Read while it grows: a node that is admitted has its turn when those before it have had theirs.
  const nodes: NearNode[] = [{ node: center, distance: 0 }];
  const admitted = new Set([nodeId(center)]);
  const edges = new Map<string, Triple>();
  let isCut = false;
  for (const { node, distance } of nodes) {
    if (distance === depth) break;
    for (const edge of models.edgesAt(node)) {
      if (edges.size >= maxEdges) break;
      const subject: GraphNode = { kind: "model", name: edge.subject };
      const other = isSameNode(subject, node) ? edge.object : subject;
      if (!admitted.has(nodeId(other))) {
        if (nodes.length >= maxNodes) {
          isCut = true;
          continue;
        }
        admitted.add(nodeId(other));
        nodes.push({ node: other, distance: distance + 1 });
      }
      edges.set(JSON.stringify(edge), edge);
    }
  }
  if (edges.size === 0 && (center.kind !== "model" || models.read(center.name) === null)) return null;
  return {
    nodes,
    edges: [...edges.values()],
    models: nodes.flatMap(({ node }) => (node.kind === "model" ? (models.read(node.name) ?? []) : [])),
    truncated: isCut || edges.size >= maxEdges || models.isCut(),
  };
}

/** Reads models and their edges. @param maxFan models read at one node */
function createReader(known: TenantCatalogue, maxFan: number) {
  const models = new Map<string, KnownModel | null>();
  let reads = 0;
  let isCut = false;
  const read = (id: string): KnownModel | null => {
    const model = models.has(id) ? (models.get(id) ?? null) : known.find(id);
    models.set(id, model);
    return model;
  };
  function* edgesAt(node: GraphNode): Iterable<Triple> {
    const own = node.kind === "model" ? read(node.name) : null;
    if (own) yield* triplesOf(own);
    let fan = 0;
    for (const linked of known.linkedTo(node)) {
      if (fan++ >= maxFan || reads++ >= MAX_MODELS_READ) {
        isCut = true;
        return;
      }
      models.set(linked.id, linked);
      yield* triplesOf(linked).filter(({ object }) => isSameNode(object, node));
    }
  }
  return { read, edgesAt, isCut: () => isCut };
}
