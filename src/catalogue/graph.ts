import {
  type CatalogueModel,
  type GraphNode,
  NODE_KINDS,
  type NodeKind,
  RELATIONS,
  type Relation,
  type Triple,
} from "../domain/catalogue.ts";
import { normaliseLicence } from "../domain/licences.ts";

/** Edges per model and relation; further claims of a card are ignored. */
const MAX_EDGES = 500;

/** An edge without subject and relation: the name of its object, with the data attached to it. */
type Edge = { readonly to: string } & Pick<Triple, "score" | "endpoint" | "sentence">;

interface RelationRule {
  /** The kind of the edges' objects. */
  readonly kind: NodeKind;
  readonly edges: (model: CatalogueModel) => readonly Edge[];
}

const plain = (names: readonly string[]): readonly Edge[] => [...new Set(names)].map((to) => ({ to }));

/** One edge for each name, with the sentence of the card that states it, if any. */
function withSentences(names: readonly string[], { facts }: CatalogueModel, relation: Relation): readonly Edge[] {
  const edges = new Map<string, Edge>();
  for (const to of names) edges.set(to, { to });
  for (const fact of facts) {
    if (fact.relation !== relation || edges.get(fact.object)?.sentence !== undefined) continue;
    edges.set(fact.object, { to: fact.object, sentence: fact.sentence });
  }
  return [...edges.values()];
}

const RULES: Readonly<Record<Relation, RelationRule>> = {
  does: { kind: "task", edges: ({ tasks }) => plain(tasks) },
  "licensed-under": { kind: "licence", edges: ({ licence }) => (licence === "unknown" ? [] : [{ to: licence }]) },
  "knows-language": {
    kind: "language",
    edges: (model) => withSentences(model.languages ?? [], model, "knows-language"),
  },
  "published-by": { kind: "organization", edges: ({ organization: to }) => (to === null ? [] : [{ to }]) },
  "trained-on": { kind: "dataset", edges: (model) => withSentences(model.datasets, model, "trained-on") },
  "scored-on": {
    kind: "benchmark",
    edges: ({ scores }) => scores.map((score) => ({ to: score.benchmark, score })),
  },
  // The papers of its benchmarks, by which those of different names are one.
  "measured-by": { kind: "paper", edges: ({ scores }) => plain(scores.flatMap(({ paper }) => paper ?? [])) },
  "described-in": { kind: "paper", edges: ({ papers }) => plain(papers) },
  "derived-from": { kind: "model", edges: ({ baseModels }) => plain(baseModels) },
  "runs-at": {
    kind: "provider",
    edges: ({ endpoints }) => endpoints.map((endpoint) => ({ to: endpoint.provider, endpoint })),
  },
  "intended-for": { kind: "domain", edges: (model) => withSentences([], model, "intended-for") },
  "input-limit": { kind: "limit", edges: (model) => withSentences([], model, "input-limit") },
};

const RELATION_RULES = RELATIONS.map((relation) => [relation, RULES[relation]] as const);

const RULES_BY_KIND: ReadonlyMap<NodeKind, readonly RelationRule[]> = Map.groupBy(
  Object.values(RULES),
  ({ kind }) => kind,
);

/** All edges of a model, at most `MAX_EDGES` for each relation. */
export const triplesOf = (model: CatalogueModel): readonly Triple[] =>
  RELATION_RULES.flatMap(([relation, { kind, edges }]) =>
    edges(model)
      .slice(0, MAX_EDGES)
      .map(({ to, ...rest }) => ({ subject: model.id, relation, object: { kind, name: to }, ...rest })),
  );

/** The names of the nodes of one kind that a model is linked to, consistent with `triplesOf`. */
export function linksOf(model: CatalogueModel, kind: NodeKind): ReadonlySet<string> {
  const rules = RULES_BY_KIND.get(kind) ?? [];
  return new Set(
    rules.flatMap(({ edges }) =>
      edges(model)
        .slice(0, MAX_EDGES)
        .map(({ to }) => to),
    ),
  );
}

/** The id of a node: "model:openai/whisper-large-v2". */
export const nodeId = ({ kind, name }: GraphNode): string => `${kind}:${name}`;

/** Parses a node's id; null for an unknown kind or an empty name. */
export function readNode(id: string): GraphNode | null {
  const at = id.indexOf(":");
  const kind = NODE_KINDS.find((one) => one === id.slice(0, Math.max(at, 0)));
  const name = id.slice(at + 1);
  if (kind === undefined || name === "") return null;
  return { kind, name: kind === "licence" ? normaliseLicence(name) : name };
}

export const isSameNode = (one: GraphNode, other: GraphNode): boolean =>
  one.kind === other.kind && one.name === other.name;
