/**
 * Every stable error code and the HTTP status it maps to. The code is part of the public API; the
 * status follows from it and is decided nowhere else.
 */
export const ERROR_STATUS = {
  "invalid-request": 400,
  "unsupported-media-type": 415,
  unauthorized: 401,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "stale-plan": 409,
  "queue-full": 409,
  "idempotency-mismatch": 422,
  "plan-unsound": 422,
  "unsafe-url": 422,
  "unreadable-resource": 422,
  "unsupported-input": 422,
  "no-model": 422,
  "contradictory-constraints": 422,
  "length-required": 411,
  "resource-too-large": 413,
  "range-not-satisfiable": 416,
  "rate-limited": 429,
  "budget-exceeded": 402,
  "provider-unavailable": 503,
  "provider-rejected": 502,
  "attempt-lost": 503,
  timeout: 504,
  cancelled: 409,
  misconfigured: 500,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code);

/** What went wrong, as data: safe to store in an event, to send over RPC and to show to the caller. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** True when the same call may succeed later; decided where the failure is raised. */
  readonly retryable: boolean;
  /** Wait at least this long before the next try, when the other side said so. */
  readonly retryAfterMs?: number;
  /** True when the model was never asked: it cost nothing, and says nothing of the model. */
  readonly notCalled?: true;
  /** What is wrong where, for failures that have several places. */
  readonly issues?: readonly Issue[];
}

/** One thing wrong; `path` names the place, such as `3/text` for an input of a task. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** A failure on its way up the stack. `message` is for the caller; `cause` stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly notCalled: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: Partial<Pick<Failure, "retryable" | "retryAfterMs" | "notCalled">> & { readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.notCalled = options.notCalled ?? false;
  }
}

export const failure = (code: ErrorCode, message: string, retryable = false): Failure => ({ code, message, retryable });

/**
 * The face of any thrown value that may leave the system: an `AppError` as it is, anything else as
 * `internal` without its message, which may hold what a caller must not see.
 */
export function toFailure(thrown: unknown): Failure {
  if (!(thrown instanceof AppError)) return failure("internal", "Something went wrong on our side.");
  return {
    code: thrown.code,
    message: thrown.message,
    retryable: thrown.retryable,
    ...(thrown.retryAfterMs === undefined ? {} : { retryAfterMs: thrown.retryAfterMs }),
    ...(thrown.notCalled ? { notCalled: true } : {}),
  };
}
