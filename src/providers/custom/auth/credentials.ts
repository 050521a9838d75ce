import type { EndpointAuth } from "../../../config/custom-endpoints.ts";
import { type Asking, basic } from "./asking.ts";
import { accessToken, forgetToken } from "./client-credentials.ts";

/** What an endpoint is shown with each request. */
export interface Credentials {
  /** @throws {AppError} where a token is needed and cannot be had. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** After a refusal: true where other headers may be had, which is so once. */
  renew(): boolean;
}

/** The credentials for one call. */
export function credentials(auth: EndpointAuth, asking: Asking): Credentials {
  if (auth.type !== "oauth-client-credentials") {
    const headers = fixedHeaders(auth);
    return { headers: async () => headers, renew: () => false };
  }
  let mayRenew = true;
  return {
    headers: async () => ({ authorization: `Bearer ${await accessToken(auth, asking)}` }),
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
