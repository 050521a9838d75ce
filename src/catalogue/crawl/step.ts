import type { CrawlPage, CrawlPlan, CrawlState, StoredCard } from "../../../r2-schemas/crawl.ts";
import { readCard } from "./card/read-card.ts";
import { cardAddress, firstPage, nextPage, offersAddress, UnusableLink } from "./hub/addresses.ts";
import type { HubClient, HubReply } from "./hub/client.ts";
import { readOffers } from "./model/offers.ts";
import { readModel } from "./model/read-model.ts";

/** A page of a thousand models takes some 4 MB (2 to 4 KB each); parsed, this limit fills half an isolate. */
const MAX_PAGE_BYTES = 16 * 2 ** 20;
const MAX_OFFERS_BYTES = 8 * 2 ** 20;
/** Cards describe their model at the beginning. */
const MAX_CARD_BYTES = 64 * 2 ** 10;
/** Cards per step, which is what a crash costs at most. */
const CARDS_PER_STEP = 10;
/** Models read of one page; the Hub sends at most as many as requested. */
const MAX_LISTED = 2_000;

type StepOutcome = { readonly status: "ok"; readonly page: CrawlPage } | Exclude<HubReply<never>, { status: "ok" }>;

/** Fetches and parses pages. @param token Hugging Face's, sent to the Hub only */
export function createSteps(token: string | null, now: () => number) {
  async function models({ plan, next }: CrawlState, client: HubClient): Promise<StepOutcome> {
    const url = next === null ? firstPage(plan.hub, plan.pageSize) : new URL(next);
    const reply = await client.get({ url, bucket: "api", token, maxBytes: MAX_PAGE_BYTES, read: readList });
    if (reply.status !== "ok") return reply;
    // Of millions of models the most downloaded are listed: an empty page in the middle is a fault.
    if (next !== null && reply.value.length === 0) return { status: "failed", why: "a page without models" };
    try {
      return { status: "ok", page: modelsPage(reply.value, nextPage(reply.headers.get("link"), url)) };
    } catch (thrown) {
      if (!(thrown instanceof UnusableLink)) throw thrown;
      return { status: "failed", why: thrown.message };
    }
  }

  /** If prices cannot be read, the page is empty: the catalogue is worth having without them. */
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
      // A missing card is skipped; if the Hub does not answer, the step is repeated.
      if (reply.status === "ok") read.push({ id, ...reply.value });
      else if (reply.status !== "none") return reply;
    }
    return { status: "ok", page: { kind: "cards", asked: ids.length, cards: read } };
  }

  /** Fetches the next page of a crawl. */
  return (state: CrawlState, client: HubClient): Promise<StepOutcome> => {
    if (state.phase === "cards") return cards(state, client);
    return state.phase === "offers" && state.plan.router !== null
      ? offers(state.plan.router, client)
      : models(state, client);
  };
}

/** The entries of a page of models. @throws {SyntaxError} for a page that was cut short, or an error in its place */
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

export const newState = (id: string, startedAt: number, plan: CrawlPlan): CrawlState => ({
  version: 1,
  id,
  startedAt,
  plan,
  phase: "models",
  steps: 0,
  next: null,
  resumeAt: 0,
  counts: { listed: 0, kept: 0, dropped: {} },
  popular: [],
  served: [],
  cardsRead: 0,
});

/** The state after one more page. */
export function advance(state: CrawlState, page: CrawlPage): CrawlState {
  const stored = { ...state, steps: state.steps + 1 };
  if (page.kind === "cards") return enterCards({ ...stored, cardsRead: state.cardsRead + page.asked });
  if (page.kind === "offers") return enterCards(stored);
  const { maxPages, maxCards, router } = state.plan;
  const listed: CrawlState = {
    ...stored,
    next: page.next,
    counts: {
      listed: state.counts.listed + page.listed,
      kept: state.counts.kept + page.models.length,
      dropped: sum(state.counts.dropped, page.dropped),
    },
    popular: upTo(
      maxCards,
      state.popular,
      page.models.map(({ id }) => id),
    ),
    served: upTo(
      maxCards,
      state.served,
      page.models.filter(({ endpoints }) => endpoints.some(({ status }) => status === "live")).map(({ id }) => id),
    ),
  };
  if (page.next !== null && listed.steps < maxPages) return listed;
  return router === null ? enterCards({ ...listed, next: null }) : { ...listed, next: null, phase: "offers" };
}

const enterCards = (state: CrawlState): CrawlState => ({
  ...state,
  phase: state.cardsRead < wantedCards(state).length ? "cards" : "publish",
});

/**
 * The ids of models whose cards are read: the most downloaded for one half, then models that are served somewhere, as
 * these can be selected.
 */
function wantedCards({ popular, served, plan }: CrawlState): readonly string[] {
  const half = popular.slice(0, Math.ceil(plan.maxCards / 2));
  return [...new Set([...half, ...served, ...popular])].slice(0, plan.maxCards);
}

const upTo = (max: number, before: readonly string[], more: readonly string[]): string[] =>
  [...before, ...more].slice(0, max);

function sum(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const total: Record<string, number> = { ...a };
  for (const [reason, count] of Object.entries(b)) total[reason] = (total[reason] ?? 0) + count;
  return total;
}

/** How far a crawl has come, for display. */
export interface CrawlProgress {
  readonly id: string;
  readonly phase: CrawlState["phase"];
  readonly listed: number;
  readonly kept: number;
  /** How many models were left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly cards: { readonly read: number; readonly wanted: number };
}

export const progressOf = (state: CrawlState): CrawlProgress => ({
  id: state.id,
  phase: state.phase,
  ...state.counts,
  cards: { read: state.cardsRead, wanted: wantedCards(state).length },
});
