import type { ResourceView } from "../../../src/client/client.ts";

/** What is read of a link that is none: it leads nowhere. */
const NOWHERE = "/v1/resources/";

/**
 * Where a file lies on the server that this page came from. The server may write its links with another of its names,
 * which this page's policy would not let through.
 */
export function addressOf({ url }: Pick<ResourceView, "url">): string {
  const address = URL.parse(url, "http://server.invalid");
  return address?.pathname.startsWith(NOWHERE) ? address.pathname + address.search : NOWHERE;
}

export const isExpired = ({ urlExpiresAt }: Pick<ResourceView, "urlExpiresAt">, now: number): boolean =>
  Date.parse(urlExpiresAt) <= now;
