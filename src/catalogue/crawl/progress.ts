import type { CrawlPage, CrawlPlan, CrawlState } from "../../../r2-schemas/crawl.ts";

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
 * The models whose cards are read: half of them the most downloaded, as these are asked for most, and then those that
 * are served somewhere, as these are what is chosen from.
 */
export function wantedCards({ popular, served, plan }: CrawlState): readonly string[] {
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

/** How far a crawl is, for whoever watches it. */
export interface CrawlProgress {
  readonly id: string;
  readonly phase: CrawlState["phase"];
  readonly listed: number;
  readonly kept: number;
  /** Why models were not kept, and how many. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly cards: { readonly read: number; readonly wanted: number };
}

export const progressOf = (state: CrawlState): CrawlProgress => ({
  id: state.id,
  phase: state.phase,
  ...state.counts,
  cards: { read: state.cardsRead, wanted: wantedCards(state).length },
});
