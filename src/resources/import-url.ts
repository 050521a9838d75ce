import type { Resource, ResourceId } from "../domain/resources.ts";
import { MAX_RESOURCE_BYTES } from "../domain/resources.ts";
import type { ResourceStore } from "./store.ts";
import { type WebRules, withWebFile } from "./web-file.ts";

export interface ImportRequest {
  readonly tenant: string;
  /** Under which the file is kept. */
  readonly id: ResourceId;
  readonly url: string;
  readonly signal?: AbortSignal;
}

/** Brings files from the web into the store. */
export interface UrlImporter {
  /**
   * Fetches a URL straight into the store, whatever it holds.
   * @throws {AppError} `unsafe-url`, `unreadable-resource`, `resource-too-large` or `timeout`; nothing is kept then.
   */
  importUrl(request: ImportRequest): Promise<Resource>;
}

export interface ImporterParts extends WebRules {
  readonly store: ResourceStore;
}

export function createUrlImporter({ store, ...rules }: ImporterParts): UrlImporter {
  return {
    importUrl: ({ tenant, id, url, signal }) =>
      withWebFile(url, rules, signal, ({ name, declaredType, body }) =>
        store.save({
          tenant,
          id,
          name,
          declaredType,
          body,
          maxBytes: MAX_RESOURCE_BYTES,
          origin: { by: "url", url },
        }),
      ),
  };
}
