import { AppError } from "./errors.ts";
import type { Ids } from "./ids.ts";
import type { ResourceId } from "./resources.ts";

/** Long enough to open a link the next morning, short enough that one in an old log is dead. */
const LINK_LIFETIME_MS = 24 * 60 * 60_000;
/** Links made within the same hour are the same, so that a browser fetches each file once. */
const LINK_STEP_MS = 60 * 60_000;
/** 128 bits: a link is a credential. */
const SIGNATURE_BYTES = 16;

export interface SignedLink {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export const resourcePath = (id: ResourceId): string => `/v1/resources/${id}`;

/** A link to a file that needs no API key. @param origin of the server, such as `https://example.com` */
export async function signLink(
  ids: Ids,
  tenant: string,
  id: ResourceId,
  origin: string,
  now: number,
): Promise<SignedLink> {
  const expiresAt = Math.ceil(now / LINK_STEP_MS) * LINK_STEP_MS + LINK_LIFETIME_MS;
  const expires = String(expiresAt / 1000);
  const signature = await ids.mac("link", [tenant, id, expires], SIGNATURE_BYTES);
  return { url: `${origin}${resourcePath(id)}?t=${tenant}&expires=${expires}&signature=${signature}`, expiresAt };
}

export interface LinkParts {
  readonly tenant: string | undefined;
  /** Seconds since the epoch. */
  readonly expires: string | undefined;
  readonly signature: string;
}

/** The tenant whose file a signed link opens. @throws {AppError} `forbidden` for one made up, changed or expired. */
export async function readLink(ids: Ids, id: ResourceId, link: LinkParts, now: number): Promise<string> {
  const { tenant, expires, signature } = link;
  const isWhole = tenant !== undefined && expires !== undefined && signature.length === SIGNATURE_BYTES * 2;
  if (!isWhole || !(await ids.check("link", [tenant, id, expires], signature))) {
    throw new AppError("forbidden", "The link is not valid");
  }
  if (Number(expires) * 1000 <= now) throw new AppError("forbidden", "The link has expired");
  return tenant;
}
