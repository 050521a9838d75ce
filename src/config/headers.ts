import * as z from "zod";

/** A signed token with many claims fits. */
const MAX_HEADER_CHARS = 4_096;

/** Those that frame a message or belong to one connection (RFC 9110 §7.6.1): who sets up an endpoint has no say in them. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...["connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate", "proxy-authorization"],
  ...["proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
]);

export const headerName = z
  .string()
  .max(64)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, "not a name of a header")
  .refine((name) => !RESERVED_HEADERS.has(name.toLowerCase()), "this header cannot be set");

export const headerValue = z
  .string()
  .max(MAX_HEADER_CHARS)
  .regex(/^[\t\x20-\x7e]*$/, "visible ASCII characters alone");
