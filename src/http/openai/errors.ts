import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { ERROR_STATUS, type Failure, failure, toFailure } from "../../domain/errors.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { AppContext, AppEnv } from "../context.ts";

/** What OpenAI's own client sends besides, and a browser asks leave for. */
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

/** What went wrong, as clients of OpenAI read it. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  /** The part of the request that is at fault. */
  readonly param: string | null;
  /** Ours, as everywhere. */
  readonly code: string;
}

/** What is read of a problem of ours. */
const shownProblem = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});
type ShownProblem = z.output<typeof shownProblem>;

/** Answers with OpenAI's errors in place of problems, whoever found them: a guard, a route, or none at all. */
export const openAiErrors: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.res.headers.get("content-type") !== "application/problem+json") return;
  const problem = shownProblem.parse(await c.res.json());
  const headers = new Headers(c.res.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  c.res = undefined;
  c.res = new Response(JSON.stringify({ error: errorOf(problem) }), { status: statusOf(problem), headers });
};

/** OpenAI has 400 for all that is wrong with a request; libraries take 422 for worth another try. */
const statusOf = ({ status }: ShownProblem): number => (status === 422 ? 400 : status);

function errorOf({ status, code, detail, issues }: ShownProblem): OpenAiError {
  const [first] = issues;
  const places = issues.flatMap(({ path, message }) => {
    if (detail.includes(message)) return [];
    return [path === "" ? message : `${paramOf(path)}: ${message}`];
  });
  const message = places.length === 0 ? detail : `${detail}: ${places.join("; ")}`;
  return { message, type: typeOf(status), param: first && first.path !== "" ? paramOf(first.path) : null, code };
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

/** A run that came to nothing; what is said of it is what it answered, where it did. */
export const runError = (failed: Pick<Failure, "code" | "message">): OpenAiError => ({
  message: failed.message,
  type: "run_error",
  param: null,
  code: failed.code,
});

/** What ended the telling of a run that has begun. What is not meant for the caller goes to the log alone. */
export function brokenOff(c: AppContext, thrown: unknown): OpenAiError {
  const fault = toFailure(thrown);
  if (ERROR_STATUS[fault.code] >= 500) console.error(`Request ${c.get("requestId")} broke off:`, describeFault(thrown));
  return runError(fault);
}

/** A request that is refused for a part of it. */
export class Refused extends Error {
  readonly fault: Failure;

  /** @param code of `src/domain/errors.ts` @param param the part, as a path with dots */
  constructor(code: Failure["code"], param: string, message: string) {
    super(message);
    this.fault = { ...failure(code, message), issues: [{ path: param, message }] };
  }
}
