import type { MiddlewareHandler } from "hono";
import { ERROR_STATUS, type ErrorCode, type Failure, failure, toFailure } from "../../domain/errors.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { AnsweredProblem, AppContext, AppEnv } from "../context.ts";
import type { OpenAiError } from "./schemas.ts";

/** Headers that OpenAI's client libraries send besides; browsers ask whether they may. */
export const OPENAI_CLIENT_HEADERS: readonly string[] = [
  ...[
    "Lang",
    "Package-Version",
    "OS",
    "Arch",
    "Runtime",
    "Runtime-Version",
    "Retry-Count",
    "Timeout",
    "Helper-Method",
  ].map((name) => `X-Stainless-${name}`),
  ...["OpenAI-Organization", "OpenAI-Project"],
];

/** Answers with OpenAI's errors in place of problems, wherever they come from: a guard, a route, or no route at all. */
export const openAiErrors: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const answered = c.get("problem");
  if (!answered || c.res.headers.get("content-type") !== "application/problem+json") return;
  const headers = new Headers(c.res.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  c.res = undefined;
  const status = statusOf(answered.fault.code);
  c.res = new Response(JSON.stringify({ error: errorOf(answered) }), { status, headers });
};

/** OpenAI has 400 for all that is wrong with a request, and client libraries retry after a 422. */
const statusOf = (code: ErrorCode): number => (ERROR_STATUS[code] === 422 ? 400 : ERROR_STATUS[code]);

/** The message of a failure says what its own issues do; those that came with it are added. */
function errorOf({ fault, issues }: AnsweredProblem): OpenAiError {
  const { code, message } = fault;
  const first = issues[0] ?? fault.issues?.[0];
  const places = issues.map((issue) =>
    issue.path === "" ? issue.message : `${paramOf(issue.path)}: ${issue.message}`,
  );
  return {
    message: places.length === 0 ? message : `${message}: ${places.join("; ")}`,
    type: typeOf(ERROR_STATUS[code]),
    param: first && first.path !== "" ? paramOf(first.path) : null,
    code,
  };
}

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "insufficient_quota",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

const typeOf = (status: number): string => TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");

/** `messages.0.content` as OpenAI writes it: `messages[0].content`. */
const paramOf = (path: string): string => path.replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]");

/** The error for a run that failed. */
export const runError = (failed: Pick<Failure, "code" | "message">): OpenAiError => ({
  message: failed.message,
  type: "run_error",
  param: null,
  code: failed.code,
});

/** The error for an answer that broke off after its run began. Details that are not the caller's go to the log alone. */
export function brokenOff(c: AppContext, thrown: unknown): OpenAiError {
  const fault = toFailure(thrown);
  if (ERROR_STATUS[fault.code] >= 500) console.error(`Request ${c.get("requestId")} broke off:`, describeFault(thrown));
  return runError(fault);
}

/** A request that is refused because of one part of it. */
export class Refused extends Error {
  readonly fault: Failure;

  /** @param code of `src/domain/errors.ts` @param param the part, as a path with dots */
  constructor(code: Failure["code"], param: string, message: string) {
    super(message);
    this.fault = { ...failure(code, message), issues: [{ path: param, message }] };
  }
}
