/** The crawler of the Hugging Face Hub; docs/catalogue.md tells how it works. */

export { type CrawlAllowance, type CrawlOutcome, type CrawlParts, crawl } from "./crawl.ts";
export type { Outside } from "./hub/client.ts";
export { type CronParts, crawlByCron, crawlIntoR2, DEFAULT_PLAN, planFor, REAL_WORLD, tokenFor } from "./into-r2.ts";
export type { CrawlProgress } from "./step.ts";
