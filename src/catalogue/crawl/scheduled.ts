import type { CrawlPlan } from "../../../r2-schemas/crawl.ts";
import { type CrawlOutcome, type CrawlParts, crawl } from "./crawl.ts";

const DAY_MS = 24 * 60 * 60_000;

/** How old the newest snapshot may get. The Hub's most downloaded models change little in a week. */
export const CRAWL_EVERY_MS = 7 * DAY_MS;

/**
 * What one tick of the cron may use up. A step asks the Hub for at most ten cards, each with one redirect, and R2 for
 * three objects: together with the pages that publishing reads, thirty stay within the thousand requests that the
 * platform gives an invocation.
 */
export const TICK = { ms: 4 * 60_000, steps: 30 } as const;

export interface ScheduledParts<Published> extends CrawlParts<Published> {
  /** When a snapshot was last published, in milliseconds since the epoch; null for never. */
  readonly lastPublishedAt: () => Promise<number | null>;
}

export type Tick<Published> = CrawlOutcome<Published> | { readonly status: "not-due" };

/**
 * One tick of the cron: nothing but a look while the newest snapshot is young enough; otherwise as much of a crawl as a
 * tick may do, and the rest at the next. Ticks that overlap do each other no harm.
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
