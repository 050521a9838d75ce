import { MAX_SENTENCE_CHARS, type SnapshotManifest } from "../../../r2-schemas/catalogue.ts";
import type { CrawlPlan } from "../../../r2-schemas/crawl.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { waitInTime } from "../../waiting.ts";
import type { CatalogueBucket } from "../snapshot/bucket.ts";
import { readPointer } from "../snapshot/pointer.ts";
import { publishSnapshot } from "../snapshot/publish.ts";
import { loadStarter } from "../starter/index.ts";
import { type CrawlOutcome, type CrawlParts, crawl } from "./crawl.ts";
import { withCurated } from "./curated.ts";
import { HUB, ROUTER } from "./hub/addresses.ts";
import type { Outside } from "./hub/client.ts";
import type { CrawlProgress } from "./step.ts";
import { createR2CrawlStore } from "./store.ts";

/** The real network and clock. */
export const REAL_WORLD: Outside = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  sleep: waitInTime,
  random: () => Math.random(),
};

interface CrawlSettings {
  readonly hub: string;
  /** Hugging Face's token; null for none. */
  readonly token: string | null;
  /** Curated models that are published with the crawled ones: `loadStarter`. */
  readonly curated: () => Promise<readonly CatalogueModel[]>;
  /** Publishes even if most of the models served until now would disappear. */
  readonly force?: boolean;
}

/** The parts of a crawl that stores its pages in a bucket and publishes there. */
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
    // The newest, not the one that is served: a rollback does not make the next crawl due.
    lastPublishedAt: async () => (await readPointer(bucket)).pointer?.kept[0]?.publishedAt ?? null,
  };
}

/** "https://huggingface.co: 30000 models listed; left out 412 no-task-type, 3 malformed: tags". */
function sourceOf(hub: string, { listed, dropped }: CrawlProgress): string {
  const reasons = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
  const leftOut = reasons.length > 0 ? `; left out ${reasons.join(", ")}` : "";
  return `${hub}: ${listed} models listed${leftOut}`.slice(0, MAX_SENTENCE_CHARS);
}

/** The 30,000 most downloaded models; those after them have a few hundred downloads a month. */
const PAGES = 30;
/** The Hub's limit for one reply. */
const MODELS_A_PAGE = 1_000;
const CARDS = 500;

/** The default plan of a crawl. */
export const DEFAULT_PLAN: CrawlPlan = {
  hub: HUB,
  router: ROUTER,
  pageSize: MODELS_A_PAGE,
  maxPages: PAGES,
  maxCards: CARDS,
};

/** The plan for a hub; only for Hugging Face's own is there a list of prices. */
export const planFor = (hub: string): CrawlPlan => ({ ...DEFAULT_PLAN, hub, router: hub === HUB ? ROUTER : null });

/** The token to use with a hub: Hugging Face's is sent to Hugging Face only. */
export const tokenFor = (hub: string, token: string | null): string | null => (hub === HUB ? token : null);

/** Age of the newest snapshot at which a crawl is due; the most downloaded models change little in a week. */
const CRAWL_EVERY_MS = 7 * 24 * 60 * 60_000;

/**
 * Limits of one tick of the cron trigger. A step makes at most twenty requests to the Hub (ten cards, each with one
 * redirect) and three to R2: with the pages that publishing reads, thirty steps stay within the platform's thousand
 * requests per invocation.
 */
export const TICK = { ms: 4 * 60_000, steps: 30 } as const;

export interface ScheduledParts<Published> extends CrawlParts<Published> {
  /** When a snapshot was last published, in milliseconds since the epoch; null if never. */
  readonly lastPublishedAt: () => Promise<number | null>;
}

/**
 * Runs one tick of the cron trigger: if the newest snapshot is old enough, as much of a crawl as `TICK` allows; the next
 * tick continues. Ticks may overlap.
 */
export async function tick<Published>(
  parts: ScheduledParts<Published>,
  plan: CrawlPlan,
  signal: AbortSignal,
): Promise<CrawlOutcome<Published> | { readonly status: "not-due" }> {
  const publishedAt = await parts.lastPublishedAt();
  if (publishedAt !== null && parts.outside.now() - publishedAt < CRAWL_EVERY_MS) return { status: "not-due" };
  return crawl(parts, plan, { ...TICK, signal });
}

export interface CronParts {
  readonly bucket: CatalogueBucket;
  readonly config: { readonly isOn: boolean; readonly hub: string; readonly token: string | null };
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** The handler of the cron trigger: runs one tick and logs its outcome, unless crawling is switched off. */
export async function crawlByCron({ bucket, config, fetch, signal }: CronParts): Promise<void> {
  if (!config.isOn) return;
  const { hub, token } = config;
  const outside = { ...REAL_WORLD, fetch };
  const parts = crawlIntoR2(bucket, outside, { hub, token: tokenFor(hub, token), curated: loadStarter });
  const outcome = await tick(parts, planFor(hub), signal);
  if (outcome.status === "failed") console.warn("The catalogue could not be brought up to date", outcome);
  else if (outcome.status !== "not-due") console.log("The catalogue is being brought up to date", outcome);
}
