import { type Route, type RouteSpec, route } from "../route.ts";
import { hookBody, rotationBody } from "./schemas.ts";

const HOOK = { "application/json": "Hook" } as const;
const WITH_SECRET = { "application/json": "HookWithSecret" } as const;

const createRoute = route(
  {
    method: "post",
    path: "/v1/hooks",
    name: "createHook",
    summary: "Create an inbound webhook",
    description:
      "What is posted to its address becomes a message, by the template, once its signature is found good. The secret is shown this once. A hook is never changed but for its secret; `conflict` when there are too many.",
    access: "key",
    body: hookBody,
    answers: {
      201: { description: "It is there.", headers: { Location: "Its address for you." }, content: WITH_SECRET },
    },
  },
  async (c, { body }) => (await import("./manage.ts")).createHook(c, body),
);

const listRoute = route(
  {
    method: "get",
    path: "/v1/hooks",
    name: "listHooks",
    summary: "Your inbound webhooks, oldest first",
    access: "key",
    answers: { 200: { description: "All of them.", content: { "application/json": "HookList" } } },
  },
  async (c) => (await import("./manage.ts")).listHooks(c),
);

const readRoute = route(
  {
    method: "get",
    path: "/v1/hooks/{id}",
    name: "readHook",
    summary: "An inbound webhook, without its secret",
    access: "key",
    answers: { 200: { description: "The hook.", content: HOOK } },
  },
  async (c) => (await import("./manage.ts")).readHook(c),
);

const deleteRoute = route(
  {
    method: "delete",
    path: "/v1/hooks/{id}",
    name: "deleteHook",
    summary: "Delete an inbound webhook",
    description: "Its address is gone at once; the runs and conversations that it made stay.",
    access: "key",
    answers: { 204: { description: "It is gone, with its secrets." } },
  },
  async (c) => (await import("./manage.ts")).deleteHook(c),
);

const rotateRoute = route(
  {
    method: "post",
    path: "/v1/hooks/{id}/rotate",
    name: "rotateHookSecret",
    summary: "Give an inbound webhook another secret",
    description: "The one before stays good for a while, so that the sender can be changed over without a loss.",
    access: "key",
    body: rotationBody,
    answers: { 200: { description: "The hook, with the new secret: shown this once.", content: WITH_SECRET } },
  },
  async (c, { body }) => (await import("./manage.ts")).rotateSecret(c, body),
);

/** Where senders post to. What signs a delivery stands in headers that depend on who sends. */
const RECEIVE: RouteSpec = {
  method: "post",
  path: "/hooks/{id}",
  name: "receiveHook",
  summary: "Deliver to an inbound webhook",
  description:
    "For the sender that the hook was made for, which proves itself by a signature, or by the secret in a header. The same delivery makes the same run within a day. Slack is told what it expects instead.",
  access: "public",
  headers: {
    "X-Hook-Secret": "The secret of a hook for `shared-secret`, unless it names another header.",
    "Idempotency-Key": "For `shared-secret`: the id of the delivery; others have it where their specification says.",
  },
  streams: { "application/json": null, "application/x-www-form-urlencoded": null },
  answers: {
    200: { description: "It is no delivery that becomes a run.", content: { "application/json": "Delivery" } },
    202: { description: "It became a run.", content: { "application/json": "Delivery" } },
  },
};

const receiveRoute = route(RECEIVE, async (c) => (await import("./receive.ts")).receive(c));

export const hookRoutes: readonly Route[] = [createRoute, listRoute, readRoute, deleteRoute, rotateRoute, receiveRoute];
