import { findModel } from "../../catalogue/query/index.ts";
import { fingerprint, hostedAt, statedIn } from "../../domain/endpoints.ts";
import { AppError, failure } from "../../domain/errors.ts";
import type { OwnModel } from "../../domain/own-models.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { sealHeaders } from "../../secrets/seal.ts";
import type { Wiring } from "../../wiring.ts";
import type { AppContext } from "../context.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";
import { type OwnModelBody, ownModelBody, removalQuery } from "../schemas/own-models.ts";
import type { OwnModelView } from "../schemas/tenant-views.ts";
import { rfc3339 } from "../views.ts";

/** Looking a name up takes two small requests to a resolver. */
const VET_TIMEOUT_MS = 10_000;

const addRoute = route(
  {
    method: "post",
    path: "/v1/models",
    name: "addModel",
    summary: "Add a model of your own, behind a URL",
    description:
      "It takes part in the next request, and no other tenant ever learns of it. Under an id and task type that you added before it takes that one's place: all of it, headers included. An id that this deployment has for the task type itself is a `conflict`, as is a model too many.",
    access: "key",
    body: ownModelBody,
    answers: {
      200: { description: "It took the place of the one before.", content: { "application/json": "OwnModel" } },
      201: {
        description: "It is there.",
        headers: { Location: "Its address." },
        content: { "application/json": "OwnModel" },
      },
    },
  },
  async (c, { body }) => {
    const added = await addModel(c, body);
    if (!added.ok) return problem(c, added.error);
    const { model, replaced } = added.value;
    return replaced ? c.json(view(model)) : c.json(view(model), 201, { location: `/v1/models/${body.id}` });
  },
);

const listRoute = route(
  {
    method: "get",
    path: "/v1/own-models",
    name: "listOwnModels",
    summary: "The models that you added, as you added them",
    access: "key",
    answers: { 200: { description: "All of them.", content: { "application/json": "OwnModelList" } } },
  },
  async (c) => {
    const models = await c.var.wiring.tenant(c.var.holder.tenant).ownModels();
    return c.json({ models: models.map(view) });
  },
);

const removeRoute = route(
  {
    method: "delete",
    path: "/v1/models/{+id}",
    name: "removeModel",
    summary: "Remove a model of your own",
    description: "Runs under way that chose it go on with their next candidate.",
    access: "key",
    query: removalQuery,
    answers: { 204: { description: "It is gone, with its headers." } },
  },
  async (c, { query }) => {
    const id = param(c, "id");
    const removed = await c.var.wiring.tenant(c.var.holder.tenant).removeModel(id, query.task ?? null);
    if (removed) return c.body(null, 204);
    const task = query.task === undefined ? "" : ` for ${query.task}`;
    return problem(c, failure("not-found", `You added no model ${id}${task}`));
  },
);

export const ownModelRoutes: readonly Route[] = [addRoute, listRoute, removeRoute];

interface Added {
  readonly model: OwnModel;
  readonly replaced: boolean;
}

/** @throws {AppError} `invalid-request`, `unsafe-url`, or why the host could not be looked up. */
async function addModel(c: AppContext, body: OwnModelBody): Promise<Result<Added>> {
  const { wiring, holder } = c.var;
  const { id, task, url, headers } = body;
  if (!wiring.ontology.get(task)) {
    throw new InvalidRequest("There is no such task type; /v1/task-types lists them", [
      { path: "task", message: "is no task type of this deployment" },
    ]);
  }
  if (isTaken(wiring, id, task))
    return err(failure("conflict", `This deployment has a model ${id} for ${task} already`));
  await refuseUnknownTwin(wiring, body);
  const tenant = wiring.tenant(holder.tenant);
  const metered = await tenant.meter(holder.keyId);
  if (!metered.ok) return metered;
  await vet(wiring, url, c.req.raw.signal);
  const model = toOwnModel(body);
  const added = await tenant.addModel(await sealHeaders(wiring.sealer, holder.tenant, model, headers));
  return added.ok ? ok({ model, replaced: added.value.replaced }) : added;
}

/** @throws {InvalidRequest} where it says that it is a model that the catalogue has not: nothing would hold for it then */
async function refuseUnknownTwin({ catalogue }: Wiring, { sameAs }: OwnModelBody): Promise<void> {
  if (sameAs === undefined || findModel(await catalogue.current(), sameAs) !== null) return;
  throw new InvalidRequest("There is no such model in the catalogue; GET /v1/models?q=… finds those that there are", [
    { path: "sameAs", message: "is the id of no model of the catalogue" },
  ]);
}

const isTaken = ({ providers }: Wiring, id: string, task: string): boolean =>
  providers
    .flatMap((provider) => provider.endpoints())
    .some((endpoint) => endpoint.model === id && endpoint.taskType === task);

async function vet(wiring: Wiring, url: string, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(VET_TIMEOUT_MS);
  try {
    await wiring.vetUrl(url, AbortSignal.any([signal, late]));
  } catch (cause) {
    if (!late.aborted) throw cause;
    throw new AppError("timeout", "The URL's host could not be looked up in time", { retryable: true, cause });
  }
}

function toOwnModel(body: OwnModelBody): OwnModel {
  const { id, task, url, format, headers, poll, description, licence, ...facts } = body;
  const version = fingerprint({ url, format, licence, description, ...facts, ...(poll ? { poll } : {}) });
  return {
    endpoint: {
      provider: "custom",
      version,
      model: id,
      taskType: task,
      description: description || `Your own endpoint for ${task}`,
      licence,
      grade: "full",
      ...statedIn({ ...facts, ...hostedAt(url) }),
    },
    url,
    format,
    headerNames: Object.keys(headers),
    ...(poll ? { poll } : {}),
    addedAt: Date.now(),
  };
}

/** A model of the tenant's own, as it is shown to the tenant. */
function view(own: OwnModel): OwnModelView {
  const { model, taskType, description, licence, stated = {} } = own.endpoint;
  return {
    id: model,
    task: taskType,
    url: own.url,
    format: own.format,
    headers: [...own.headerNames],
    poll: own.poll ?? null,
    description,
    licence,
    sameAs: stated.sameAs ?? null,
    parameters: stated.parameters ?? null,
    bytes: stated.bytes ?? null,
    languages: stated.languages ? [...stated.languages] : null,
    gated: stated.gated ?? null,
    prices: [...(stated.prices ?? [])],
    scores: [...(stated.scores ?? [])],
    addedAt: rfc3339(own.addedAt),
  };
}
