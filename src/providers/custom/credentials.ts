import * as z from "zod";
import type { ClientCredentials, EndpointAuth } from "../../config/custom-endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import { readBody } from "../answers/body.ts";
import { reach, readRetryAfter, retryAfter } from "../answers/failures.ts";

/** The headers that prove who calls an endpoint. */
interface Credentials {
  /** @throws {AppError} where a token is needed and cannot be had. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Forgets the token after a refusal; true, once, where `headers` may now give others. */
  renew(): boolean;
}

/** The credentials for one call. */
export function credentials(auth: EndpointAuth, request: CredentialsRequest): Credentials {
  if (auth.type !== "oauth-client-credentials") {
    const headers = fixedHeaders(auth);
    return { headers: async () => headers, renew: () => false };
  }
  let mayRenew = true;
  return {
    headers: async () => ({ authorization: `Bearer ${await accessToken(auth, request)}` }),
    renew: () => {
      if (!mayRenew) return false;
      mayRenew = false;
      forgetToken(auth);
      return true;
    },
  };
}

function fixedHeaders(
  auth: Exclude<EndpointAuth, { type: "oauth-client-credentials" }>,
): Readonly<Record<string, string>> {
  switch (auth.type) {
    case "bearer":
      return { authorization: `Bearer ${auth.token}` };
    case "basic":
      return { authorization: basic(auth.username, auth.password) };
    case "header":
      return { [auth.name]: auth.value };
  }
}

interface Token {
  readonly value: string;
  readonly validUntil: number;
}

/**
 * The tokens of this isolate, by the configuration that they were given for: they end with it, and no other
 * endpoint ever sees them.
 */
const tokens = new WeakMap<ClientCredentials, Token>();

/** A token is not used in its last minute, as a call under way must not outlive it. */
const MARGIN_MS = 60_000;
/** Assumed for a token of unstated lifetime (RFC 6749 §5.1 recommends that servers state it). */
const UNSTATED_LIFETIME_SECONDS = 5 * 60;
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;
const MAX_ANSWER_BYTES = 64 * 1024;

const answer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.coerce.number().min(0).max(Number.MAX_SAFE_INTEGER).default(UNSTATED_LIFETIME_SECONDS),
});

/**
 * A token for the endpoint (RFC 6749 §4.4), kept until a minute before it expires.
 * @throws {AppError} `provider-rejected` where the id or its secret is refused, `provider-unavailable` otherwise
 */
async function accessToken(auth: ClientCredentials, request: CredentialsRequest): Promise<string> {
  const kept = tokens.get(auth);
  const now = request.dependencies.now();
  if (kept && kept.validUntil > now) return kept.value;
  const { access_token: value, expires_in: seconds } = await requestToken(auth, request);
  const lifetimeMs = Math.min(seconds, MAX_LIFETIME_SECONDS) * 1_000;
  tokens.set(auth, { value, validUntil: now + lifetimeMs - MARGIN_MS });
  return value;
}

const forgetToken = (auth: ClientCredentials): void => void tokens.delete(auth);

async function requestToken(auth: ClientCredentials, request: CredentialsRequest): Promise<z.infer<typeof answer>> {
  const { dependencies, signal, model } = request;
  const what = `The token server of ${model}`;
  const response = await reach(what, signal, () =>
    dependencies.fetch(auth.tokenUrl, { method: "POST", ...tokenRequest(auth), redirect: "manual", signal }),
  );
  if (!response.ok) {
    await response.body?.cancel();
    throw refusal(what, response);
  }
  const body = await readBody(response.body, { name: what, maxBytes: MAX_ANSWER_BYTES, signal });
  try {
    return answer.parse(JSON.parse(new TextDecoder().decode(body)));
  } catch (cause) {
    throw new AppError("provider-rejected", `${what} answered with no bearer token`, { cause });
  }
}

function tokenRequest(auth: ClientCredentials): Pick<RequestInit, "headers" | "body"> {
  const { clientId, clientSecret, scope, audience, sendIn } = auth;
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== undefined) form.set("scope", scope);
  if (audience !== undefined) form.set("audience", audience);
  const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
  if (sendIn === "body") {
    form.set("client_id", clientId);
    form.set("client_secret", clientSecret);
    return { headers, body: form.toString() };
  }
  // Both are encoded as a form's fields before (RFC 6749 §2.3.1).
  const encoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);
  const authorization = basic(encoded(clientId), encoded(clientSecret));
  return { headers: { ...headers, authorization }, body: form.toString() };
}

function refusal(what: string, { status, headers }: Response): AppError {
  if (status === 429 || status >= 500) {
    const retryAfterMs = readRetryAfter(headers.get("retry-after"));
    const message = `${what} answered with status ${status}`;
    return new AppError("provider-unavailable", message, { retryable: true, ...retryAfter(retryAfterMs) });
  }
  return new AppError(
    "provider-rejected",
    `${what} answered with status ${status}; check \`clientId\`, \`clientSecret\` and \`scope\` of the endpoint's \`auth\``,
  );
}

interface CredentialsRequest {
  readonly model: string;
  readonly dependencies: { readonly fetch: typeof fetch; now(): number };
  readonly signal: AbortSignal;
}

/** The header of HTTP's basic scheme (RFC 7617), in UTF-8. */
const basic = (name: string, password: string): string =>
  `Basic ${new TextEncoder().encode(`${name}:${password}`).toBase64()}`;
