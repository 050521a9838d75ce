import { OPEN_HOLDER } from "../../domain/api-key.ts";
import { failure, type Issue } from "../../domain/errors.ts";
import { checkRecipe, faultsOfTwins, normalisePath } from "../../domain/hooks/check-recipe.ts";
import {
  type Hook,
  type HookSecrets,
  newHookId,
  readHookId,
  rotate,
  type SourceName,
} from "../../domain/hooks/hook.ts";
import { faultsOfScheme } from "../../domain/hooks/signature.ts";
import { DEFAULT_SECRET_HEADER, SOURCES } from "../../domain/hooks/sources.ts";
import { selectionOptionsOf } from "../../domain/selection.ts";
import { newSecret } from "../../domain/webhooks/sign.ts";
import { openHookSecrets, sealHookSecrets } from "../../secrets/seal.ts";
import { type AppContext, originOf } from "../context.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { param } from "../route.ts";
import { selectionOptionsFault } from "../selection-options-fault.ts";
import { rfc3339 } from "../views.ts";
import { vetReceiver } from "../webhooks/subscribe.ts";
import type { HookBody, RotationBody } from "./schemas.ts";
import type { HookView } from "./views.ts";

/** Sets up a hook. @throws {AppError} `invalid-request` with each fault of the recipe */
export async function createHook(c: AppContext, body: HookBody): Promise<Response> {
  const { wiring, holder } = c.var;
  const secret = secretFor(body.source, body.secret);
  const hook = {
    ...toHook(body),
    id: await newHookId(wiring.ids, holder.tenant),
    keyId: holder.keyId,
    origin: originOf(c),
  };
  const twins = [
    ...faultsOfTwins(Object.keys(body.only), "only"),
    ...faultsOfTwins(Object.keys(body.choices), "choices"),
  ];
  const issues = [...proofFaults(body), ...twins, ...checkRecipe(hook)];
  if (issues.length > 0) throw new InvalidRequest("The hook is not as it must be", issues);
  const fault = selectionOptionsFault(wiring, hook.casting);
  if (fault) return problem(c, fault);
  const tenant = wiring.tenant(holder.tenant);
  if (body.webhook) {
    const metered = await tenant.meter(holder.keyId);
    if (!metered.ok) return problem(c, metered.error);
    await vetReceiver(wiring, body.webhook.url);
  }
  const outbound = body.webhook && (body.webhook.secret ?? newSecret());
  const secrets: HookSecrets = { inbound: [{ secret, until: null }], ...(outbound === undefined ? {} : { outbound }) };
  const name = { tenant: holder.tenant, id: hook.id };
  const sealedSecrets = await sealHookSecrets(wiring.sealer, name, secrets);
  const added = await tenant.addHook({ ...hook, sealedSecrets });
  if (!added.ok) return problem(c, added.error);
  const shown = { secret, ...(outbound === undefined ? {} : { webhookSecret: outbound }) };
  return c.json({ ...view(c, hook), ...shown }, 201, { location: `/v1/hooks/${hook.id}` });
}

export async function listHooks(c: AppContext): Promise<Response> {
  const hooks = await c.var.wiring.tenant(c.var.holder.tenant).hooks();
  return c.json({ hooks: hooks.map((hook) => view(c, hook)) });
}

export async function readHook(c: AppContext): Promise<Response> {
  const { id, tenant } = await ownHook(c);
  const hook = tenant && (await tenant.findHook(id));
  return hook ? c.json(view(c, hook)) : missing(c);
}

export async function deleteHook(c: AppContext): Promise<Response> {
  const { id, tenant } = await ownHook(c);
  return tenant && (await tenant.removeHook(id)) ? c.body(null, 204) : missing(c);
}

/** Gives a hook another secret; the one before stays valid for a while. */
export async function rotateSecret(c: AppContext, body: RotationBody): Promise<Response> {
  const { wiring, holder } = c.var;
  const { id, tenant } = await ownHook(c);
  const hook = tenant && (await tenant.findHook(id));
  if (!tenant || !hook) return missing(c);
  const secret = secretFor(hook.source, body.secret);
  const name = { tenant: holder.tenant, id };
  const known = (await openHookSecrets(wiring.sealer, name, hook.sealedSecrets)) ?? NO_SECRETS;
  const sealed = await sealHookSecrets(
    wiring.sealer,
    name,
    rotate(known, secret, body.overlapSeconds * 1000, Date.now()),
  );
  if (!(await tenant.replaceHookSecrets(id, hook.sealedSecrets, sealed))) {
    return problem(c, failure("conflict", "The hook's secret was changed at the same time: try again", true));
  }
  return c.json({ ...view(c, hook), secret });
}

/** For secrets that can no longer be opened, because the deployment's own secret has changed. */
const NO_SECRETS: HookSecrets = { inbound: [] };

/** The hook's id, and the tenant if the hook is the caller's: for any other, no Durable Object is woken. */
async function ownHook(c: AppContext) {
  const { wiring, holder } = c.var;
  const id = param(c, "id");
  const isOwn = (await readHookId(wiring.ids, id)) === holder.tenant;
  return { id, tenant: isOwn ? wiring.tenant(holder.tenant) : null };
}

const missing = (c: AppContext): Response => problem(c, failure("not-found", "There is no such hook"));

/** The secret that was given, or a new one. @throws {InvalidRequest} for one that does not fit the source, or has to be given */
function secretFor(source: SourceName, given: string | undefined): string {
  const secret = given ?? SOURCES[source].newSecret();
  const fault = secret === null ? "is needed: the signing secret of your app" : SOURCES[source].faultOfSecret(secret);
  if (secret !== null && fault === null) return secret;
  throw new InvalidRequest("The secret is not as it must be", [{ path: "secret", message: fault ?? "" }]);
}

function proofFaults({ source, header, signature }: HookBody): readonly Issue[] {
  const alone = (path: string, owner: SourceName): Issue => ({ path, message: `is for the source ${owner} alone` });
  return [
    ...(header === undefined || source === "shared-secret" ? [] : [alone("header", "shared-secret")]),
    ...(signature === undefined || source === "hmac" ? [] : [alone("signature", "hmac")]),
    ...(signature === undefined && source === "hmac"
      ? [{ path: "signature", message: "is needed: how the sender signs" }]
      : []),
    ...(signature ? faultsOfScheme(signature) : []),
  ];
}

const normalised = <Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).map(([path, value]) => [normalisePath(path), value]));

function toHook(body: HookBody): Omit<Hook, "id" | "keyId" | "origin"> {
  const { name, source, signature, template, resources, missing, budget, conversationKey, plan, webhook } = body;
  return {
    ...{ name, source, template, resources, missing },
    header: source === "shared-secret" ? (body.header?.toLowerCase() ?? DEFAULT_SECRET_HEADER) : null,
    ...(signature ? { signature } : {}),
    only: normalised(body.only),
    choices: normalised(body.choices),
    ...(conversationKey === undefined ? {} : { conversationKey }),
    ...(plan === undefined ? {} : { plan }),
    casting: selectionOptionsOf(body),
    // Nobody is there to be asked.
    budget: { ...budget, onExhausted: budget.onExhausted ?? "answer" },
    ...(webhook ? { webhook: { url: webhook.url, events: webhook.events } } : {}),
    createdAt: Date.now(),
  };
}

function view(c: AppContext, hook: Hook): HookView {
  const { id, name, source, header, template, resources, missing, only, choices, casting, budget } = hook;
  return {
    ...{ id, name, source, header, template, resources, missing, only, choices },
    signature: hook.signature ?? null,
    url: `${originOf(c)}/hooks/${id}`,
    conversationKey: hook.conversationKey ?? null,
    plan: hook.plan ?? null,
    ...{ ...selectionOptionsOf(casting), budget, webhook: hook.webhook ?? null },
    keyId: hook.keyId === OPEN_HOLDER.keyId ? null : hook.keyId,
    createdAt: rfc3339(hook.createdAt),
  };
}
