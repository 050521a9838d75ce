/** What is left of a window: `remaining` requests for the next `resetMs`. */
export interface RateLimit {
  readonly remaining: number;
  readonly resetMs: number;
}

/** The Hub's windows are five minutes; whoever names a longer time than this is not believed. */
export const MAX_WAIT_MS = 60 * 60_000;
const MAX_HEADER_CHARS = 1_000;
const SECOND_MS = 1_000;

/**
 * The tightest limit of a `RateLimit` header of the IETF's draft 9, as the Hub sends it: `"api";r=489;t=286`. A
 * `RateLimit-Policy` beside it (`"fixed window";"api";q=500;w=300`) only says where these figures come from.
 * See https://huggingface.co/docs/hub/rate-limits, "HTTP Headers".
 */
export function readRateLimit(header: string | null): RateLimit | null {
  const items = (header ?? "").slice(0, MAX_HEADER_CHARS).split(",");
  const limits = items.flatMap((item) => {
    const remaining = parameter(item, "r");
    const reset = parameter(item, "t");
    return remaining === null || reset === null
      ? []
      : [{ remaining, resetMs: Math.min(reset * SECOND_MS, MAX_WAIT_MS) }];
  });
  return limits.reduce<RateLimit | null>((tightest, limit) => (isTighter(limit, tightest) ? limit : tightest), null);
}

const isTighter = (limit: RateLimit, than: RateLimit | null): boolean =>
  than === null ||
  limit.remaining < than.remaining ||
  (limit.remaining === than.remaining && limit.resetMs > than.resetMs);

function parameter(item: string, name: string): number | null {
  const written = item
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  const digits = written?.slice(name.length + 1) ?? "";
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** How long `Retry-After` asks to wait: seconds, or a date (RFC 9110, section 10.2.3). In milliseconds. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * SECOND_MS, MAX_WAIT_MS);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), MAX_WAIT_MS);
}
