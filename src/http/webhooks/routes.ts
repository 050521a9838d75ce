import { type Failure, failure } from "../../domain/errors.ts";
import {
  type Delivery,
  deliveryId,
  keeperOf,
  newEndpointId,
  readDeliveryId,
  SECRET_OVERLAP_MS,
  type SealedWebhookEndpoint,
  type WebhookEndpoint,
} from "../../domain/webhooks/delivery.ts";
import { newSecret } from "../../domain/webhooks/sign.ts";
import type { DeliveriesRpc } from "../../rpc/webhooks.ts";
import { sealWebhookSecret } from "../../secrets/seal.ts";
import { type AppContext, originOf } from "../context.ts";
import { problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";
import { runOf } from "../routes/conversation-of.ts";
import { goalOf } from "../routes/goal-of.ts";
import { rfc3339 } from "../views.ts";
import { deliveriesQuery, endpointBody, parkedQuery, rotationBody } from "./schemas.ts";
import { vetReceiver } from "./subscribe.ts";
import type { WebhookDeliveryView, WebhookView } from "./views.ts";

const ENDPOINT = { "application/json": "Webhook" } as const;
const WITH_SECRET = { "application/json": "WebhookWithSecret" } as const;
const OVERLAP_HOURS = SECRET_OVERLAP_MS / 3_600_000;

const addRoute = route(
  {
    method: "post",
    path: "/v1/webhooks",
    name: "addWebhook",
    summary: "Add an endpoint that is told of your runs and goals",
    description:
      "It is told of runs and goals that are started from now on, as Standard Webhooks has it. The secret that deliveries are signed with is in this answer and never shown again. A further endpoint than there may be is a `conflict`.",
    access: "key",
    body: endpointBody,
    answers: {
      201: { description: "It is there.", headers: { Location: "Its address." }, content: WITH_SECRET },
    },
  },
  async (c, { body }) => {
    const { wiring, holder } = c.var;
    const tenant = wiring.tenant(holder.tenant);
    const metered = await tenant.meter(holder.keyId);
    if (!metered.ok) return problem(c, metered.error);
    await vetReceiver(wiring, body.url);
    const { secret = newSecret(), ...given } = body;
    const id = newEndpointId();
    const endpoint: SealedWebhookEndpoint = {
      ...given,
      id,
      origin: originOf(c),
      createdAt: Date.now(),
      oldSecretUntil: null,
      disabled: null,
      sealedSecret: await sealWebhookSecret(wiring.sealer, { tenant: holder.tenant, endpoint: id }, secret),
      sealedOldSecret: null,
    };
    const added = await tenant.addWebhook(endpoint);
    if (!added.ok) return problem(c, added.error);
    return c.json({ ...view(endpoint), secret }, 201, { location: `/v1/webhooks/${id}` });
  },
);

const listRoute = route(
  {
    method: "get",
    path: "/v1/webhooks",
    name: "listWebhooks",
    summary: "Your endpoints, oldest first",
    access: "key",
    answers: { 200: { description: "All of them.", content: { "application/json": "WebhookList" } } },
  },
  async (c) => {
    const { wiring, holder } = c.var;
    return c.json({ webhooks: (await wiring.tenant(holder.tenant).webhooks()).map(view) });
  },
);

const readRoute = route(
  {
    method: "get",
    path: "/v1/webhooks/{id}",
    name: "readWebhook",
    summary: "An endpoint, without its secret",
    access: "key",
    answers: { 200: { description: "The endpoint.", content: ENDPOINT } },
  },
  async (c) => answerEndpoint(c, await c.var.wiring.tenant(c.var.holder.tenant).findWebhook(param(c, "id"))),
);

const removeRoute = route(
  {
    method: "delete",
    path: "/v1/webhooks/{id}",
    name: "removeWebhook",
    summary: "Remove an endpoint",
    description: "What is on its way to it is parked.",
    access: "key",
    answers: { 204: { description: "It is gone, with its secret." } },
  },
  async (c) => {
    const removed = await c.var.wiring.tenant(c.var.holder.tenant).removeWebhook(param(c, "id"));
    return removed ? c.body(null, 204) : problem(c, unknown(c));
  },
);

const rotateRoute = route(
  {
    method: "post",
    path: "/v1/webhooks/{id}/rotate",
    name: "rotateWebhook",
    summary: "Give an endpoint another secret",
    description: `Deliveries are signed with both secrets for ${OVERLAP_HOURS} hours: either verifies them. The secret before the last is good no more.`,
    access: "key",
    body: rotationBody,
    answers: { 200: { description: "The new secret, this once.", content: WITH_SECRET } },
  },
  async (c, { body }) => {
    const { wiring, holder } = c.var;
    const id = param(c, "id");
    const { secret = newSecret() } = body;
    const sealed = await sealWebhookSecret(wiring.sealer, { tenant: holder.tenant, endpoint: id }, secret);
    const rotated = await wiring.tenant(holder.tenant).rotateWebhook(id, sealed);
    return rotated ? c.json({ ...view(rotated), secret }) : problem(c, unknown(c));
  },
);

const enableRoute = route(
  {
    method: "post",
    path: "/v1/webhooks/{id}/enable",
    name: "enableWebhook",
    summary: "Go on with an endpoint that was disabled",
    description: "An endpoint that answers 410 is disabled. What was parked since can be replayed then.",
    access: "key",
    answers: { 200: { description: "The endpoint.", content: ENDPOINT } },
  },
  async (c) => answerEndpoint(c, await c.var.wiring.tenant(c.var.holder.tenant).switchWebhook(param(c, "id"), null)),
);

const answerEndpoint = (c: AppContext, endpoint: WebhookEndpoint | null): Response =>
  endpoint ? c.json(view(endpoint)) : problem(c, unknown(c));

const unknown = (c: AppContext): Failure =>
  failure("not-found", `There is no webhook endpoint ${param(c, "id").slice(0, 100)}`);

/** Field by field, so that nothing else that is stored with an endpoint gets out. */
const view = ({ id, url, description, events, createdAt, oldSecretUntil, disabled }: WebhookEndpoint): WebhookView => ({
  ...{ id, url, description, events: [...events] },
  createdAt: rfc3339(createdAt),
  oldSecretUntil: oldSecretUntil === null ? null : rfc3339(oldSecretUntil),
  disabled: disabled && { at: rfc3339(disabled.at), reason: disabled.reason },
});

const LIST = { "application/json": "WebhookDeliveryList" } as const;

const parkedRoute = route(
  {
    method: "get",
    path: "/v1/webhooks/deliveries",
    name: "listParkedDeliveries",
    summary: "What could not be delivered, the newest first",
    description:
      "After the last try a delivery is parked: for a week it can be replayed, and stands here: the newest thousand, and of one conversation or goal 200.",
    access: "key",
    query: parkedQuery,
    answers: { 200: { description: "A page of them.", content: LIST } },
  },
  async (c, { query }) => {
    const { wiring, holder } = c.var;
    const before = query.cursor === undefined ? null : Number(query.cursor);
    const page = await wiring.tenant(holder.tenant).parkedDeliveries(query.limit, before);
    const last = page.at(-1);
    return c.json({
      deliveries: await Promise.all(page.map((delivery) => deliveryView(c, delivery.keeper, delivery))),
      next: page.length === query.limit && last ? String(last.place) : null,
    });
  },
);

/** The deliveries of a run or goal. */
const listingRoute = (
  { path, name, summary }: Pick<Parameters<typeof route>[0], "path" | "name" | "summary">,
  find: (c: AppContext) => Promise<{ readonly id: string; readonly rpc: DeliveriesRpc; readonly keeper: string }>,
): Route =>
  route(
    {
      ...{ method: "get", path, name, summary, access: "key", query: deliveriesQuery },
      description: "The newest 200. What was delivered or parked is kept for a week.",
      answers: { 200: { description: "Those in the state that was asked for; `next` is null.", content: LIST } },
    },
    async (c, { query }) => {
      const { id, keeper, rpc } = await find(c);
      const found = await rpc.deliveries(id, query.state ?? null);
      if (!found.ok) return problem(c, found.error);
      const deliveries = await Promise.all(found.value.map((one) => deliveryView(c, keeper, one)));
      return c.json({ deliveries, next: null });
    },
  );

const runRoute = listingRoute(
  {
    path: "/v1/runs/{id}/deliveries",
    name: "listRunDeliveries",
    summary: "What a run's webhooks were told, the newest first",
  },
  async (c) => {
    const { id, part, rpc } = await runOf(c);
    return { id, rpc, keeper: part };
  },
);

const goalRoute = listingRoute(
  {
    path: "/v1/goals/{id}/deliveries",
    name: "listGoalDeliveries",
    summary: "What a goal's webhooks were told, the newest first",
  },
  async (c) => {
    const { id, part, rpc } = await goalOf(c);
    return { id, rpc, keeper: part };
  },
);

const replayRoute = route(
  {
    method: "post",
    path: "/v1/webhooks/deliveries/{id}/replay",
    name: "replayDelivery",
    summary: "Deliver again what was parked or delivered",
    description: "Under the same id, and with tries over a day as at first. One that is pending stays as it is.",
    access: "key",
    answers: { 202: { description: "It is on its way.", content: { "application/json": "WebhookDelivery" } } },
  },
  async (c) => {
    const { wiring, holder } = c.var;
    const named = await readDeliveryId(wiring.ids, holder.tenant, param(c, "id"));
    if (!named) return problem(c, failure("not-found", `There is no delivery ${param(c, "id").slice(0, 100)}`));
    const { as, part } = named.keeper;
    const replayed = await wiring[as](holder.tenant, part).replay(named.own);
    if (!replayed.ok) return problem(c, replayed.error);
    return c.json(await deliveryView(c, part, replayed.value), 202);
  },
);

async function deliveryView(c: AppContext, keeper: string, delivery: Delivery): Promise<WebhookDeliveryView> {
  const { wiring, holder } = c.var;
  const { own, run, goal, type, state, endpoint, url, at, tries, nextTryAt, endedAt, lastStatus, lastError } = delivery;
  return {
    id: await deliveryId(wiring.ids, holder.tenant, keeperOf(delivery, keeper), own),
    ...(run === undefined ? {} : { run }),
    ...(goal === undefined ? {} : { goal }),
    ...{ type, state, webhook: endpoint, url, tries, lastStatus, lastError },
    at: rfc3339(at),
    nextTryAt: nextTryAt === null ? null : rfc3339(nextTryAt),
    endedAt: endedAt === null ? null : rfc3339(endedAt),
  };
}

/** `/v1/webhooks/deliveries` comes before `/v1/webhooks/{id}`. */
export const webhookRoutes: readonly Route[] = [
  parkedRoute,
  runRoute,
  goalRoute,
  replayRoute,
  addRoute,
  listRoute,
  readRoute,
  removeRoute,
  rotateRoute,
  enableRoute,
];
