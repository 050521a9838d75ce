import type { ResourceParts } from "../src/domain/ids.ts";

/**
 * The only builder of R2 keys. The tenant comes first, so that no key of one tenant can name an object
 * of another; then the conversation, so that deleting one is deleting a prefix. What belongs to no tenant
 * stands under a first part of its own.
 */
export const resourceKey = (tenant: string, { scope, own }: ResourceParts): string =>
  scope === null ? `tenants/${tenant}/uploads/${own}` : `${conversationPrefix(tenant, scope)}resources/${own}`;

export const conversationPrefix = (tenant: string, conversation: string): string =>
  `tenants/${tenant}/conversations/${conversation}/`;

/** Which snapshot of the catalogue is served. */
export const CATALOGUE_POINTER_KEY = "catalogue/current";

export const SNAPSHOTS_PREFIX = "catalogue/snapshots/";

/** The files of one snapshot; neither is ever changed. */
export const SNAPSHOT_FILES = ["graph.jsonl", "manifest.json"] as const;
export type SnapshotFile = (typeof SNAPSHOT_FILES)[number];

/** @param id as `SNAPSHOT_ID` of catalogue.ts has it. */
export const snapshotKey = (id: string, file: SnapshotFile): string => `${SNAPSHOTS_PREFIX}${id}/${file}`;

export const CRAWLS_PREFIX = "catalogue/crawls/";

export const crawlPrefix = (id: string): string => `${CRAWLS_PREFIX}${id}/`;

/** A file of one crawl: its state, or a page that it fetched. Neither part may come from outside unchecked. */
export const crawlKey = (id: string, name: string): string => `${crawlPrefix(id)}${name}`;
