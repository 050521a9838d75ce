import type { CrawlPage, CrawlState, StoredCard } from "../../../r2-schemas/crawl.ts";
import { readCard } from "./card/read-card.ts";
import { cardAddress, firstPage, offersAddress } from "./hub/addresses.ts";
import type { HubClient, HubReply } from "./hub/client.ts";
import { nextPage, UnusableLink } from "./hub/next-page.ts";
import { readOffers } from "./model/offers.ts";
import { readModel } from "./model/read-model.ts";
import { wantedCards } from "./progress.ts";

/** A model takes 2 to 4 KB, so a page of a thousand some 4 MB; parsed, this much takes half of an isolate. */
const MAX_PAGE_BYTES = 16 * 2 ** 20;
const MAX_OFFERS_BYTES = 8 * 2 ** 20;
/** What a card says of its model, it says at the beginning. */
const MAX_CARD_BYTES = 64 * 2 ** 10;
/** Cards in one step: what a crash costs at most. */
export const CARDS_PER_STEP = 10;
/** More than was asked for. */
const MAX_LISTED = 2_000;

export type StepOutcome =
  | { readonly status: "ok"; readonly page: CrawlPage }
  | Exclude<HubReply<never>, { status: "ok" }>;

/** Fetches and reads what comes next. */
export interface Steps {
  fetch(state: CrawlState, client: HubClient): Promise<StepOutcome>;
}

/** @param token of Hugging Face, shown to the Hub and to nobody else. */
export function createSteps(token: string | null, now: () => number): Steps {
  async function models({ plan, next }: CrawlState, client: HubClient): Promise<StepOutcome> {
    const url = next === null ? firstPage(plan.hub, plan.pageSize) : new URL(next);
    const reply = await client.get({ url, bucket: "api", token, maxBytes: MAX_PAGE_BYTES, read: readList });
    if (reply.status !== "ok") return reply;
    // The most downloaded models of millions: the Hub leads to no page without any.
    if (next !== null && reply.value.length === 0) return { status: "failed", why: "a page without models" };
    try {
      return { status: "ok", page: modelsPage(reply.value, nextPage(reply.headers.get("link"), url)) };
    } catch (thrown) {
      if (!(thrown instanceof UnusableLink)) throw thrown;
      return { status: "failed", why: thrown.message };
    }
  }

  /** Without prices the catalogue is poorer, and still worth having. */
  async function offers(router: string, client: HubClient): Promise<StepOutcome> {
    const url = offersAddress(router);
    const day = new Date(now()).toISOString().slice(0, 10);
    const reply = await client.get({
      url,
      bucket: "router",
      token: null,
      maxBytes: MAX_OFFERS_BYTES,
      read: (text) => readOffers(JSON.parse(text)),
    });
    if (reply.status === "wait") return reply;
    const read = reply.status === "ok" ? [...reply.value] : [];
    return { status: "ok", page: { kind: "offers", url: url.href, day, offers: read } };
  }

  async function cards(state: CrawlState, client: HubClient): Promise<StepOutcome> {
    const ids = wantedCards(state).slice(state.cardsRead, state.cardsRead + CARDS_PER_STEP);
    const read: StoredCard[] = [];
    for (const id of ids) {
      const url = cardAddress(state.plan.hub, id);
      const reply = await client.get({
        url,
        bucket: "resolvers",
        token,
        maxBytes: MAX_CARD_BYTES,
        isCut: true,
        read: (text) => readCard(text, id),
      });
      // A model without a card has none; a Hub that does not answer is asked again.
      if (reply.status === "ok") read.push({ id, ...reply.value });
      else if (reply.status !== "none") return reply;
    }
    return { status: "ok", page: { kind: "cards", asked: ids.length, cards: read } };
  }

  return {
    fetch(state, client) {
      if (state.phase === "cards") return cards(state, client);
      return state.phase === "offers" && state.plan.router !== null
        ? offers(state.plan.router, client)
        : models(state, client);
    },
  };
}

/** @throws {SyntaxError} for what is no list: a page that was cut short, or an error in its place. */
function readList(text: string): readonly unknown[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new SyntaxError("a reply that is no list of models");
  return list.slice(0, MAX_LISTED);
}

function modelsPage(list: readonly unknown[], next: URL | null): CrawlPage {
  const dropped: Record<string, number> = {};
  const models = list.flatMap((one) => {
    const reading = readModel(one);
    if ("model" in reading) return [reading.model];
    dropped[reading.dropped] = (dropped[reading.dropped] ?? 0) + 1;
    return [];
  });
  return { kind: "models", next: next?.href ?? null, listed: list.length, dropped, models };
}
