import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { causeOf, isLost, retryAfter, tooSlow, unreachable } from "../answers/failures.ts";

/** A failure as Cloudflare reports it; null for what it does not report. */
interface CloudflareFailure {
  /** Its own number. */
  readonly code: string | null;
  readonly status: number | null;
  /** Its words: they decide where it gives no number that is documented, and stay in the log. */
  readonly said: string;
  readonly retryAfterMs?: number | undefined;
}

type Verdict = readonly [code: ErrorCode, why: string, retryable?: boolean];

const SPENT: Verdict = [
  "provider-rejected",
  "has used up the account's daily free allocation of neurons; move it to the Workers Paid plan, or wait until midnight UTC",
];
const NOT_OPEN: Verdict = ["provider-rejected", "is not open to this Cloudflare account"];
const NOT_THERE: Verdict = ["provider-rejected", "is not a model that Workers AI runs"];

/** The numbers of https://developers.cloudflare.com/workers-ai/platform/errors/, and what each means here. */
const BY_CODE: Readonly<Record<string, Verdict>> = {
  "3003": ["provider-rejected", "was sent an incomplete request"],
  "3006": ["resource-too-large", "does not take a request as large as this"],
  "3007": ["timeout", "took too long at Cloudflare", true],
  "3008": ["provider-unavailable", "was interrupted at Cloudflare", true],
  "3023": ["provider-rejected", "is not served to this Cloudflare account, which Workers AI has blocked"],
  "3036": SPENT,
  "3039": ["provider-rejected", "lacks files of its finetune"],
  "3040": ["provider-unavailable", "has no capacity left for the moment", true],
  "3041": NOT_OPEN,
  "3042": NOT_THERE,
  "5004": ["provider-rejected", "does not take data of this type"],
  "5005": ["provider-rejected", "takes no LoRA"],
  "5007": NOT_THERE,
  "5016": ["provider-rejected", "has terms that the Cloudflare account must agree to first"],
  "5018": NOT_OPEN,
  "5019": ["provider-rejected", "is no longer called in this way"],
  // Not documented, and seen by many.
  "3030": ["provider-rejected", "refused the request, or what it made of it, as unsafe"],
  "4006": SPENT,
};

/** Failures that come with any number or none. */
const BY_WORDS: readonly (readonly [RegExp, Verdict])[] = [
  [/rate limit|too many requests/i, ["rate-limited", "has had too many requests", true]],
  [/daily free allocation/i, SPENT],
  // https://developers.cloudflare.com/workers-ai/features/json-mode/
  [/JSON Mode couldn't be met/i, ["provider-rejected", "could not keep to the form of answer asked for", true]],
  // What a local server's binding says, as it is switched off there.
  [
    /needs to be run remotely/i,
    [
      "provider-rejected",
      "is out of reach of a local server through the AI binding; set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN instead",
    ],
  ],
];

const BY_STATUS: Readonly<Record<number, Verdict>> = {
  401: [
    "provider-rejected",
    'was refused (status 401); check CLOUDFLARE_API_TOKEN, a token with the permission "Workers AI"',
  ],
  402: ["provider-rejected", "is not paid for (status 402); check the billing of the Cloudflare account"],
  403: [
    "provider-rejected",
    'was refused (status 403); CLOUDFLARE_API_TOKEN needs the permission "Workers AI" for the account in CLOUDFLARE_ACCOUNT_ID',
  ],
  404: ["provider-rejected", "was not found (status 404); check CLOUDFLARE_ACCOUNT_ID"],
  408: ["timeout", "took too long (status 408)", true],
  413: ["resource-too-large", "does not take a request as large as this (status 413)"],
  429: ["rate-limited", "has had too many requests (status 429)", true],
  504: ["timeout", "took too long (status 504)", true],
};

/** The `AppError` for a failure that Cloudflare reports. Its words stay in the cause. */
export function refused(model: string, refusal: CloudflareFailure): AppError {
  const [code, why, retryable = false] = verdictOn(refusal);
  const { retryAfterMs, said, status } = refusal;
  return new AppError(code, `${model} ${why}`, {
    retryable,
    ...(DENIED.has(status ?? 0) ? { access: { account: "deployment", to: "provider" } as const } : {}),
    cause: causeOf(said, null),
    ...(retryable ? retryAfter(retryAfterMs) : {}),
  });
}

/** Statuses that concern the account and not the model. */
const DENIED: ReadonlySet<number> = new Set([401, 402]);

function verdictOn({ code, status, said }: CloudflareFailure): Verdict {
  const known = code === null ? undefined : BY_CODE[code];
  if (known) return known;
  const told = BY_WORDS.find(([words]) => words.test(said))?.[1];
  if (told) return told;
  const byStatus = status === null ? undefined : BY_STATUS[status];
  if (byStatus) return byStatus;
  if (status !== null) {
    return status >= 500
      ? ["provider-unavailable", `failed at Cloudflare (status ${status})`, true]
      : ["provider-rejected", `could not be run${notedFailure(code, status)}`];
  }
  // Numbers from 5000 on are about the request, by all that are documented.
  return code?.startsWith("5")
    ? ["provider-rejected", `could not be run (code ${code})`]
    : ["provider-unavailable", `cannot be reached${code === null ? "" : ` (code ${code})`}`, true];
}

/** The status or code for a message. A 2xx status is left out: it does not explain the failure. */
function notedFailure(code: string | null, status: number): string {
  if (status >= 300) return ` (status ${status})`;
  return code === null ? "" : ` (code ${code})`;
}

/** The code in a failure of the binding: "AiError: 5007: No such model" → 5007. */
const CODE = /\b(\d{4,5}): /;

/** The `AppError` for what the binding threw. */
export function thrownByBinding(thrown: unknown, model: string, signal: AbortSignal): AppError {
  if (thrown instanceof AppError) return thrown;
  if (signal.aborted) return tooSlow(model, thrown);
  if (isLost(thrown)) return unreachable(model, thrown);
  const said = thrown instanceof Error ? thrown.message : "";
  return refused(model, { code: CODE.exec(said)?.[1] ?? null, status: null, said });
}
