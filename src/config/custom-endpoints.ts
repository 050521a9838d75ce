import * as z from "zod";
import { CALL_FORMATS } from "../domain/own-models.ts";
import {
  endpointPoll,
  FOREIGN_TEMPLATE,
  hasForeignTemplate,
  headerName,
  headerValue,
  statedFields,
  vouchedFields,
} from "./endpoint-fields.ts";
import { callLimits } from "./provider-limits.ts";
import { refuseDuplicates } from "./variables.ts";

/** A token that is sent in a header. */
const token = z.string().regex(/^[\x21-\x7e]{1,4096}$/, "must be one line of visible ASCII characters");
/** The user name in HTTP's basic scheme (RFC 7617), where the first colon ends it. */
const userName = z.string().regex(/^[^:\p{Cc}]{0,200}$/u, "must hold no colon and no control characters");
const secret = z.string().regex(/^\P{Cc}{1,1000}$/u, "must be one line");

/** The authentication of requests to an endpoint. */
const endpointAuth = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("bearer"), token }),
  z.strictObject({ type: z.literal("basic"), username: userName, password: secret }),
  z.strictObject({ type: z.literal("header"), name: headerName, value: headerValue.min(1) }),
  /** RFC 6749 §4.4: id and secret are exchanged for a temporary token. */
  z.strictObject({
    type: z.literal("oauth-client-credentials"),
    tokenUrl: z.url({ protocol: /^https?$/ }),
    clientId: secret,
    clientSecret: secret,
    scope: z.string().min(1).max(1_000).exactOptional(),
    audience: z.string().min(1).max(1_000).exactOptional(),
    /** Where the client's id and secret are sent: in a header of the basic scheme, or in the body. */
    sendIn: z.enum(["header", "body"]).default("header"),
  }),
]);
export type EndpointAuth = z.infer<typeof endpointAuth>;
export type ClientCredentials = Extract<EndpointAuth, { readonly type: "oauth-client-credentials" }>;

/** A model behind a URL of the deployment's own. */
const endpoint = z
  .strictObject({
    model: z.string().min(1).max(200),
    taskType: z.string().min(1).max(64),
    url: z.url({ protocol: /^https?$/ }),
    /**
     * `json`: our own shape, all ports in and out. `multipart`: the same with files as they are. `hf-inference`: as
     * Hugging Face's inference API takes the task.
     */
    format: z.enum(CALL_FORMATS).default("json"),
    headers: z.record(headerName, headerValue).default({}),
    auth: endpointAuth.exactOptional(),
    poll: endpointPoll.exactOptional(),
    limits: callLimits.exactOptional(),
    description: z.string().max(500).default(""),
    licence: z.string().max(64).default("unknown"),
    ...statedFields,
    ...vouchedFields,
  })
  .superRefine(({ headers, auth }, context) => {
    const fault = (path: string[], message: string): void => context.addIssue({ code: "custom", path, message });
    const sets = auth?.type === "header" ? auth.name.toLowerCase() : "authorization";
    if (auth && Object.keys(headers).some((name) => name.toLowerCase() === sets))
      fault(["headers"], `${sets} is set by \`auth\` as well; keep one`);
  })
  .refine((endpoint) => !hasForeignTemplate(endpoint), FOREIGN_TEMPLATE);
export type CustomEndpointConfig = z.infer<typeof endpoint>;

/** The part of `CONFIG` about models behind URLs. */
export const customEndpoints = z
  .array(endpoint)
  .max(500)
  .default([])
  .superRefine(
    refuseDuplicates(
      ({ model, taskType }) => [model, taskType],
      ({ model, taskType }) => `${model} is there twice for ${taskType}; keep one`,
    ),
  );
