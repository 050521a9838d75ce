import type { CrawlPage, CrawlState } from "../../../r2-schemas/crawl.ts";

/** A state as it was read; `version` says which, for a conditional write of the next. */
export interface StoredState {
  readonly state: CrawlState;
  readonly version: string;
}

/**
 * Where crawls keep what they have fetched. A crawl is a log of pages, each written once, and a state that follows from
 * them: whoever works on it, and however many do at once, all come to the same.
 */
export interface CrawlStore {
  /** Ids of the crawls there are, the oldest first. */
  ids(): Promise<readonly string[]>;
  /** Null where there is none, or none that can be read. */
  state(id: string): Promise<StoredState | null>;
  /** Writes a state in the place of `version`, null for the first. @returns null when another one is there. */
  writeState(state: CrawlState, version: string | null): Promise<StoredState | null>;
  /** Null where it is not there, or cannot be read. */
  page(id: string, step: number): Promise<CrawlPage | null>;
  /** @returns false when that page is there already; it stays as it is. */
  addPage(id: string, step: number, page: CrawlPage): Promise<boolean>;
  /** Removes all of a crawl, its state first. */
  remove(id: string): Promise<void>;
}
