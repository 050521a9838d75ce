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
  /** Small enough to take, but it would need more work than one call of a model here may do. */
  "resource-too-complex": 422,
  "range-not-satisfiable": 416,
  /** A tenant's files take as much as they may. */
  "storage-full": 507,
  "rate-limited": 429,
  "budget-exceeded": 402,
  /** A version of the Worker that came after this one has stored it: this one was rolled back to, and cannot read it. */
  "newer-state": 503,
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

/** An account without access or credit. If it is the caller's own, the failure says nothing about the model. */
export interface DeniedAccess {
  readonly account: "caller" | "deployment";
  /** What was refused; if it is the provider, none of its other models is tried with that account either. */
  readonly to: "provider" | "model";
}

/** An error as data, safe to store in an event, to send over RPC and to show to the caller. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** True when the same call may succeed later; decided where the failure is raised. */
  readonly retryable: boolean;
  /** Wait at least this long before the next try, when the other side said so. */
  readonly retryAfterMs?: number;
  /** True when the model was never asked: it cost nothing, and says nothing of the model. */
  readonly notCalled?: true;
  /** True when the call was sent and its answer never came whole: it may be billed. */
  readonly unheard?: true;
  /** The account that was refused, and for what. */
  readonly access?: DeniedAccess;
  /** The individual faults with their paths, for failures with several. */
  readonly issues?: readonly Issue[];
}

/** One thing wrong; `path` names the place, such as `3/text` for an input of a task. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type AppErrorOptions = Partial<
  Pick<Failure, "retryable" | "retryAfterMs" | "notCalled" | "unheard" | "access">
> & { readonly cause?: unknown };

/** A failure on its way up the stack. `message` is for the caller; `cause` stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly notCalled: boolean;
  readonly unheard: boolean;
  readonly access: DeniedAccess | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.notCalled = options.notCalled ?? false;
    this.unheard = options.unheard ?? false;
    this.access = options.access;
  }
}

export const failure = (code: ErrorCode, message: string, retryable = false): Failure => ({ code, message, retryable });

/**
 * The face of any thrown value that may leave the system: an `AppError` as it is, anything else as
 * `internal` without its message, which may hold what a caller must not see.
 */
export function toFailure(thrown: unknown): Failure {
  if (!isAppError(thrown)) return failure("internal", "Something went wrong on our side.");
  return {
    code: thrown.code,
    message: thrown.message,
    retryable: thrown.retryable,
    ...(thrown.retryAfterMs === undefined ? {} : { retryAfterMs: thrown.retryAfterMs }),
    ...(thrown.notCalled ? { notCalled: true } : {}),
    ...(thrown.unheard ? { unheard: true } : {}),
    ...(thrown.access === undefined ? {} : { access: thrown.access }),
  };
}

/** Also one of a Durable Object: on its way across RPC it has lost its class, kept its name and what it holds, and been marked. */
const isAppError = (thrown: unknown): thrown is AppError =>
  thrown instanceof AppError ||
  (thrown instanceof Error &&
    thrown.name === "AppError" &&
    "remote" in thrown &&
    thrown.remote === true &&
    "code" in thrown &&
    typeof thrown.code === "string" &&
    isErrorCode(thrown.code));
