import type { ResourceParts } from "../src/domain/ids.ts";

/**
 * The only builder of R2 keys. The tenant comes first, so that no key of one tenant can name an object
 * of another; then the conversation, so that deleting one is deleting a prefix.
 */
export const resourceKey = (tenant: string, { scope, own }: ResourceParts): string =>
  scope === null ? `tenants/${tenant}/uploads/${own}` : `${conversationPrefix(tenant, scope)}resources/${own}`;

export const conversationPrefix = (tenant: string, conversation: string): string =>
  `tenants/${tenant}/conversations/${conversation}/`;
