import type { KeyHolder } from "../../domain/api-key.ts";
import type { RunRecord } from "../../domain/conversation.ts";
import type { Hook } from "../../domain/hooks/hook.ts";
import { type FieldFile, MAX_FIELDS_CHARS, type Rendered } from "../../domain/hooks/render.ts";
import type { ResourceId } from "../../domain/resources.ts";
import { ok, type Result } from "../../domain/result.ts";
import type { Wiring } from "../../wiring.ts";
import { type MessageBody, messageBody } from "../schemas/requests.ts";
import { sha256Hex } from "../sha256.ts";
import { newConversation, type Started, type StartRequest, startRun } from "../start-run.ts";
import { storeUpload } from "../store-upload.ts";

/** A genuine delivery, with the message that it becomes. */
export interface AcceptedDelivery {
  readonly hook: Hook;
  readonly holder: KeyHolder;
  /** The sender's id of it; null where there is none, and each try makes a run. */
  readonly delivery: string | null;
  /** SHA-256 of its body, in hexadecimal. */
  readonly digest: string;
  readonly isIdForgeable: boolean;
  readonly rendered: Rendered;
  /** Signs the webhooks of its runs; left out where the hook has no webhook. */
  readonly outboundSecret?: string | undefined;
  /** Where Slack wants the answer; null for anybody else. */
  readonly responseUrl: string | null;
}

/**
 * Makes a run of a delivery; the same delivery makes the same run, however often and however close together it comes.
 * @returns `idempotency-mismatch`, `conflict` for a replay, `not-found` where the hook is gone by now, and whatever a
 *   message is refused with
 */
export async function startDelivery(wiring: Wiring, accepted: AcceptedDelivery): Promise<Result<Started>> {
  const { hook, holder, delivery, digest, isIdForgeable, responseUrl } = accepted;
  const key = delivery === null ? null : bookingKey(hook.id, delivery);
  if (delivery !== null && key !== null) {
    const note = { hook: hook.id, delivery, digest, isIdForgeable };
    const noted = await wiring.tenant(holder.tenant).noteDelivery(note);
    if (!noted.ok) return noted;
    const known = noted.value.isKnown ? await findRun(wiring, holder.tenant, key) : null;
    if (known) return ok({ record: known, replayed: true });
  }
  return startRun(wiring, {
    holder,
    ...(await conversationFor(wiring, accepted)),
    message: messageOf(accepted, []),
    storeFiles: async () => ({ message: messageOf(accepted, await storeFiles(wiring, accepted)) }),
    // An answer may repeat what an earlier payload says, and a language model that plans would read it.
    hidesAnswers: true,
    idempotency: key === null ? undefined : { key, fingerprint: digest },
    hfToken: null,
    ...originFor(wiring, hook),
    ...(responseUrl === null ? {} : { replyTo: { url: responseUrl, format: "slack" } }),
  });
}

/** Never the host that a delivery names, which its sender chooses. Without an origin, links are paths. */
function originFor({ config }: Wiring, hook: Hook): Pick<StartRequest, "origin"> {
  const origin = config.publicUrl ?? hook.origin;
  return origin === undefined ? {} : { origin };
}

/** The key that a delivery is booked under; never the same as a caller's `Idempotency-Key`, which holds no spaces. */
const bookingKey = (hook: string, delivery: string): string => `hook ${hook} ${delivery}`;

/** The run that the delivery made before, or null when that request was cut off. */
async function findRun(wiring: Wiring, tenant: string, key: string): Promise<RunRecord | null> {
  const booking = await wiring.tenant(tenant).findBooking(key);
  const part = booking && (await wiring.ids.readConversation(tenant, booking.conversation));
  if (!booking || !part) return null;
  const found = await wiring.conversation(tenant, part).run(booking.run);
  return found.ok ? found.value : null;
}

/** The conversation for the delivery's key; null for a new one. */
async function conversationFor(
  wiring: Wiring,
  { hook, holder, rendered }: AcceptedDelivery,
): Promise<Pick<StartRequest, "conversation" | "title">> {
  if (rendered.key === null) return { conversation: null };
  const proposed = await newConversation(wiring, holder.tenant);
  const asked = { hook: hook.id, key: await sha256Hex(rendered.key), proposed: proposed.id };
  const { id, isOpen } = await wiring.tenant(holder.tenant).keyedConversation(asked);
  const part = await wiring.ids.readConversation(holder.tenant, id);
  if (part === null) throw new Error(`The tenant holds a conversation that is not its own: ${id}`);
  return { conversation: { id, part }, ...(isOpen ? {} : { title: hook.name || "Webhook" }) };
}

const storeFiles = (wiring: Wiring, { holder, rendered }: AcceptedDelivery): Promise<readonly ResourceId[]> =>
  Promise.all(rendered.files.map((file) => store(wiring, holder, file)));

function messageOf({ hook, rendered, outboundSecret }: AcceptedDelivery, files: readonly ResourceId[]): MessageBody {
  const secret = outboundSecret === undefined ? {} : { secret: outboundSecret };
  return messageBody.parse({
    text: rendered.text,
    resources: [...files, ...rendered.urls],
    ...(rendered.plan === undefined ? {} : { plan: rendered.plan }),
    ...hook.casting,
    budget: hook.budget,
    ...(hook.webhook ? { webhook: { ...hook.webhook, ...secret } } : {}),
  });
}

/** Stores a field as an upload. Its kind is text, whatever its content looks like. */
async function store(wiring: Wiring, holder: KeyHolder, file: FieldFile): Promise<ResourceId> {
  const { tenant } = holder;
  const stored = await storeUpload(wiring, holder, MAX_FIELD_BYTES, (id) =>
    wiring.resources.save({
      ...{ tenant, id, name: file.name, declaredType: "text/plain", kind: "text", maxBytes: MAX_FIELD_BYTES },
      body: new Blob([file.text]).stream(),
      origin: { by: "upload" },
    }),
  );
  await wiring.tenant(tenant).recordUpload(stored);
  return stored.id;
}

/** Each character of a delivery's texts takes three bytes at the most. */
const MAX_FIELD_BYTES = 3 * MAX_FIELDS_CHARS;
