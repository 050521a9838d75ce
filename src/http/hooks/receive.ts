import { AppError, failure } from "../../domain/errors.ts";
import { type Hook, secretsAt } from "../../domain/hooks/hook.ts";
import { readHookId } from "../../domain/hooks/hook-id.ts";
import { renderDelivery } from "../../domain/hooks/render.ts";
import { escapeSlack } from "../../domain/hooks/slack-body.ts";
import { SOURCES } from "../../domain/hooks/sources/index.ts";
import { challengeOf, isOfBot, responseUrlOf } from "../../domain/hooks/sources/slack.ts";
import type { JsonValue } from "../../domain/json.ts";
import { openHookSecrets } from "../../secrets/hook-secrets.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { param } from "../route.ts";
import type { Started } from "../start-run.ts";
import { answerSlack, tell } from "./answer-slack.ts";
import { readBody, readBytes } from "./read-delivery.ts";
import { type Accepted, sha256, startDelivery } from "./start-delivery.ts";
import type { DeliveryView } from "./views.ts";

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
  const { headers } = c.req.raw;
  const now = Date.now();
  const source = SOURCES[hook.source];
  const fault = await source.check({ headers, bytes, header: hook.header }, secretsAt(secrets, now), now);
  if (fault) return problem(c, fault);

  const body = readBody(bytes, c.req.header("content-type"));
  const told = source.tell(headers, body);
  const greeted = greet(c, hook, told.event, body);
  if (greeted) return greeted;
  const rendered = renderDelivery(hook, { body, event: told.event });
  if (!rendered.ok)
    return hook.source === "slack" ? answerSlack(c, body, async () => rendered) : problem(c, rendered.error);
  if ("skipped" in rendered.value) return ignored(c, hook, body, rendered.value.skipped);

  const digest = await sha256(bytes);
  const accepted: Accepted = {
    hook,
    holder: { tenant, keyId: hook.keyId },
    // What is signed without an id is known by its content.
    delivery: told.delivery ?? (hook.source === "shared-secret" ? null : digest),
    digest,
    isIdForgeable: source.isIdForgeable,
    rendered: rendered.value,
    outboundSecret: secrets.outbound,
    origin: new URL(c.req.url).origin,
    responseUrl: hook.source === "slack" ? responseUrlOf(body) : null,
  };
  if (hook.source === "slack") return answerSlack(c, body, () => startDelivery(wiring, accepted));
  const started = await startDelivery(wiring, accepted);
  return started.ok ? answerStarted(c, started.value) : problem(c, started.error);
}

function answerStarted(c: AppContext, { record, replayed }: Started): Response {
  if (replayed) c.header("Idempotency-Replayed", "true");
  return c.json<DeliveryView>({ status: "accepted", run: record.id }, 202);
}

/** The answer to what only asks whether somebody is here, or must not become a run; null for all else. */
function greet(c: AppContext, hook: Hook, event: string | null, body: JsonValue): Response | null {
  if (hook.source === "github" && event === "ping") return ignored(c, hook, body, "It is a ping");
  if (hook.source !== "slack") return null;
  const challenge = challengeOf(body);
  if (challenge !== null) return c.json({ challenge });
  return isOfBot(body) ? ignored(c, hook, body, "A bot said it") : null;
}

/** Whoever gave a command in Slack sees why nothing comes of it. */
function ignored(c: AppContext, { source }: Hook, body: JsonValue, reason: string): Response {
  if (source === "slack" && responseUrlOf(body) !== null) return tell(c, escapeSlack(reason));
  return c.json<DeliveryView>({ status: "ignored", reason });
}
