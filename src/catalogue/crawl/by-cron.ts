import type { CatalogueBucket } from "../snapshot/bucket.ts";
import { loadStarter } from "../starter/index.ts";
import { crawlIntoR2, REAL_WORLD } from "./into-r2.ts";
import { planFor, tokenFor } from "./plan.ts";
import { CRAWL_EVERY_MS, tick } from "./scheduled.ts";

export interface CronParts {
  readonly bucket: CatalogueBucket;
  readonly config: { readonly isOn: boolean; readonly hub: string; readonly token: string | null };
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** What the cron trigger calls: nothing where crawling is switched off, else one tick; what came of it goes to the log. */
export async function crawlByCron({ bucket, config, fetch, signal }: CronParts): Promise<void> {
  if (!config.isOn) return;
  const { hub, token } = config;
  const outside = { ...REAL_WORLD, fetch };
  const parts = crawlIntoR2(bucket, outside, { hub, token: tokenFor(hub, token), curated: loadStarter });
  const outcome = await tick(parts, planFor(hub), { everyMs: CRAWL_EVERY_MS, signal });
  if (outcome.status === "failed") console.warn("The catalogue could not be brought up to date", outcome);
  else if (outcome.status !== "not-due") console.log("The catalogue is being brought up to date", outcome);
}
