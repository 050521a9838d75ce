import type { ErrorCode } from "../domain/errors.ts";

/** What the server says is wrong where: for `invalid-request` and `plan-unsound`. */
export interface ApiIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * One of the API's stable codes, or of the client's own: `unreachable` and `timeout`, with status 0, when no answer
 * came, and `unexpected-answer`, when what came is not this API. A newer server may know more.
 */
export type ApiErrorCode = ErrorCode | "unreachable" | "unexpected-answer" | (string & {});

/** A call that did not succeed. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly issues: readonly ApiIssue[];
  /** How long the server asked to wait before another try. */
  readonly retryAfterMs: number | undefined;
  /** What the server's log has the call under. */
  readonly requestId: string | undefined;

  constructor(
    code: ApiErrorCode,
    status: number,
    detail: string,
    options: {
      readonly issues?: readonly ApiIssue[];
      readonly retryAfterMs?: number | undefined;
      readonly requestId?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.issues = options.issues ?? [];
    this.retryAfterMs = options.retryAfterMs;
    this.requestId = options.requestId;
  }
}

/** A problem is a page at most; a proxy's error page may be anything. */
const MAX_PROBLEM_CHARS = 65_536;
const MAX_DETAIL_CHARS = 500;
/** A server that asks for more is taken to mean: not now. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/**
 * The error that a response without success stands for; reads and so uses up its body.
 * @param asked the address that the response is of
 */
export async function toApiError(response: Response, asked: string): Promise<ApiError> {
  if (isRedirect(response)) return await toRedirected(response, new URL(asked));
  const text = await response.text().then(
    (body) => body.slice(0, MAX_PROBLEM_CHARS),
    () => "",
  );
  const problem = readProblem(text);
  const retryAfterMs = readRetryAfter(response.headers.get("retry-after"));
  if (!problem) {
    const said = text.trim().slice(0, MAX_DETAIL_CHARS);
    const detail = `The server answered ${response.status}${said === "" || said.startsWith("<") ? "" : `: ${said}`}`;
    return new ApiError("unexpected-answer", response.status, detail, { retryAfterMs });
  }
  const { code, detail, issues, requestId } = problem;
  return new ApiError(code, response.status, detail, { issues, retryAfterMs, requestId });
}

/** Browsers give one the status 0, and don't say where it leads. */
const isRedirect = ({ status }: Response): boolean => status === 0 || (status >= 300 && status < 400);

/** Of the address only the origin is told: the rest may hold a secret. */
async function toRedirected(response: Response, { origin }: URL): Promise<ApiError> {
  await response.body?.cancel().catch(() => {});
  const location = response.headers.get("location");
  const target = location === null ? null : URL.canParse(location, origin) ? new URL(location, origin).origin : null;
  const detail = `${origin} leads ${target === null ? "elsewhere" : `to ${target}`}: nothing is sent on, give the server's own address`;
  return new ApiError("unexpected-answer", response.status, detail);
}

type Problem = Pick<ApiError, "code" | "detail" | "issues" | "requestId">;

function readProblem(text: string): Problem | null {
  const problem = parse(text);
  if (!isRecord(problem) || typeof problem.code !== "string") return null;
  const { code, detail, title, issues, requestId } = problem;
  return {
    code,
    detail: typeof detail === "string" ? detail : typeof title === "string" ? title : code,
    issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
    requestId: typeof requestId === "string" ? requestId : undefined,
  };
}

/** The value a JSON text stands for, or undefined when it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isIssue = (value: unknown): value is ApiIssue =>
  isRecord(value) && typeof value.path === "string" && typeof value.message === "string";

/** `Retry-After` in its seconds form (RFC 9110, 10.2.3), as milliseconds. */
function readRetryAfter(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : undefined;
}
