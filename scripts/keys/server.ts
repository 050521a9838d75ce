import { ApiError, createClient, type Fetch, type KeyView, type KeyWithSecret } from "../../src/client/client.ts";
import type { KeysCall } from "./arguments.ts";

const TIMEOUT_MS = 30_000;

/** What the server said. */
export type Answer =
  | { readonly as: "list"; readonly keys: readonly KeyView[] }
  | { readonly as: "new"; readonly key: KeyWithSecret }
  | { readonly as: "key"; readonly key: KeyView }
  | { readonly as: "revoked" };

/**
 * Has a server do what was asked for.
 * @param key null to ask a server without keys
 * @throws {Error} with what the server said
 */
export async function askServer(call: KeysCall, key: string | null, fetch?: Fetch): Promise<Answer> {
  const { server: baseUrl, action, subject, limits, graceSeconds } = call;
  // Whoever waits at a terminal tries again by hand.
  const options = { baseUrl, apiKey: key ?? undefined, timeoutMs: TIMEOUT_MS, retries: 0 };
  const { keys } = createClient(fetch ? { ...options, fetch } : options);
  try {
    switch (action) {
      case "list":
        return { as: "list", keys: await keys.list() };
      case "add":
        return { as: "new", key: await keys.make({ name: subject, limits }) };
      case "rotate":
        return { as: "new", key: await keys.rotate(subject, { graceSeconds: graceSeconds ?? undefined }) };
      case "limit":
        return { as: "key", key: await keys.limit(subject, limits) };
      case "revoke":
        await keys.revoke(subject);
        return { as: "revoked" };
    }
  } catch (fault) {
    throw fault instanceof ApiError ? inWords(fault, key === null) : fault;
  }
}

function inWords(fault: ApiError, isKeyless: boolean): Error {
  const wrong = fault.issues.map(({ path, message }) => `  ${path}: ${message}`);
  const advice = isKeyless && fault.status === 401 ? [ADVICE] : [];
  return new Error([fault.detail, ...wrong, ...advice].join("\n"), { cause: fault });
}

const ADVICE =
  "Set IMPRESARIO_KEY to a key of the tenant, or name it with --tenant where the deployment's secret is at hand.";
