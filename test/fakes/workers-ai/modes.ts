/** A failure that is answered, as Cloudflare documents it or, where it does not, as others have shown it. */
export interface FakeFailure {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the envelope's `errors`; a text is sent as it is. */
  readonly error: { readonly code: number; readonly message: string } | string;
}

const failure = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): FakeFailure => ({ status, error: { code, message }, headers });

/** By https://developers.cloudflare.com/workers-ai/platform/errors/, and the API's own for what is refused before. */
export const FAILURES = {
  unauthorized: failure(401, 10_000, "Authentication error"),
  forbidden: failure(403, 10_000, "Authentication error"),
  unpaid: failure(402, 1_000, "Payment required"),
  "wrong-account": failure(
    404,
    7_003,
    "Could not route to /accounts/0/ai/run, perhaps your object identifier is invalid?",
  ),
  "no-such-model": failure(400, 5_007, "No such model @cf/x/y or task"),
  "invalid-model": failure(404, 3_042, "The model name is invalid"),
  "not-allowed": failure(403, 5_018, "The account is not allowed to access this model"),
  terms: failure(403, 5_016, "User has not agreed to Llama3.2 model terms"),
  incomplete: failure(400, 3_003, "Request is missing headers or body: image"),
  "too-large": failure(413, 3_006, "Request is too large"),
  timeout: failure(408, 3_007, "Request timeout"),
  interrupted: failure(408, 3_008, "Request was aborted"),
  spent: failure(429, 3_036, "You have used up your daily free allocation of 10,000 neurons."),
  "spent-as-seen": failure(429, 4_006, "you have used up your daily free allocation of 10,000 neurons"),
  busy: failure(429, 3_040, "No more data centers to forward the request to", { "retry-after": "3" }),
  flagged: failure(400, 3_030, "The output has been flagged"),
  "json-mode": failure(400, 5_024, "JSON Mode couldn't be met"),
  "rate-limited": failure(429, 10_429, "Rate limited", { "retry-after": "7" }),
  failed: failure(500, 8_001, "Internal error"),
  starting: { status: 503, error: "upstream connect error", headers: { "retry-after": "5" } },
  "bad-gateway": { status: 502, error: "<html><h1>502 Bad Gateway</h1></html>" },
  moved: { status: 302, error: "", headers: { location: "https://example.com/" } },
} as const satisfies Readonly<Record<string, FakeFailure>>;

/** What goes wrong with an answer that began well, or never began. */
export const BREAKAGES = [
  "silent",
  "hung-up",
  "stalled",
  "cut",
  "truncated",
  "html",
  "shapeless",
  "unsuccessful",
  "endless",
] as const;
export type Breakage = (typeof BREAKAGES)[number];

export const isBreakage = (mode: string): mode is Breakage => BREAKAGES.some((one) => one === mode);

export const failureOf = (mode: string): FakeFailure | undefined =>
  Object.entries(FAILURES).find(([name]) => name === mode)?.[1];
