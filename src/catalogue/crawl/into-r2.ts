import { MAX_SENTENCE_CHARS, type SnapshotManifest } from "../../../r2-schemas/catalogue.ts";
import type { CrawlPlan } from "../../../r2-schemas/crawl.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { waitInTime } from "../../waiting.ts";
import type { CatalogueBucket } from "../snapshot/bucket.ts";
import { readPointer } from "../snapshot/pointer.ts";
import { publishSnapshot } from "../snapshot/publish.ts";
import { withCurated } from "./curated.ts";
import { HUB, ROUTER } from "./hub/addresses.ts";
import type { Outside } from "./hub/client.ts";
import type { ScheduledParts } from "./scheduled.ts";
import type { CrawlProgress } from "./step.ts";
import { createR2CrawlStore } from "./store.ts";

/** The network and the clock as they are. */
export const REAL_WORLD: Outside = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  sleep: waitInTime,
  random: () => Math.random(),
};

interface CrawlSettings {
  readonly hub: string;
  /** Of Hugging Face; null for none. */
  readonly token: string | null;
  /** Models written down by hand, which are published along: `loadStarter`. */
  readonly curated: () => Promise<readonly CatalogueModel[]>;
  /** Publishes also where most of the models served until now would go. */
  readonly force?: boolean;
}

/** A crawl that keeps its pages in a bucket and publishes there. */
export function crawlIntoR2(
  bucket: CatalogueBucket,
  outside: Outside,
  { hub, token, curated, force = false }: CrawlSettings,
): ScheduledParts<SnapshotManifest> {
  return {
    outside,
    store: createR2CrawlStore(bucket),
    token,
    publish: async (models, progress) =>
      publishSnapshot(bucket, withCurated(models, await curated()), {
        source: sourceOf(hub, progress),
        now: outside.now,
        force,
      }),
    // The newest, not the one that is served: after a rollback the next crawl is as far away as before.
    lastPublishedAt: async () => (await readPointer(bucket)).pointer?.kept[0]?.publishedAt ?? null,
  };
}

/** "https://huggingface.co: 30000 models listed; left out 412 no-task-type, 3 malformed: tags". */
function sourceOf(hub: string, { listed, dropped }: CrawlProgress): string {
  const reasons = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
  const leftOut = reasons.length > 0 ? `; left out ${reasons.join(", ")}` : "";
  return `${hub}: ${listed} models listed${leftOut}`.slice(0, MAX_SENTENCE_CHARS);
}

/** The 30,000 most downloaded models: what comes after has a few hundred downloads a month. */
const PAGES = 30;
/** What the Hub lists at most in one reply. */
const MODELS_A_PAGE = 1_000;
const CARDS = 500;

/** What is crawled unless somebody says otherwise. */
export const DEFAULT_PLAN: CrawlPlan = {
  hub: HUB,
  router: ROUTER,
  pageSize: MODELS_A_PAGE,
  maxPages: PAGES,
  maxCards: CARDS,
};

/** The plan for a hub: what stands in for Hugging Face's has models of its own, whose prices nobody lists. */
export const planFor = (hub: string): CrawlPlan => ({ ...DEFAULT_PLAN, hub, router: hub === HUB ? ROUTER : null });

/** The token of Hugging Face, for Hugging Face: what stands in for it has no business with it. */
export const tokenFor = (hub: string, token: string | null): string | null => (hub === HUB ? token : null);
