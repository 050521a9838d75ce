import { HTTPException } from "hono/http-exception";
import type * as z from "zod";
import {
  AppError,
  ERROR_STATUS,
  type ErrorCode,
  type Failure,
  failure,
  type Issue,
  toFailure,
} from "../domain/errors.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import { issuesOf } from "../domain/zod-issues.ts";
import { type AppContext, originOf } from "./context.ts";
import { MCP_METADATA } from "./mcp/metadata-path.ts";
import type { ProblemView } from "./schemas/views.ts";

type Issues = readonly Issue[];

/** Further issues are not listed: nobody fixes a hundred one by one. */
const MAX_ISSUES = 20;

/** A request that does not fit what the route takes; `issues` has each fault with its place. */
export class InvalidRequest extends AppError {
  readonly issues: Issues;

  constructor(message: string, issues: Issues = []) {
    super("invalid-request", message);
    this.issues = issues;
  }

  /** @param place what was read: "body", "query" */
  static from(place: string, error: z.ZodError): InvalidRequest {
    return new InvalidRequest(`The ${place} of the request is not as described in /openapi.json`, issuesOf(error));
  }
}

const TITLES: Readonly<Record<ErrorCode, string>> = {
  "invalid-request": "The request is not valid",
  "unsupported-media-type": "The media type is not supported",
  unauthorized: "An API key is needed",
  forbidden: "This is not allowed",
  "not-found": "There is no such thing",
  "method-not-allowed": "The method does not fit the address",
  conflict: "The state does not allow this",
  "stale-plan": "The plan has changed since",
  "queue-full": "Too many messages are waiting",
  "idempotency-mismatch": "The idempotency key was used for another request",
  "plan-unsound": "The plan is not sound",
  "unsafe-url": "The URL may not be fetched",
  "unreadable-resource": "The file cannot be read",
  "unsupported-input": "The input is not supported",
  "no-model": "No model satisfies the request",
  "contradictory-constraints": "The constraints contradict each other",
  "length-required": "A length is required",
  "resource-too-large": "This is too large",
  "storage-full": "There is no room for more files",
  "resource-too-complex": "This takes too much work",
  "range-not-satisfiable": "The range lies outside the file",
  "rate-limited": "Too many requests",
  "budget-exceeded": "The budget does not allow this",
  "newer-state": "A newer version has stored this",
  "provider-unavailable": "A provider is not available",
  "provider-rejected": "A provider rejected the request",
  "attempt-lost": "The attempt was lost",
  timeout: "It took too long",
  cancelled: "It was cancelled",
  misconfigured: "The deployment is not configured",
  internal: "Something went wrong",
};

/** The answer to a request that failed, as a problem of RFC 9457. */
export function problem(c: AppContext, fault: Failure, issues: Issues = []): Response {
  const shown = [...issues, ...(fault.issues ?? [])];
  const status = ERROR_STATUS[fault.code];
  c.set("problem", { fault, issues: issues.slice(0, MAX_ISSUES) });
  const view: ProblemView = {
    type: `urn:impresario:problem:${fault.code}`,
    title: TITLES[fault.code],
    status,
    code: fault.code,
    detail: fault.message,
    requestId: c.get("requestId"),
    ...(shown.length > 0 ? { issues: shown.slice(0, MAX_ISSUES) } : {}),
  };
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  if (fault.retryAfterMs !== undefined) headers["retry-after"] = String(Math.ceil(fault.retryAfterMs / 1000));
  if (fault.code === "unauthorized") headers["www-authenticate"] = challengeFor(c);
  return c.body(JSON.stringify(view), status, headers);
}

/** How to ask again with a key. Clients of MCP look for metadata that says more (RFC 9728 §5.1). */
function challengeFor(c: AppContext): string {
  const metadata = c.req.path === "/mcp" ? `, resource_metadata="${originOf(c)}${MCP_METADATA}"` : "";
  return `Bearer realm="impresario"${metadata}`;
}

/** Answers whatever was thrown. Details that are not the caller's go to the log alone. */
export function answerThrown(thrown: Error, c: AppContext): Response {
  if (thrown instanceof HTTPException) return problem(c, failure("invalid-request", thrown.message));
  const fault = toFailure(thrown);
  // What fails because the client disconnected is no fault of ours, and nobody reads the answer.
  const isAtFault = ERROR_STATUS[fault.code] >= 500 && !c.req.raw.signal.aborted;
  if (isAtFault) console.error(`Request ${c.get("requestId")} failed:`, describeFault(thrown));
  return problem(c, fault, thrown instanceof InvalidRequest ? thrown.issues : []);
}
