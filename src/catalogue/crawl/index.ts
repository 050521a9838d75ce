/** The crawler of the Hugging Face Hub; docs/catalogue.md tells how it works. */
export { type CronParts, crawlByCron } from "./by-cron.ts";
export { type CrawlAllowance, type CrawlOutcome, type CrawlParts, crawl } from "./crawl.ts";
export type { Outside } from "./hub/client.ts";
export { crawlIntoR2, REAL_WORLD } from "./into-r2.ts";
export { DEFAULT_PLAN, planFor, tokenFor } from "./plan.ts";
export type { CrawlProgress } from "./progress.ts";
