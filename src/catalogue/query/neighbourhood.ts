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
  const drawing = createDrawing(maxNodes);
  const reader = createReader(known, maxNodes);
  drawing.admit(center, 0);
  for (const { node, distance } of drawing.nodes) {
    if (distance === depth) break;
    for (const edge of reader.edgesAt(node)) {
      if (drawing.isFull()) break;
      drawing.draw(edge, node, distance + 1);
    }
  }
  const { nodes, edges } = drawing;
  if (edges.length === 0 && !reader.isModel(center)) return null;
  return {
    nodes,
    edges,
    models: nodes.flatMap(({ node }) => (node.kind === "model" ? (reader.model(node.name) ?? []) : [])),
    truncated: drawing.isCut() || reader.isCut(),
  };
}

/** Collects nodes and edges up to their limits. */
function createDrawing(maxNodes: number) {
  const maxEdges = Math.min(maxNodes * EDGES_PER_NODE, MAX_EDGES);
  // Read while it grows: a node that is admitted has its turn when those before it have had theirs.
  const nodes: NearNode[] = [];
  const edges: Triple[] = [];
  const admitted = new Set<string>();
  const drawn = new Set<string>();
  let cut = false;
  const admit = (node: GraphNode, distance: number): boolean => {
    const id = nodeId(node);
    if (admitted.has(id)) return true;
    if (nodes.length >= maxNodes) return false;
    admitted.add(id);
    nodes.push({ node, distance });
    return true;
  };
  return {
    nodes,
    edges,
    admit,
    isFull: () => edges.length >= maxEdges,
    isCut: () => cut || edges.length >= maxEdges,
    draw(edge: Triple, from: GraphNode, distance: number): void {
      const model: GraphNode = { kind: "model", name: edge.subject };
      const other = isSameNode(model, from) ? edge.object : model;
      const key = JSON.stringify(edge);
      if (drawn.has(key)) return;
      if (!admit(other, distance)) cut = true;
      else {
        drawn.add(key);
        edges.push(edge);
      }
    },
  };
}

/** Reads models and their edges. @param maxFan models read at one node */
function createReader(known: TenantCatalogue, maxFan: number) {
  const models = new Map<string, KnownModel | null>();
  let reads = 0;
  let cut = false;
  const model = (id: string): KnownModel | null => {
    const read = models.get(id);
    if (read !== undefined) return read;
    const found = known.find(id);
    models.set(id, found);
    return found;
  };
  function* edgesAt(node: GraphNode): Iterable<Triple> {
    if (node.kind === "model") {
      const own = model(node.name);
      if (own) yield* triplesOf(own);
    }
    let fan = 0;
    for (const linked of known.linkedTo(node)) {
      if (fan++ >= maxFan || reads++ >= MAX_MODELS_READ) {
        cut = true;
        return;
      }
      models.set(linked.id, linked);
      yield* triplesOf(linked).filter(({ object }) => isSameNode(object, node));
    }
  }
  return {
    edgesAt,
    model,
    isModel: ({ kind, name }: GraphNode) => kind === "model" && model(name) !== null,
    isCut: () => cut,
  };
}
