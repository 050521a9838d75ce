import * as z from "zod";
import { headerName, headerValue } from "./headers.ts";

/** What is sent in a header as one word. */
const token = z.string().regex(/^[\x21-\x7e]{1,4096}$/, "must be one line of visible ASCII characters");
/** Of HTTP's basic scheme (RFC 7617): the first colon ends the name. */
const userName = z.string().regex(/^[^:\p{Cc}]{0,200}$/u, "must hold no colon and no control characters");
const secret = z.string().regex(/^\P{Cc}{1,1000}$/u, "must be one line");

/** How an endpoint is told who calls. */
export const endpointAuth = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("bearer"), token }),
  z.strictObject({ type: z.literal("basic"), username: userName, password: secret }),
  z.strictObject({ type: z.literal("header"), name: headerName, value: headerValue.min(1) }),
  /** RFC 6749 §4.4: the id and its secret are exchanged for a token that lasts a while. */
  z.strictObject({
    type: z.literal("oauth-client-credentials"),
    tokenUrl: z.url({ protocol: /^https?$/ }),
    clientId: secret,
    clientSecret: secret,
    scope: z.string().min(1).max(1_000).exactOptional(),
    audience: z.string().min(1).max(1_000).exactOptional(),
    /** Where id and secret stand: in a header of the basic scheme, or in the body. */
    sendIn: z.enum(["header", "body"]).default("header"),
  }),
]);
export type EndpointAuth = z.infer<typeof endpointAuth>;
export type ClientCredentials = Extract<EndpointAuth, { readonly type: "oauth-client-credentials" }>;
