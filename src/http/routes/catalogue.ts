import { neighbourhood, nodeId } from "../../catalogue/query/index.ts";
import type { GraphNode } from "../../domain/catalogue.ts";
import { failure } from "../../domain/errors.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { problem } from "../problem.ts";
import { type Route, route } from "../route.ts";
import type { CatalogueView, GraphView } from "../schemas/catalogue.ts";
import { graphQuery } from "../schemas/catalogue-query.ts";
import { rfc3339 } from "../views.ts";
import {
  answerKnowledge,
  answerTagged,
  KNOWLEDGE_ANSWERS,
  KNOWLEDGE_HEADERS,
  knownTo,
  refuseRepeated,
  showEdge,
} from "./knowledge.ts";

const readRoute = route(
  {
    method: "get",
    path: "/v1/catalogue",
    name: "readCatalogue",
    summary: "Which version of the catalogue is in use, and how much it holds",
    access: "key",
    headers: { "If-None-Match": KNOWLEDGE_HEADERS["If-None-Match"] },
    answers: {
      200: { description: "The snapshot.", content: { "application/json": "Catalogue" } },
      304: KNOWLEDGE_ANSWERS[304],
    },
  },
  async (c) => {
    const { id, publishedAt, counts } = await c.var.wiring.catalogue.current();
    const view: CatalogueView = {
      snapshot: id,
      publishedAt: publishedAt === null ? null : rfc3339(publishedAt),
      counts: { ...counts },
    };
    return answerTagged(c, JSON.stringify(view), "application/json");
  },
);

const graphRoute = route(
  {
    method: "get",
    path: "/v1/catalogue/graph",
    name: "readGraph",
    summary: "What is near a node of the capability graph",
    description:
      "Nodes are models, tasks, licences, languages, organizations, datasets, benchmarks, papers, providers, domains and limits of input; edges say what a model has to do with them. The most downloaded models come first.",
    access: "key",
    query: graphQuery,
    headers: KNOWLEDGE_HEADERS,
    answers: {
      ...KNOWLEDGE_ANSWERS,
      200: {
        description: "Nodes and edges.",
        content: { "application/json": "Graph", "text/turtle": null, "application/ld+json": null },
      },
    },
  },
  async (c, { query: { center: asked, depth, limit } }) => {
    refuseRepeated(c);
    const center = withTaskType(asked, c.var.wiring.ontology);
    const known = await knownTo(c);
    const near = neighbourhood(known, center, { depth, maxNodes: limit });
    if (!near) return problem(c, failure("not-found", `The catalogue knows nothing of ${nodeId(center)}`));
    const { nodes, edges, models, truncated } = near;
    const view = (): GraphView => ({
      snapshot: known.snapshot.id,
      center: nodeId(center),
      depth,
      nodes: nodes.map(({ node, distance }) => ({ id: nodeId(node), ...node, distance })),
      edges: edges.map(showEdge),
      truncated,
    });
    return answerKnowledge(c, { view, models, edges });
  },
);

/** A task type may be named by any of its spellings: "task:asr". */
const withTaskType = (node: GraphNode, ontology: Ontology): GraphNode =>
  node.kind === "task" ? { ...node, name: ontology.read(node.name)?.name ?? node.name } : node;

export const catalogueRoutes: readonly Route[] = [readRoute, graphRoute];
