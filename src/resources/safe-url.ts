import ipaddr from "ipaddr.js";
import { MAX_ADDRESS_CHARS } from "../domain/addresses.ts";
import { type Failure, failure } from "../domain/errors.ts";
import { err, ok, type Result } from "../domain/result.ts";

/** Names that never mean a host on the internet (RFC 6761, RFC 6762, RFC 8375; `.internal` by ICANN in 2024). */
const PRIVATE_SUFFIXES = ["localhost", "local", "internal", "home.arpa"];

/**
 * Whether a URL may be fetched for a user, as far as its text tells: http or https, no credentials, and
 * a host on the public internet. The WHATWG parser has already turned every spelling of an IPv4 address
 * (decimal, octal, hexadecimal, short, percent-encoded, full-width) into the usual one.
 * @param allowHosts `host:port`s that are exempt although they are private.
 * @returns the parsed URL, or `unsafe-url` saying why not.
 */
export function checkUrl(text: string, allowHosts: readonly string[]): Result<URL> {
  if (text.length > MAX_ADDRESS_CHARS) return err(unsafe(`A URL may have ${MAX_ADDRESS_CHARS} characters at most`));
  const url = URL.parse(text);
  if (!url) return err(unsafe("This is not a URL that can be fetched"));
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return err(unsafe(`Only http and https URLs are fetched, not ${url.protocol}`));
  }
  if (url.username !== "" || url.password !== "") return err(unsafe("A URL may not hold a user name or password"));
  if (isExempt(url, allowHosts)) return ok(url);
  const fault = hostFault(url.hostname);
  return fault === null ? ok(url) : err(unsafe(fault));
}

/** True for a `host:port` that the deployment vouches for; the scheme's own port counts when none is named. */
export function isExempt(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allowHosts.some((host) => host.toLowerCase() === `${url.hostname}:${port}`);
}

/** True for an address that any host on the internet can be reached at; false for what is no address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) {
    return address.range() === "unicast" && !CLOUD_SERVICES.some((block) => address.match(block));
  }
  // Everything else in IPv6 is local, reserved, or a wrapping of IPv4 that leads past this check.
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST);
}

/**
 * Public by their number, and yet answered by the cloud that a server runs in, to its own machines alone: Azure's wire
 * server, and the service network of IBM Cloud. The metadata addresses of other clouds are private by their number.
 */
const CLOUD_SERVICES = ["168.63.129.16/32", "161.26.0.0/16", "166.8.0.0/14"].map((block) =>
  ipaddr.IPv4.parseCIDR(block),
);

/** All that IANA hands out to hosts (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** True when the host of a parsed URL is an IP address and not a name. */
export const isIpAddress = (hostname: string): boolean => ipaddr.isValid(unbracketed(hostname));

const unbracketed = (hostname: string): string =>
  hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;

function hostFault(hostname: string): string | null {
  const host = unbracketed(hostname).toLowerCase().replace(/\.+$/, "");
  if (host === "") return "A URL needs a host";
  if (ipaddr.isValid(host)) {
    return isPublicAddress(host) ? null : `${host} is a private or reserved address`;
  }
  if (PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) {
    return `${host} is a name of a private network`;
  }
  return host.includes(".") ? null : `${host} is not a name on the internet`;
}

const unsafe = (message: string): Failure => failure("unsafe-url", message);
