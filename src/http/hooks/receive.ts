import { AppError, failure } from "../../domain/errors.ts";
import { parseExactJson } from "../../domain/exact-json.ts";
import { type Hook, type HookSecrets, readHookId, secretsAt } from "../../domain/hooks/hook.ts";
import { renderDelivery } from "../../domain/hooks/render.ts";
import { escapeSlack } from "../../domain/hooks/slack-body.ts";
import { challengeOf, isOfBot, responseUrlOf, type Sender, SOURCES } from "../../domain/hooks/sources.ts";
import type { JsonValue } from "../../domain/json.ts";
import { ok } from "../../domain/result.ts";
import { isExempt } from "../../resources/safe-url.ts";
import { openHookSecrets } from "../../secrets/seal.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { decodeUtf8, isJson, parseJson, readBytes } from "../read-json.ts";
import { param } from "../route.ts";
import { sha256Hex } from "../sha256.ts";
import type { Started } from "../start-run.ts";
import { answerCommand, answerSlack } from "./answer-slack.ts";
import { type AcceptedDelivery, startDelivery } from "./start-delivery.ts";
import type { HookDeliveryView } from "./views.ts";

/** Receives a delivery: verifies its sender before it reads the body, and makes a run of it. */
export async function receive(c: AppContext): Promise<Response> {
  const { wiring } = c.var;
  const id = param(c, "id");
  const tenant = await readHookId(wiring.ids, id);
  const found = tenant === null ? null : await wiring.tenant(tenant).findHook(id);
  if (tenant === null || !found) return problem(c, failure("not-found", "There is no such hook"));

  const { sealedSecrets, ...hook } = found;
  const secrets = await openHookSecrets(wiring.sealer, { tenant, id }, sealedSecrets);
  if (!secrets) throw new AppError("misconfigured", "The hook's secret can no longer be read: rotate it");
  const bytes = await readDelivery(c.req.raw);
  const now = Date.now();
  const sender = SOURCES[hook.source].sender(hook);
  const fault = await sender.check({ headers: c.req.raw.headers, bytes }, secretsAt(secrets, now), now);
  if (fault) return problem(c, fault);
  const body = readBody(bytes, c.req.header("content-type"));
  const stale = sender.checkBody(body, now);
  return stale ? problem(c, stale) : acceptDelivery(c, { tenant, hook, sender, secrets, bytes, body });
}

/** A delivery whose signature was found good. */
interface VerifiedDelivery {
  readonly tenant: string;
  readonly hook: Hook;
  readonly sender: Sender;
  readonly secrets: HookSecrets;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly body: JsonValue;
}

async function acceptDelivery(c: AppContext, verified: VerifiedDelivery): Promise<Response> {
  const { tenant, hook, sender, secrets, bytes, body } = verified;
  const { wiring } = c.var;
  const isSlack = hook.source === "slack";
  const { delivery, event } = sender.tell(c.req.raw.headers, body);
  const replyTo = isSlack ? responseUrlOf(body, (url) => isExempt(url, wiring.config.fetchAllowHosts)) : ok(null);
  if (!replyTo.ok) return problem(c, replyTo.error);
  const responseUrl = replyTo.value;

  const challenge = isSlack ? challengeOf(body) : null;
  if (challenge !== null) return c.json({ challenge });
  const reason = reasonToIgnore(hook, event, body);
  if (reason !== null) return ignored(c, reason, responseUrl);
  const rendered = renderDelivery(hook, { body, event });
  if (!rendered.ok) return isSlack ? answerSlack(c, responseUrl, async () => rendered) : problem(c, rendered.error);
  if ("skipped" in rendered.value) return ignored(c, rendered.value.skipped, responseUrl);

  const digest = await sha256Hex(bytes);
  const accepted: AcceptedDelivery = {
    hook,
    holder: { tenant, keyId: hook.keyId },
    // A signed delivery without an id is known by its content.
    delivery: delivery ?? (hook.source === "shared-secret" ? null : digest),
    digest,
    isIdForgeable: sender.isIdForgeable,
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

/** Why a delivery is ignored whatever the template, or null. */
function reasonToIgnore({ source }: Hook, event: string | null, body: JsonValue): string | null {
  if (source === "github" && event === "ping") return "It is a ping";
  return source === "slack" && isOfBot(body) ? "A bot said it" : null;
}

/** Answers a delivery that becomes no run; whoever gave a command in Slack sees why. */
function ignored(c: AppContext, reason: string, responseUrl: string | null): Response {
  if (responseUrl !== null) return answerCommand(c, escapeSlack(reason));
  return c.json<HookDeliveryView>({ status: "ignored", reason });
}

/** Of a delivery. GitHub's own limit is 25 MB, but the text that people write is far less, and files come as URLs. */
export const MAX_DELIVERY_BYTES = 1024 * 1024;

/**
 * The bytes of the body, as they were signed.
 * @throws {AppError} `resource-too-large`, and nothing past the limit is read; `unsupported-media-type` for one that is
 *   compressed: no sender does that, and a small one could come to any size
 */
async function readDelivery(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^(?:identity)?$/i.test(request.headers.get("content-encoding") ?? "")) {
    throw new AppError("unsupported-media-type", "A delivery may not be compressed");
  }
  return readBytes(request, MAX_DELIVERY_BYTES, "A delivery may hold 1 MiB at most");
}

/**
 * The payload of a delivery: JSON with all digits of its numbers, or the fields of a form. Of a form with a `payload` the JSON in there is taken, as
 * GitHub and Slack send it on demand.
 * @throws {AppError} `invalid-request`, `unsupported-media-type`
 */
function readBody(bytes: Uint8Array, contentType: string | undefined): JsonValue {
  const text = decodeUtf8(bytes);
  if (isJson(contentType)) return parseJson(text, parseExactJson);
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? "")) {
    throw new AppError("unsupported-media-type", "A delivery is application/json or application/x-www-form-urlencoded");
  }
  const form = new URLSearchParams(text);
  const payload = form.get("payload");
  return payload === null ? Object.fromEntries(form) : parseJson(payload, parseExactJson);
}
