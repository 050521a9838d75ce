import {
  isKeyId,
  isLimited,
  type KnownKey,
  makeApiKey,
  OPEN_HOLDER,
  UNKNOWN_KEY,
  UNLIMITED,
} from "../../domain/api-key.ts";
import { failure } from "../../domain/errors.ts";
import { randomHex } from "../../domain/ids.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { AppContext } from "../context.ts";
import type { CallerIdentity } from "../identity.ts";
import { problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";
import { limitsBody, newKeyBody, rotationBody } from "../schemas/keys.ts";
import type { KeyView } from "../schemas/tenant-views.ts";
import { rfc3339 } from "../views.ts";

const KEY_ID_BYTES = 4;
const FORBIDDEN_IF_LIMITED = "A key with limits of its own may not do this.";

const listRoute = route(
  {
    method: "get",
    path: "/v1/keys",
    name: "listKeys",
    summary: "The API keys of your own tenant",
    description:
      "Newest first, a thousand at most. Keys prove themselves and are stored nowhere: one that was made without asking the server is here once it has been used. None is shown but for its id.",
    access: "key",
    answers: { 200: { description: "All that the server has heard of.", content: { "application/json": "KeyList" } } },
  },
  async (c) => c.json({ keys: (await tenantOf(c).keys()).map(view) }),
);

const makeRoute = route(
  {
    method: "post",
    path: "/v1/keys",
    name: "makeKey",
    summary: "Make another API key for your own tenant",
    description: FORBIDDEN_IF_LIMITED,
    access: "key",
    body: newKeyBody,
    answers: { 201: { description: "The key, shown this once.", content: { "application/json": "NewKey" } } },
  },
  async (c, { body }) => {
    const refused = await refusal(c);
    if (refused) return refused;
    const made = { id: newKeyId(), name: body.name, limits: { ...UNLIMITED, ...body.limits } };
    const added = await tenantOf(c).addKey(made);
    const fresh = { createdAt: Date.now(), usedAt: null, revokedAt: null, spentTodayUsd: 0 };
    return answerNew(c, added.ok ? ok({ ...made, ...fresh }) : added);
  },
);

const limitRoute = route(
  {
    method: "post",
    path: "/v1/keys/{keyId}/limits",
    name: "limitKey",
    summary: "Limit what may be done with an API key of your own tenant",
    description: `What is left out stays as it is, null lifts a limit. A key that was made without asking the server is not found before it has been used. It holds from the next run on, besides what the deployment allows every key. ${FORBIDDEN_IF_LIMITED}`,
    access: "key",
    body: limitsBody,
    answers: { 200: { description: "The key with its limits.", content: { "application/json": "Key" } } },
  },
  async (c, { body }) => {
    const keyId = readKeyId(c);
    if (!keyId.ok) return problem(c, keyId.error);
    const refused = await refusal(c);
    if (refused) return refused;
    const limited = await tenantOf(c).limitKey(keyId.value, body);
    const known = limited && (await tenantOf(c).findKey(keyId.value));
    return known ? c.json(view(known)) : problem(c, UNKNOWN_KEY);
  },
);

const rotateRoute = route(
  {
    method: "post",
    path: "/v1/keys/{keyId}/rotate",
    name: "rotateKey",
    summary: "Put a new API key in the place of one of your own tenant",
    description: `The new one has the name and the limits of the old one, which is revoked after a while, an hour unless said otherwise; one that is revoked already, or is going to be, is a conflict. ${FORBIDDEN_IF_LIMITED}`,
    access: "key",
    body: rotationBody,
    answers: { 201: { description: "The new key, shown this once.", content: { "application/json": "NewKey" } } },
  },
  async (c, { body }) => {
    const keyId = readKeyId(c);
    if (!keyId.ok) return problem(c, keyId.error);
    const refused = await refusal(c);
    if (refused) return refused;
    const until = Date.now() + body.graceSeconds * 1_000;
    return answerNew(c, await tenantOf(c).rotateKey(keyId.value, newKeyId(), until));
  },
);

const revokeRoute = (identity: CallerIdentity): Route =>
  route(
    {
      method: "delete",
      path: "/v1/keys/{keyId}",
      name: "revokeKey",
      summary: "Revoke an API key of your own tenant, for good",
      description:
        "The key id is the third part of a key: imp_<tenant>_<key id>_<mac>. It takes effect within a minute. A key with limits of its own may revoke itself alone.",
      access: "key",
      answers: { 204: { description: "The key is revoked, now or since earlier." } },
    },
    async (c) => {
      const keyId = readKeyId(c);
      if (!keyId.ok) return problem(c, keyId.error);
      const { tenant, keyId: own } = c.var.holder;
      const refused = keyId.value === own ? null : await refusal(c);
      if (refused) return refused;
      await tenantOf(c).revokeKey(keyId.value);
      identity.forget({ tenant, keyId: keyId.value });
      return c.body(null, 204);
    },
  );

export const keyRoutes = (identity: CallerIdentity): readonly Route[] => [
  listRoute,
  makeRoute,
  limitRoute,
  rotateRoute,
  revokeRoute(identity),
];

const tenantOf = (c: AppContext) => c.var.wiring.tenant(c.var.holder.tenant);

/** The id of a key that can be managed: that of whoever manages the deployment cannot. */
function readKeyId(c: AppContext): Result<string> {
  const keyId = param(c, "keyId");
  if (isKeyId(keyId) && keyId !== OPEN_HOLDER.keyId) return ok(keyId);
  return err(failure("not-found", "A key id is eight hexadecimal digits, not all of them 0"));
}

/** Why the key that asks may not manage keys; null if it may. Limits that it could lift itself would be none. */
async function refusal(c: AppContext): Promise<Response | null> {
  const own = await tenantOf(c).findKey(c.var.holder.keyId);
  if (!own || !isLimited(own.limits)) return null;
  return problem(c, failure("forbidden", "A key with limits of its own may revoke itself, and manage no other"));
}

const newKeyId = (): string => randomHex(KEY_ID_BYTES);

/** Shows a key that was made, this once. */
async function answerNew(c: AppContext, made: Result<KnownKey>): Promise<Response> {
  if (!made.ok) return problem(c, made.error);
  const { wiring, holder } = c.var;
  return c.json({ ...view(made.value), key: await makeApiKey(wiring.ids, holder.tenant, made.value.id) }, 201);
}

function view({ id, name, limits, createdAt, usedAt, revokedAt, spentTodayUsd }: KnownKey): KeyView {
  const times = { createdAt: timeOf(createdAt), usedAt: timeOf(usedAt), revokedAt: timeOf(revokedAt) };
  return { id, name, limits, spentTodayUsd, ...times };
}

const timeOf = (at: number | null): string | null => (at === null ? null : rfc3339(at));
