import type * as z from "zod";
import { CRAWL_ID, type CrawlPage, type CrawlState, crawlPage, crawlState } from "../../../r2-schemas/crawl.ts";
import { CRAWLS_PREFIX, crawlKey, crawlPrefix } from "../../../r2-schemas/keys.ts";
import { type CatalogueBucket, DamagedSnapshot, hasBody, parseStored } from "../snapshot/bucket.ts";

/** A stored state with its version, for a conditional write of the next. */
export interface StoredState {
  readonly state: CrawlState;
  readonly version: string;
}

/** R2's limit for listing and deleting. */
const MAX_KEYS_PER_CALL = 1_000;
const MAX_CALLS = 20;

const JSON_TYPE = { httpMetadata: { contentType: "application/json" } };
const stateKey = (id: string): string => crawlKey(id, "state");
const pageKey = (id: string, step: number): string => crawlKey(id, `pages/${step}`);

/** What crawls have fetched. */
export type CrawlStore = ReturnType<typeof createR2CrawlStore>;

/**
 * Stores what crawls have fetched in R2, next to the snapshots made of it. A crawl is a log of pages, each written once,
 * and a state derived from them, so that any number of crawlers working on it at once arrive at the same result.
 */
export function createR2CrawlStore(bucket: CatalogueBucket) {
  async function read<T>(key: string, schema: z.ZodType<T>): Promise<{ value: T; etag: string } | null> {
    const object = await bucket.get(key);
    if (!object || !hasBody(object)) return null;
    const value = await parseStored(object, schema, `${key} is damaged`).catch(nullIfDamaged);
    return value === null ? null : { value, etag: object.etag };
  }

  return {
    /** Ids of all crawls, the oldest first. */
    async ids(): Promise<readonly string[]> {
      const { objects } = await bucket.list({ prefix: CRAWLS_PREFIX, limit: MAX_KEYS_PER_CALL });
      const ids = objects.map(({ key }) => key.slice(CRAWLS_PREFIX.length).split("/", 1)[0] ?? "");
      return [...new Set(ids)].filter((id) => CRAWL_ID.test(id)).toSorted();
    },
    /** Null if there is none, or it cannot be read. */
    async state(id: string): Promise<StoredState | null> {
      const found = await read(stateKey(id), crawlState);
      return found && { state: found.value, version: found.etag };
    },
    /** Replaces the state of `version`, or writes the first (null). @returns null if the stored version is another one */
    async writeState(state: CrawlState, version: string | null): Promise<StoredState | null> {
      const onlyIf = version === null ? ({ etagDoesNotMatch: "*" } as const) : { etagMatches: version };
      const written = await bucket.put(stateKey(state.id), JSON.stringify(state), { onlyIf, ...JSON_TYPE });
      return written && { state, version: written.etag };
    },
    /** Null if it does not exist, or cannot be read. */
    async page(id: string, step: number): Promise<CrawlPage | null> {
      return (await read(pageKey(id, step), crawlPage))?.value ?? null;
    },
    /** @returns false if that page exists already, which is left unchanged */
    async addPage(id: string, step: number, page: CrawlPage): Promise<boolean> {
      const onlyIf = { etagDoesNotMatch: "*" } as const;
      return (await bucket.put(pageKey(id, step), JSON.stringify(page), { onlyIf, ...JSON_TYPE })) !== null;
    },
    /** Removes a crawl, its state first. */
    async remove(id: string): Promise<void> {
      await bucket.delete([stateKey(id)]);
      for (let call = 0; call < MAX_CALLS; call += 1) {
        const { objects } = await bucket.list({ prefix: crawlPrefix(id), limit: MAX_KEYS_PER_CALL });
        if (objects.length === 0) return;
        await bucket.delete(objects.map(({ key }) => key));
      }
    },
  };
}

function nullIfDamaged(thrown: unknown): null {
  if (thrown instanceof DamagedSnapshot) return null;
  throw thrown;
}
