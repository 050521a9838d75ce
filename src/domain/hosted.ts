import type { Hosted } from "./endpoints.ts";

/** Names that never mean a host on the internet (RFC 6761, RFC 6762, RFC 8375; `.internal` by ICANN in 2024), and those without a dot. */
const PRIVATE_NAME = /^(?:(?:.+\.)?(?:localhost|local|internal|home\.arpa)|[a-z][a-z0-9_-]*)$/;
/** Loopback, and what RFC 1918 leaves to private networks; the WHATWG parser has turned every spelling into this one. */
const PRIVATE_IPV4 = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/;
/** Loopback, and unique local addresses (RFC 4193). */
const PRIVATE_IPV6 = /^\[(?:::1|f[cd][\da-f]{2}:.*)\]$/;

/**
 * Where what is behind a URL runs, as far as its text tells: in the house, if it is at an address that only the same
 * network reaches. Any other may be at a stranger's or on a machine of one's own.
 */
export function hostedAt(url: string): { readonly hosted?: Hosted } {
  const host = URL.parse(url)?.hostname.toLowerCase().replace(/\.$/, "") ?? "";
  return [PRIVATE_NAME, PRIVATE_IPV4, PRIVATE_IPV6].some((pattern) => pattern.test(host)) ? { hosted: "here" } : {};
}
