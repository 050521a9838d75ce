import type { CrawlPlan } from "../../../r2-schemas/crawl.ts";
import type { CatalogueBucket } from "../snapshot/bucket.ts";
import { loadStarter } from "../starter/index.ts";
import { type CrawlOutcome, type CrawlParts, crawl } from "./crawl.ts";
import { crawlIntoR2, planFor, REAL_WORLD, tokenFor } from "./into-r2.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Age of the newest snapshot at which a crawl is due; the most downloaded models change little in a week. */
const CRAWL_EVERY_MS = 7 * DAY_MS;

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

type Tick<Published> = CrawlOutcome<Published> | { readonly status: "not-due" };

/**
 * Runs one tick of the cron trigger: if the newest snapshot is old enough, as much of a crawl as `TICK` allows; the next
 * tick continues. Ticks may overlap.
 */
export async function tick<Published>(
  parts: ScheduledParts<Published>,
  plan: CrawlPlan,
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
): Promise<Tick<Published>> {
  const publishedAt = await parts.lastPublishedAt();
  if (publishedAt !== null && parts.outside.now() - publishedAt < everyMs) return { status: "not-due" };
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
  const outcome = await tick(parts, planFor(hub), { everyMs: CRAWL_EVERY_MS, signal });
  if (outcome.status === "failed") console.warn("The catalogue could not be brought up to date", outcome);
  else if (outcome.status !== "not-due") console.log("The catalogue is being brought up to date", outcome);
}
