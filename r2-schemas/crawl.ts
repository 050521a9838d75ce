import * as z from "zod";
import {
  CARD_RELATIONS,
  cardText,
  catalogueModel,
  codeLanguage,
  inferenceArguments,
  MAX_LISTED,
  SNAPSHOT_ID,
} from "./catalogue.ts";

/** Of the same form as a snapshot's: crawls sort by when they began. */
export const CRAWL_ID = SNAPSHOT_ID;

/** A page has a thousand models at most, and a catalogue a hundred thousand. */
const MAX_PAGES = 100;
const MAX_CARDS = 5_000;
/** Steps of one crawl: pages of models, the prices, and batches of cards. */
export const MAX_CRAWL_STEPS = 1_000;

const count = z.int().nonnegative();
/** Milliseconds since the epoch. */
const instant = z.int().nonnegative();
const countsByReason = z.record(z.string().max(100), count);
const ids = z.array(z.string().max(200)).max(MAX_CARDS);

/** What a crawl fetches. One of other settings is another crawl. */
export const crawlPlan = z.object({
  hub: z.url(),
  /** Where prices and context lengths come from; null for nowhere. */
  router: z.url().nullable(),
  pageSize: z.int().min(1).max(1000),
  maxPages: z.int().min(1).max(MAX_PAGES),
  maxCards: z.int().min(0).max(MAX_CARDS),
});
export type CrawlPlan = z.infer<typeof crawlPlan>;

/** `catalogue/crawls/<id>/state`: how far a crawl has come; but for `resumeAt` it follows from the pages. */
export const crawlState = z.object({
  version: z.literal(1),
  id: z.string().regex(CRAWL_ID),
  startedAt: instant,
  plan: crawlPlan,
  phase: z.enum(["models", "offers", "cards", "publish", "published"]),
  /** Pages that are stored. */
  steps: count.max(MAX_CRAWL_STEPS),
  /** The next page of models; null before the first and after the last. */
  next: z.string().nullable(),
  /** Nothing is asked for before. */
  resumeAt: instant,
  counts: z.object({ listed: count, kept: count, dropped: countsByReason }),
  /** Models whose cards may be read, the most downloaded first: any, and those that are served somewhere. */
  popular: ids,
  served: ids,
  cardsRead: count,
});
export type CrawlState = z.infer<typeof crawlState>;

const models = z.object({
  kind: z.literal("models"),
  next: z.string().nullable(),
  listed: count,
  dropped: countsByReason,
  models: z.array(catalogueModel),
});
const usd = z.number().nonnegative().nullable();
const offers = z.object({
  kind: z.literal("offers"),
  url: z.url(),
  /** When they were read. */
  day: z.iso.date(),
  offers: z.array(
    z.object({
      model: z.string(),
      via: z.string(),
      contextTokens: count.nullable(),
      usdPerMillionInputTokens: usd,
      usdPerMillionOutputTokens: usd,
    }),
  ),
});
const card = z.object({
  id: z.string(),
  description: z.string().max(1000),
  facts: z
    .array(z.object({ relation: z.enum(CARD_RELATIONS), object: z.string().min(1), sentence: z.string() }))
    .max(MAX_LISTED),
  /** As it was read, without regard to the model; crawls that began before have none. */
  code: z
    .object({
      language: codeLanguage,
      code: cardText,
      task: z.string().max(300).nullable(),
      arguments: inferenceArguments,
    })
    .nullable()
    .default(null),
});
const cards = z.object({
  kind: z.literal("cards"),
  /** How many models were asked for; some have no card. */
  asked: count,
  cards: z.array(card),
});

/** `catalogue/crawls/<id>/pages/<n>`: what one step fetched, as it was read. It is written once. */
export const crawlPage = z.discriminatedUnion("kind", [models, offers, cards]);
export type CrawlPage = z.infer<typeof crawlPage>;
export type StoredCard = z.infer<typeof card>;
