import { createTenantCatalogue, type KnownModel, nodeId, type TenantCatalogue } from "../../catalogue/query/index.ts";
import type { CatalogueEndpoint, Triple } from "../../domain/catalogue.ts";
import type { AppContext } from "../context.ts";
import { InvalidRequest } from "../problem.ts";
import { matchesEtag, preferredType } from "../request-headers.ts";
import type { AnswerSpec } from "../route.ts";
import type { EdgeView } from "../schemas/catalogue.ts";

/** The catalogue as the caller's tenant sees it. */
export async function knownTo(c: AppContext): Promise<TenantCatalogue> {
  const { catalogue } = c.var.wiring;
  const [snapshot, endpoints] = await Promise.all([catalogue.current(), catalogue.endpoints(c.var.holder.tenant)]);
  return createTenantCatalogue(snapshot, { endpoints, isOn: catalogue.isOn });
}

/** Of a parameter that is there twice, only one value would count. @throws {InvalidRequest} */
export function refuseRepeated(c: AppContext): void {
  const repeated = Object.entries(c.req.queries()).filter(([, values]) => values.length > 1);
  if (repeated.length === 0) return;
  const issues = repeated.map(([path]) => ({ path, message: "is there more than once" }));
  throw new InvalidRequest("The query of the request is not as described in /openapi.json", issues);
}

/** What is said of part of the graph: as the API shows it, and what RDF is made of. */
export interface Knowledge {
  readonly view: () => object | Promise<object>;
  readonly models: readonly KnownModel[];
  readonly edges: readonly Triple[];
}

export const KNOWLEDGE_HEADERS = {
  Accept: "`text/turtle` or `application/ld+json` for RDF; JSON otherwise.",
  "If-None-Match": "ETags: nothing if it is still the same.",
} as const;

export const KNOWLEDGE_ANSWERS = {
  304: { description: "The caller has it already." },
} as const satisfies Readonly<Record<number, AnswerSpec>>;

const showPlace = ({ provider, via, model, taskType, status, standsIn }: CatalogueEndpoint) => ({
  provider,
  via,
  model,
  taskType,
  status,
  standsIn,
});

/** An edge as the API shows it. */
export const showEdge = ({ subject, relation, object, score, endpoint, sentence }: Triple): EdgeView => ({
  from: nodeId({ kind: "model", name: subject }),
  relation,
  to: nodeId(object),
  ...(score ? { score } : {}),
  ...(endpoint ? { endpoint: showPlace(endpoint) } : {}),
  ...(sentence === undefined ? {} : { sentence }),
});

/** In the media type that the caller likes best. */
export async function answerKnowledge(c: AppContext, { view, models, edges }: Knowledge): Promise<Response> {
  c.header("Vary", "Accept", { append: true });
  const type = preferredType(c, ["application/json", "text/turtle", "application/ld+json"]);
  if (type === "application/json") return answerTagged(c, JSON.stringify(await view()), type);
  // Loaded when it is first asked for, as few ask for it.
  const { writeRdf } = await import("../../catalogue/query/rdf/index.ts");
  const text = writeRdf(type, models, edges);
  return answerTagged(c, text, type === "text/turtle" ? "text/turtle; charset=utf-8" : type);
}

/**
 * With an entity tag made from the content: it depends on the snapshot and on the tenant's own models, and on how a
 * version of the server writes them.
 */
export async function answerTagged(c: AppContext, body: string, type: string): Promise<Response> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  const etag = `"${new Uint8Array(digest, 0, 16).toHex()}"`;
  const headers = { etag, "cache-control": "private, no-cache" };
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, "content-type": type });
}
