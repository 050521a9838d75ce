import type { KeyHolder } from "../../domain/api-key.ts";
import type { Hook } from "../../domain/hooks/hook.ts";
import { type FieldFile, MAX_FIELDS_CHARS, type Rendered } from "../../domain/hooks/render.ts";
import type { ResourceId } from "../../domain/resources.ts";
import type { Result } from "../../domain/result.ts";
import { selectionOptionsOf } from "../../domain/selection.ts";
import type { Wiring } from "../../wiring.ts";
import { type MessageBody, messageBody } from "../schemas/requests.ts";
import { sha256Hex } from "../sha256.ts";
import { type Started, type StartRequest, startRun } from "../start-run.ts";
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
  const { hook, holder, delivery, digest, isIdForgeable, rendered, responseUrl } = accepted;
  return startRun(wiring, {
    holder,
    conversation: null,
    ...(rendered.key === null ? {} : { title: hook.name || "Webhook" }),
    message: messageOf(accepted, []),
    storeFiles: async () => ({ message: messageOf(accepted, await storeFiles(wiring, accepted)) }),
    idempotency: delivery === null ? undefined : { key: bookingKey(hook.id, delivery), fingerprint: digest },
    delivery: {
      ...{ hook: hook.id, delivery, digest, isIdForgeable },
      // Of one length, whatever the key.
      key: rendered.key === null ? null : await sha256Hex(rendered.key),
    },
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

const storeFiles = (wiring: Wiring, { holder, rendered }: AcceptedDelivery): Promise<readonly ResourceId[]> =>
  Promise.all(rendered.files.map((file) => store(wiring, holder, file)));

function messageOf({ hook, rendered, outboundSecret }: AcceptedDelivery, files: readonly ResourceId[]): MessageBody {
  const secret = outboundSecret === undefined ? {} : { secret: outboundSecret };
  return messageBody.parse({
    text: rendered.text,
    resources: [...files, ...rendered.urls],
    ...(rendered.plan === undefined ? {} : { plan: rendered.plan }),
    ...selectionOptionsOf(hook.casting),
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
  return stored.id;
}

/** Each character of a delivery's texts takes three bytes at the most. */
const MAX_FIELD_BYTES = 3 * MAX_FIELDS_CHARS;
