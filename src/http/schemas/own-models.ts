import * as z from "zod";
import { statedFields } from "../../config/stated-facts.ts";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { CALL_FORMATS } from "../../domain/own-models.ts";
import { components } from "./components.ts";

const MAX_ID_CHARS = 200;
const MAX_HEADERS = 16;
/** A signed token with many claims fits. */
const MAX_HEADER_CHARS = 4_096;

/** As the Hub writes ids: parts of letters, digits, `_`, `.` and `-`, none of which a URL has to escape. */
export const modelId = z
  .string()
  .max(MAX_ID_CHARS)
  .regex(/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*){0,3}$/, 'an id such as "our/captioner"');

/** Those that frame a message or belong to one connection (RFC 9110 §7.6.1): a caller has no say in them. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...["connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate", "proxy-authorization"],
  ...["proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
]);

const headerName = z
  .string()
  .max(64)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, "not a name of a header")
  .refine((name) => !RESERVED_HEADERS.has(name.toLowerCase()), "this header cannot be set");
const headerValue = z
  .string()
  .max(MAX_HEADER_CHARS)
  .regex(/^[\t\x20-\x7e]*$/, "visible ASCII characters alone");

const isSmall = (headers: object): boolean => Object.keys(headers).length <= MAX_HEADERS;
const isEachOnce = (headers: object): boolean =>
  new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length;

const headers = z
  .record(headerName, headerValue)
  .refine(isSmall, `${MAX_HEADERS} headers at most`)
  .refine(isEachOnce, "a header may be there once")
  .default({})
  .describe("Sent with every call; kept sealed, and never shown again.");

export const ownModelBody = z
  .strictObject({
    id: modelId,
    task: z.string().min(1).max(64).describe("The task type that it does: a name of /v1/task-types."),
    url: z.string().min(1).max(MAX_ADDRESS_CHARS),
    format: z.enum(CALL_FORMATS).default("json"),
    headers,
    description: z.string().max(500).default(""),
    licence: z.string().min(1).max(64).default("unknown").describe("An SPDX identifier, where there is one."),
    ...statedFields,
  })
  .register(components, { id: "NewOwnModel" });
export type OwnModelBody = z.output<typeof ownModelBody>;

export const removalQuery = z.object({
  task: z.string().min(1).max(64).optional().describe("Removes it for this task type alone."),
});
