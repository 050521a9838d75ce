import { failure } from "../../domain/errors.ts";
import { type Delivery, deliveryId, readDeliveryId } from "../../domain/webhooks/delivery.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";
import { runOf } from "../routes/conversation-of.ts";
import { rfc3339 } from "../views.ts";
import { parkedQuery, runDeliveriesQuery } from "./schemas.ts";
import type { WebhookDeliveryView } from "./views.ts";

const LIST = { "application/json": "WebhookDeliveryList" } as const;

const parkedRoute = route(
  {
    method: "get",
    path: "/v1/webhooks/deliveries",
    name: "listParkedDeliveries",
    summary: "What could not be delivered, the newest first",
    description:
      "After the last try a delivery is parked: for a week it can be replayed, and stands here: the newest thousand, and of one conversation 200.",
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
      deliveries: await Promise.all(page.map((delivery) => view(c, delivery.conversation, delivery))),
      next: page.length === query.limit && last ? String(last.place) : null,
    });
  },
);

const runRoute = route(
  {
    method: "get",
    path: "/v1/runs/{id}/deliveries",
    name: "listRunDeliveries",
    summary: "What a run's webhooks were told, the newest first",
    description: "The newest 200. What was delivered or parked is kept for a week.",
    access: "key",
    query: runDeliveriesQuery,
    answers: { 200: { description: "Those in the state that was asked for; `next` is null.", content: LIST } },
  },
  async (c, { query }) => {
    const { id, conversation, rpc } = await namedRun(c);
    const found = await rpc.deliveries(id, query.state ?? null);
    if (!found.ok) return problem(c, found.error);
    return c.json({ deliveries: await Promise.all(found.value.map((one) => view(c, conversation, one))), next: null });
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
    const parts = await readDeliveryId(wiring.ids, holder.tenant, param(c, "id"));
    if (!parts) return problem(c, failure("not-found", `There is no delivery ${param(c, "id").slice(0, 100)}`));
    const replayed = await wiring.conversation(holder.tenant, parts.conversation).replay(parts.own);
    if (!replayed.ok) return problem(c, replayed.error);
    return c.json(await view(c, parts.conversation, replayed.value), 202);
  },
);

export const deliveryRoutes: readonly Route[] = [parkedRoute, runRoute, replayRoute];

/** With its conversation's own part, which the ids of deliveries hold. */
async function namedRun(c: AppContext) {
  const { id, rpc } = await runOf(c);
  const parts = await c.var.wiring.ids.readRun(c.var.holder.tenant, id);
  return { id, rpc, conversation: parts?.conversation ?? "" };
}

async function view(c: AppContext, conversation: string, delivery: Delivery): Promise<WebhookDeliveryView> {
  const { wiring, holder } = c.var;
  const { own, run, type, state, endpoint, url, at, tries, nextTryAt, endedAt, lastStatus, lastError } = delivery;
  return {
    id: await deliveryId(wiring.ids, holder.tenant, conversation, own),
    ...{ run, type, state, webhook: endpoint, url, tries, lastStatus, lastError },
    at: rfc3339(at),
    nextTryAt: nextTryAt === null ? null : rfc3339(nextTryAt),
    endedAt: endedAt === null ? null : rfc3339(endedAt),
  };
}
