import * as z from "zod";
import { headerName } from "../../config/endpoint-fields.ts";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { DELIVERY_MEMORY_MS, ENCODINGS, MISSING_POLICIES, SOURCE_NAMES, TOLERANCE_S } from "../../domain/hooks/hook.ts";
import { MAX_TEMPLATE_CHARS } from "../../domain/hooks/template.ts";
import { components } from "../schemas/components.ts";
import { messageBody } from "../schemas/requests.ts";
import type { Sent } from "../schemas/wire.ts";

const MAX_NAME_CHARS = 100;
/** With the files of the template's fields they stay within what a message may hold. */
const MAX_RESOURCES = 16;
/** Paths that are compared, and what each is compared with. */
const MAX_PATHS = 16;
const MAX_VALUES = 50;
const MAX_WORD_CHARS = 100;
const MAX_PATH_CHARS = 500;
const MAX_SECRET_CHARS = 255;
/** A week: enough to change a secret everywhere. */
const MAX_OVERLAP_S = 7 * 24 * 60 * 60;
const DEFAULT_OVERLAP_S = 24 * 60 * 60;

const isSmall = (record: object): boolean => Object.keys(record).length <= MAX_PATHS;
const TOO_MANY = `${MAX_PATHS} paths at most`;

const path = z.string().min(1).max(MAX_PATH_CHARS);
const scalar = z.union([z.string().max(MAX_WORD_CHARS), z.number(), z.boolean()]);
/** One line, as it stands in the middle of a request. */
const word = z
  .string()
  .trim()
  .min(1)
  .max(MAX_WORD_CHARS)
  .regex(/^[^\r\n\u2028\u2029]*$/, "must be one line");

const secret = z
  .string()
  .max(MAX_SECRET_CHARS)
  .describe(
    "What deliveries are signed with. Slack's is the signing secret of your app, and must be given; any other is made here where it is left out.",
  );

/** Longer than any that is documented. */
const MAX_PREFIX_CHARS = 32;
const MAX_SIGNED_CHARS = 200;
const prefix = z
  .string()
  .max(MAX_PREFIX_CHARS)
  .regex(/^[\x21-\x7e]*$/, "visible ASCII characters alone");

const place = z
  .union([z.strictObject({ header: headerName, prefix: prefix.exactOptional() }), z.strictObject({ path })])
  .nullable()
  .default(null);

/** A delivery is remembered for so long, and a replay known by that. */
const MAX_TOLERANCE_S = DELIVERY_MEMORY_MS / 1000;

export const signatureScheme = z
  .strictObject({
    header: headerName.describe("The header with the signature, or with several."),
    prefix: prefix.default("").describe('What a signature begins with there, such as "sha256=" or "v1=".'),
    encoding: z.enum(ENCODINGS).default("hex"),
    signed: z
      .string()
      .max(MAX_SIGNED_CHARS)
      .default("{body}")
      .describe("The text that is signed, with `{body}`, and `{timestamp}` and `{id}` where those are signed."),
    timestamp: place.describe(
      "When it was signed, in seconds, milliseconds or as RFC 3339: in a header, behind a prefix where that has several parts, or at a path of the body.",
    ),
    toleranceSeconds: z
      .int()
      .min(1)
      .max(MAX_TOLERANCE_S)
      .default(TOLERANCE_S)
      .describe("How far its time may be from now."),
    id: place.describe("The sender's own id of a delivery, the same on each try."),
    event: place.describe("The kind of event."),
  })
  .register(components, { id: "Signature", description: "How a sender signs: HMAC-SHA-256, in a header." });

const { plan, constraints, selection, controller, planning, budget, webhook } = messageBody.shape;

export const hookBody = z
  .strictObject({
    name: z.string().trim().max(MAX_NAME_CHARS).default(""),
    source: z.enum(SOURCE_NAMES).describe("Who sends, and so how a delivery is signed."),
    secret: secret.exactOptional(),
    header: headerName
      .exactOptional()
      .describe("For `shared-secret`: the header that it comes in, `X-Hook-Secret` where it is left out."),
    signature: signatureScheme.exactOptional().describe("For `hmac`: how the sender signs."),
    template: z
      .string()
      .max(MAX_TEMPLATE_CHARS)
      .default("")
      .describe(
        "The request in your words. `{{body.issue.title}}` stands for a field of the payload: a text there comes as a file that the request names, so that nothing in it is read as an instruction.",
      ),
    resources: z
      .array(z.string().min(1).max(MAX_ADDRESS_CHARS))
      .max(MAX_RESOURCES)
      .default([])
      .describe('Addresses of files to fetch, such as "{{body.file_url}}".'),
    missing: z
      .enum(MISSING_POLICIES)
      .default("refuse")
      .describe(
        "A delivery that lacks a field is refused, or goes without it (`empty`), or is passed over with a success (`skip`).",
      ),
    only: z
      .record(path, z.array(scalar).min(1).max(MAX_VALUES))
      .refine(isSmall, TOO_MANY)
      .default({})
      .describe(
        'Deliveries that become runs, such as {"event": ["issues"], "body.action": ["opened"]}; the others are passed over with a success.',
      ),
    choices: z
      .record(path, z.array(word).min(1).max(MAX_VALUES))
      .refine(isSmall, TOO_MANY)
      .default({})
      .describe(
        'Fields that stand in the request as words, and the only words that each may be: {"body.language": ["German", "French"]}.',
      ),
    conversationKey: z
      .string()
      .min(1)
      .max(MAX_PATH_CHARS)
      .exactOptional()
      .describe(
        'Deliveries that are alike in this go on with one conversation, such as "{{body.issue.number}}"; left out, each has its own.',
      ),
    ...{ plan, constraints, selection, controller, planning, budget, webhook },
  })
  .register(components, { id: "NewHook", description: "What makes a message of each delivery." });
/** An inbound webhook: what is posted to its address becomes a message. docs/integrations/webhooks-in.md says of what. */
export type NewHook = Sent<typeof hookBody>;
export type HookBody = z.output<typeof hookBody>;

export const rotationBody = z
  .strictObject({
    secret: secret.exactOptional(),
    overlapSeconds: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_S)
      .default(DEFAULT_OVERLAP_S)
      .describe("How long the secret before stays good."),
  })
  .register(components, { id: "HookRotation" });
export type RotationBody = z.output<typeof rotationBody>;
