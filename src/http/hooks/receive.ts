import { AppError, failure } from "../../domain/errors.ts";
import { type Hook, type HookSecrets, readHookId, secretsAt } from "../../domain/hooks/hook.ts";
import { renderDelivery } from "../../domain/hooks/render.ts";
import { escapeSlack } from "../../domain/hooks/slack-body.ts";
import { SOURCES } from "../../domain/hooks/sources/index.ts";
import { challengeOf, isOfBot, responseUrlOf } from "../../domain/hooks/sources/slack.ts";
import type { JsonValue } from "../../domain/json.ts";
import { ok } from "../../domain/result.ts";
import { isExempt } from "../../resources/safe-url.ts";
import { openHookSecrets } from "../../secrets/seal.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { param } from "../route.ts";
import type { Started } from "../start-run.ts";
import { answerSlack, tell } from "./answer-slack.ts";
import { readBody, readBytes } from "./read-delivery.ts";
import { type Accepted, sha256, startDelivery } from "./start-delivery.ts";
import type { HookDeliveryView } from "./views.ts";

/** Takes a delivery: looks at who sent it before at what it says, and makes a run of it. */
export async function receive(c: AppContext): Promise<Response> {
  const { wiring } = c.var;
  const id = param(c, "id");
  const tenant = await readHookId(wiring.ids, id);
  const found = tenant === null ? null : await wiring.tenant(tenant).findHook(id);
  if (tenant === null || !found) return problem(c, failure("not-found", "There is no such hook"));

  const { sealedSecrets, ...hook } = found;
  const secrets = await openHookSecrets(wiring.sealer, { tenant, id }, sealedSecrets);
  if (!secrets) throw new AppError("misconfigured", "The hook's secret can no longer be read: rotate it");
  const bytes = await readBytes(c.req.raw);
  const now = Date.now();
  const sent = { headers: c.req.raw.headers, bytes, header: hook.header };
  const fault = await SOURCES[hook.source].check(sent, secretsAt(secrets, now), now);
  return fault ? problem(c, fault) : take(c, { tenant, hook, secrets, bytes });
}

/** A delivery that its sender signed. */
interface Genuine {
  readonly tenant: string;
  readonly hook: Hook;
  readonly secrets: HookSecrets;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

async function take(c: AppContext, { tenant, hook, secrets, bytes }: Genuine): Promise<Response> {
  const { wiring } = c.var;
  const source = SOURCES[hook.source];
  const isSlack = hook.source === "slack";
  const body = readBody(bytes, c.req.header("content-type"));
  const { delivery, event } = source.tell(c.req.raw.headers, body);
  const replyTo = isSlack ? responseUrlOf(body, (url) => isExempt(url, wiring.config.fetchAllowHosts)) : ok(null);
  if (!replyTo.ok) return problem(c, replyTo.error);
  const responseUrl = replyTo.value;

  const challenge = isSlack ? challengeOf(body) : null;
  if (challenge !== null) return c.json({ challenge });
  const unmeant = whyUnmeant(hook, event, body);
  if (unmeant !== null) return ignored(c, unmeant, responseUrl);
  const rendered = renderDelivery(hook, { body, event });
  if (!rendered.ok) return isSlack ? answerSlack(c, responseUrl, async () => rendered) : problem(c, rendered.error);
  if ("skipped" in rendered.value) return ignored(c, rendered.value.skipped, responseUrl);

  const digest = await sha256(bytes);
  const accepted: Accepted = {
    hook,
    holder: { tenant, keyId: hook.keyId },
    // What is signed without an id is known by its content.
    delivery: delivery ?? (hook.source === "shared-secret" ? null : digest),
    digest,
    isIdForgeable: source.isIdForgeable,
    rendered: rendered.value,
    outboundSecret: secrets.outbound,
    responseUrl,
  };
  if (isSlack) return answerSlack(c, responseUrl, () => startDelivery(wiring, accepted));
  const started = await startDelivery(wiring, accepted);
  return started.ok ? answerStarted(c, started.value) : problem(c, started.error);
}

function answerStarted(c: AppContext, { record, replayed }: Started): Response {
  if (replayed) c.header("Idempotency-Replayed", "true");
  return c.json<HookDeliveryView>({ status: "accepted", run: record.id }, 202);
}

/** Why a delivery is none that any template is for, or null. */
function whyUnmeant({ source }: Hook, event: string | null, body: JsonValue): string | null {
  if (source === "github" && event === "ping") return "It is a ping";
  return source === "slack" && isOfBot(body) ? "A bot said it" : null;
}

/** Whoever gave a command in Slack sees why nothing comes of it. */
function ignored(c: AppContext, reason: string, responseUrl: string | null): Response {
  if (responseUrl !== null) return tell(c, escapeSlack(reason));
  return c.json<HookDeliveryView>({ status: "ignored", reason });
}
