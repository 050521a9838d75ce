import type { CrawlPlan } from "../../../r2-schemas/crawl.ts";
import { HUB, ROUTER } from "./hub/addresses.ts";

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
