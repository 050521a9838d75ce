import * as z from "zod";
import type { CrawlPage } from "../../../../r2-schemas/crawl.ts";
import type { CatalogueModel, Price } from "../../../domain/catalogue.ts";

/** The page of a crawl with prices. */
export type OffersPage = Extract<CrawlPage, { readonly kind: "offers" }>;
/** The price and context length of a chat model at a provider behind Hugging Face's router. */
export type ProviderOffer = OffersPage["offers"][number];
/** Where and when prices were read. */
export type OfferSource = Pick<OffersPage, "url" | "day">;

const MAX_OFFERS = 10_000;
/** Higher prices for a million tokens are taken for mistakes. */
const MAX_USD = 1_000;

const usd = z.number().nonnegative().max(MAX_USD).nullish().catch(null);
const offer = z.object({
  provider: z.string().max(40),
  context_length: z.int().positive().nullish().catch(null),
  pricing: z.object({ input: usd, output: usd }).nullish().catch(null),
});
const listed = z.object({ id: z.string().max(200), providers: z.array(z.unknown()) });
const list = z.object({ data: z.array(z.unknown()) });

/**
 * Reads the router's list of chat models: `{"data": [{"id": …, "providers": [{"provider": "novita", "context_length": 1048576,
 * "pricing": {"input": 1.69, "output": 3.38}}]}]}`, in dollars a million tokens
 * (https://huggingface.co/docs/inference-providers/hub-api). @throws {z.ZodError} when it is no list at all.
 */
export function readOffers(value: unknown): readonly ProviderOffer[] {
  const offers = list.parse(value).data.flatMap((one) => {
    const model = listed.safeParse(one).data;
    return (model?.providers ?? []).flatMap((provider) => {
      const read = offer.safeParse(provider).data;
      return model && read ? toOffer(model.id, read) : [];
    });
  });
  return offers.slice(0, MAX_OFFERS);
}

const toOffer = (model: string, { provider, context_length, pricing }: z.infer<typeof offer>): ProviderOffer => ({
  model,
  via: provider,
  contextTokens: context_length ?? null,
  usdPerMillionInputTokens: pricing?.input ?? null,
  usdPerMillionOutputTokens: pricing?.output ?? null,
});

export const offerKey = (model: string, via: string): string => `${model} ${via}`;

/** The model with prices and context lengths at its chat endpoints. */
export function withOffers(
  model: CatalogueModel,
  offers: ReadonlyMap<string, ProviderOffer>,
  source: OfferSource,
): CatalogueModel {
  if (!model.tasks.includes("conversational")) return model;
  const endpoints = model.endpoints.map((endpoint) => {
    const found = endpoint.via === null ? undefined : offers.get(offerKey(model.id, endpoint.via));
    if (!found) return endpoint;
    return { ...endpoint, contextTokens: found.contextTokens, prices: prices(found, source) };
  });
  return { ...model, endpoints };
}

function prices(found: ProviderOffer, { url, day }: OfferSource): readonly Price[] {
  const asked = [
    ["million-input-tokens", found.usdPerMillionInputTokens],
    ["million-output-tokens", found.usdPerMillionOutputTokens],
  ] as const;
  return asked.flatMap(([per, amount]) => (amount === null ? [] : [{ usd: amount, per, source: url, asOf: day }]));
}
