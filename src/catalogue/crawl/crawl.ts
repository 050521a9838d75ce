import {
  type CrawlPage,
  type CrawlPlan,
  type CrawlState,
  crawlPlan,
  MAX_CRAWL_STEPS,
  type StoredCard,
} from "../../../r2-schemas/crawl.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { newSnapshotId, ShrunkSnapshot } from "../snapshot/publish.ts";
import { createHubClient, type Outside } from "./hub/client.ts";
import { cardCodeOf } from "./model/card-code.ts";
import { type OfferSource, offerKey, type ProviderOffer, withOffers } from "./model/offers.ts";
import { advance, type CrawlProgress, createSteps, newState, progressOf } from "./step.ts";
import type { CrawlStore, StoredState } from "./store.ts";

export interface CrawlParts<Published> {
  readonly outside: Outside;
  readonly store: CrawlStore;
  /** Hugging Face's token; null to crawl without one, at half the rate. */
  readonly token: string | null;
  readonly publish: (models: AsyncIterable<CatalogueModel>, progress: CrawlProgress) => Promise<Published>;
  readonly onProgress?: (progress: CrawlProgress) => void;
}

/** Limits of one call of `crawl`. */
export interface CrawlAllowance {
  /** No step begins after this time; one under way is finished. */
  readonly ms: number;
  readonly steps: number;
  readonly signal: AbortSignal;
}

export type CrawlOutcome<Published> = { readonly progress: CrawlProgress } & (
  | { readonly status: "published"; readonly published: Published }
  /** `resumeAt` is when the Hub's rate limit allows the next request; null for at once. */
  | { readonly status: "paused"; readonly why: "time" | "steps" | "limit"; readonly resumeAt: number | null }
  /** The Hub did not answer, not as documented, or with far fewer models. Fetched pages stay for the next call. */
  | { readonly status: "failed"; readonly why: string }
);

/** The Hub's list changes during a crawl; after a day its first and last pages no longer fit together. */
const STALE_AFTER_MS = 24 * 60 * 60_000;

/**
 * Continues the crawl of this plan, or starts one, until it is published or the allowance is used up. Each page is stored
 * before the next is requested, so that a crash costs one page.
 * @throws what `publish` throws (the next call tries again), and the reason of `allowance.signal`
 */
export async function crawl<Published>(
  parts: CrawlParts<Published>,
  plan: CrawlPlan,
  allowance: CrawlAllowance,
): Promise<CrawlOutcome<Published>> {
  const { outside, store } = parts;
  const deadline = outside.now() + allowance.ms;
  const client = createHubClient(outside, deadline, allowance.signal);
  const fetchPage = createSteps(parts.token, outside.now);
  let stored = (await findCrawl(store, plan, outside.now())) ?? (await begin(store, plan, outside.now()));
  for (let done = 0; done <= MAX_CRAWL_STEPS; done += 1) {
    allowance.signal.throwIfAborted();
    const { state } = stored;
    const progress = progressOf(state);
    parts.onProgress?.(progress);
    if (state.phase === "publish" || state.phase === "published") return finish(parts, stored);
    if (state.resumeAt > outside.now()) {
      return { status: "paused", why: "limit", resumeAt: state.resumeAt, progress };
    }
    if (outside.now() >= deadline) return { status: "paused", why: "time", resumeAt: null, progress };
    if (done >= allowance.steps) return { status: "paused", why: "steps", resumeAt: null, progress };
    const next = await takeStep(store, state, () => fetchPage(state, client));
    if (typeof next === "string") return { status: "failed", why: next, progress };
    // If another crawler was faster, this one continues from its state, which follows from the same pages.
    const newest = (await store.writeState(next, stored.version)) ?? (await store.state(state.id));
    if (newest === null) return { status: "failed", why: "the crawl was removed by another one", progress };
    stored = newest;
  }
  return { status: "failed", why: `not done in ${MAX_CRAWL_STEPS} steps`, progress: progressOf(stored.state) };
}

/** The state after one more page, or why there is none. A page that is stored already is not fetched again. */
async function takeStep(
  store: CrawlStore,
  state: CrawlState,
  fetchPage: () => ReturnType<ReturnType<typeof createSteps>>,
): Promise<CrawlState | string> {
  const there = await store.page(state.id, state.steps);
  if (there !== null) return advance(state, there);
  const outcome = await fetchPage();
  if (outcome.status === "wait") return { ...state, resumeAt: outcome.until };
  if (outcome.status !== "ok") return outcome.why;
  if (await store.addPage(state.id, state.steps, outcome.page)) return advance(state, outcome.page);
  const theirs = await store.page(state.id, state.steps);
  return theirs === null ? "a page that another crawler wrote cannot be read" : advance(state, theirs);
}

/** The oldest crawl of this plan. Removes crawls that are stale or have lost their state. */
async function findCrawl(store: CrawlStore, plan: CrawlPlan, now: number): Promise<StoredState | null> {
  let found: StoredState | null = null;
  for (const id of await store.ids()) {
    const stored = await store.state(id);
    if (stored === null || stored.state.startedAt < now - STALE_AFTER_MS || stored.state.phase === "published") {
      await store.remove(id);
    } else if (found === null && isSamePlan(stored.state.plan, plan)) {
      found = stored;
    }
  }
  return found;
}

const isSamePlan = (a: CrawlPlan, b: CrawlPlan): boolean =>
  JSON.stringify(crawlPlan.parse(a)) === JSON.stringify(crawlPlan.parse(b));

/** Stores the first state of a new crawl. @throws {Error} if there is one with the same random id */
async function begin(store: CrawlStore, plan: CrawlPlan, now: number): Promise<StoredState> {
  const id = newSnapshotId(now);
  const stored = await store.writeState(newState(id, now, plan), null);
  if (stored === null) throw new Error(`There is a crawl ${id} already`);
  return stored;
}

/** Publishes the crawled models and removes the crawl; after a crash in between the same is published again. */
async function finish<Published>(
  { store, publish }: CrawlParts<Published>,
  { state, version }: StoredState,
): Promise<CrawlOutcome<Published>> {
  const progress = progressOf(state);
  const fault = faultOf(state);
  if (fault !== null) return { status: "failed", why: fault, progress };
  try {
    const published = await publish(assemble(store, state), progress);
    await store.writeState({ ...state, phase: "published" }, version);
    await store.remove(state.id);
    return { status: "published", published, progress: { ...progress, phase: "published" } };
  } catch (thrown) {
    if (thrown instanceof ShrunkSnapshot) return { status: "failed", why: thrown.message, progress };
    if (!(thrown instanceof MissingPage)) throw thrown;
    await store.remove(state.id);
    return { status: "failed", why: thrown.message, progress };
  }
}

/** Why a crawl is not to be published: no usable models, or most malformed, as after a change of the Hub's API. Else null. */
function faultOf({ counts }: CrawlState): string | null {
  if (counts.kept === 0) return "none of the models listed can be used";
  const malformed = Object.entries(counts.dropped).reduce(
    (total, [reason, count]) => total + (reason.startsWith("malformed") ? count : 0),
    0,
  );
  return malformed * 2 > counts.listed
    ? `${malformed} of ${counts.listed} models are not as the Hub documents them`
    : null;
}

/** A page of the crawl is missing, so that the crawl has to start over. */
class MissingPage extends Error {}

interface Additions {
  readonly cards: ReadonlyMap<string, StoredCard>;
  readonly offers: ReadonlyMap<string, ProviderOffer>;
  readonly source: OfferSource;
  /** The day of the crawl, as YYYY-MM-DD. */
  readonly day: string;
}

/**
 * Yields the models of a crawl with their cards and prices, holding one page in memory. A model whose rank changed between
 * two pages may come twice. @throws {MissingPage}
 */
async function* assemble(store: CrawlStore, state: CrawlState): AsyncGenerator<CatalogueModel> {
  const steps = Array.from({ length: state.steps }, (_, step) => step);
  const additions = await readAdditions(store, state, steps);
  for (const step of steps) {
    const page = await pageOf(store, state, step);
    if (page.kind !== "models") break;
    for (const model of page.models) yield withAdditions(model, additions);
  }
}

/** Reads the pages of cards and prices, which follow the pages of models, from the last one back. */
async function readAdditions(store: CrawlStore, state: CrawlState, steps: readonly number[]): Promise<Additions> {
  const cards = new Map<string, StoredCard>();
  const offers = new Map<string, ProviderOffer>();
  const day = new Date(state.startedAt).toISOString().slice(0, 10);
  let source: OfferSource = { url: state.plan.hub, day };
  for (const step of steps.toReversed()) {
    const page = await pageOf(store, state, step);
    if (page.kind === "models") break;
    if (page.kind === "cards") for (const card of page.cards) cards.set(card.id, card);
    else {
      for (const offer of page.offers) offers.set(offerKey(offer.model, offer.via), offer);
      source = page;
    }
  }
  return { cards, offers, source, day };
}

async function pageOf(store: CrawlStore, state: CrawlState, step: number): Promise<CrawlPage> {
  const page = await store.page(state.id, step);
  if (page === null) throw new MissingPage(`Page ${step} of crawl ${state.id} is gone`);
  return page;
}

function withAdditions(model: CatalogueModel, { cards, offers, source, day }: Additions): CatalogueModel {
  const card = cards.get(model.id);
  const counted = model.downloads === null ? model : { ...model, downloadsOn: day };
  const described = card
    ? { ...counted, description: card.description, facts: card.facts, cardCode: cardCodeOf(card.code, model) }
    : counted;
  return withOffers(described, offers, source);
}
