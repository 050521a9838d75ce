import * as z from "zod";
import {
  endpointPoll,
  FOREIGN_TEMPLATE,
  hasForeignTemplate,
  headerName,
  headerValue,
  statedFields,
} from "../../config/endpoint-fields.ts";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { normaliseLicence } from "../../domain/licences.ts";
import { CALL_FORMATS } from "../../domain/own-models.ts";
import { components } from "./components.ts";
import type { Sent } from "./wire.ts";

const MAX_ID_CHARS = 200;
const MAX_HEADERS = 16;

/** As the Hub writes ids: parts of letters, digits, `_`, `.` and `-`, none of which a URL has to escape. */
export const modelId = z
  .string()
  .max(MAX_ID_CHARS)
  .regex(/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*){0,3}$/, 'an id such as "our/captioner"');

const isSmall = (headers: object): boolean => Object.keys(headers).length <= MAX_HEADERS;
const isEachOnce = (headers: object): boolean =>
  new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length;

const headers = z
  .record(headerName, headerValue)
  .refine(isSmall, `${MAX_HEADERS} headers at most`)
  .refine(isEachOnce, "a header may be there once")
  .default({})
  .describe("Sent with every call; kept sealed, and never shown again.");

/** What SPDX expressions and names of licences are written with. */
const licence = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9.+() -]*$/, 'an SPDX expression or a name, such as "Apache-2.0"')
  .transform(normaliseLicence)
  .default("unknown")
  .describe("An SPDX expression, or a name such as `llama3.3`; it is kept in lower case.");
/** Workers AI's ids begin with a sign of their own. */
const catalogueId = z
  .string()
  .max(MAX_ID_CHARS)
  .regex(/^(?:@[\w.-]+\/)?[\w.-]+(?:\/[\w.-]+){0,3}$/, 'an id such as "openai/whisper-large-v2"');

export const ownModelBody = z
  .strictObject({
    id: modelId,
    task: z.string().min(1).max(64).describe("The task type that it does: a name of /v1/task-types."),
    url: z.string().min(1).max(MAX_ADDRESS_CHARS),
    format: z.enum(CALL_FORMATS).default("json"),
    headers,
    poll: endpointPoll.exactOptional().describe("For a model that answers later: how it is asked whether it is done."),
    description: z.string().max(500).default(""),
    licence,
    sameAs: catalogueId
      .exactOptional()
      .describe(
        "The model of the catalogue that it is, which must be there: what you do not state holds as for that one, for what it does.",
      ),
    ...statedFields,
  })
  .refine((model) => !hasForeignTemplate(model), FOREIGN_TEMPLATE)
  .register(components, { id: "NewOwnModel" });
/** A model of your own, behind a URL. What is left out is unknown, and satisfies no condition. */
export type NewOwnModel = Sent<typeof ownModelBody>;
export type OwnModelBody = z.output<typeof ownModelBody>;

export const removalQuery = z.object({
  task: z.string().min(1).max(64).optional().describe("Removes it for this task type alone."),
});
