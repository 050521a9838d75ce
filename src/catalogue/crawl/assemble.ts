import type { CrawlPage, CrawlState, StoredCard } from "../../../r2-schemas/crawl.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { type OfferSource, offerKey, type ProviderOffer, withOffers } from "./model/offers.ts";
import type { CrawlStore } from "./store.ts";

/** A page that should be there and is not: the crawl can only be begun anew. */
export class MissingPage extends Error {}

interface Additions {
  readonly cards: ReadonlyMap<string, StoredCard>;
  readonly offers: ReadonlyMap<string, ProviderOffer>;
  readonly source: OfferSource;
}

/**
 * The models of a crawl, page by page, so that only one page is in memory. One whose rank changed between two pages may
 * come twice. @throws {MissingPage}
 */
export async function* assemble(store: CrawlStore, state: CrawlState): AsyncGenerator<CatalogueModel> {
  const steps = Array.from({ length: state.steps }, (_, step) => step);
  const additions = await readAdditions(store, state, steps);
  for (const step of steps) {
    const page = await pageOf(store, state, step);
    if (page.kind !== "models") break;
    for (const model of page.models) yield complete(model, additions);
  }
}

/** What comes after the models: walked from the end, until the models begin. */
async function readAdditions(store: CrawlStore, state: CrawlState, steps: readonly number[]): Promise<Additions> {
  const cards = new Map<string, StoredCard>();
  const offers = new Map<string, ProviderOffer>();
  let source: OfferSource = { url: state.plan.hub, day: new Date(state.startedAt).toISOString().slice(0, 10) };
  for (const step of steps.toReversed()) {
    const page = await pageOf(store, state, step);
    if (page.kind === "models") break;
    if (page.kind === "cards") for (const card of page.cards) cards.set(card.id, card);
    else {
      for (const offer of page.offers) offers.set(offerKey(offer.model, offer.via), offer);
      source = page;
    }
  }
  return { cards, offers, source };
}

async function pageOf(store: CrawlStore, state: CrawlState, step: number): Promise<CrawlPage> {
  const page = await store.page(state.id, step);
  if (page === null) throw new MissingPage(`Page ${step} of crawl ${state.id} is gone`);
  return page;
}

function complete(model: CatalogueModel, { cards, offers, source }: Additions): CatalogueModel {
  const card = cards.get(model.id);
  const described = card ? { ...model, description: card.description, facts: card.facts } : model;
  return withOffers(described, offers, source);
}
