import * as z from "zod";
import { paperOfBenchmark } from "../../domain/benchmark-papers.ts";
import {
  type CatalogueEndpoint,
  type CatalogueModel,
  CONFIDENCES,
  ENDPOINT_STATUSES,
  PRICE_UNITS,
  type Price,
  type PriceUnit,
  type Score,
  SOURCED_FACTS,
} from "../../domain/catalogue.ts";
import { isKnownLicence } from "../../domain/licences.ts";
import { METRICS } from "../../domain/metrics.ts";
import { PROVIDERS, type ProviderName } from "../../domain/provider-names.ts";

/** The catalogue that comes with the code: what is known before the first crawl. */
export async function loadStarter(): Promise<readonly CatalogueModel[]> {
  const files = await Promise.all([
    import("./language.json", { with: { type: "json" } }),
    import("./chat.json", { with: { type: "json" } }),
    import("./audio.json", { with: { type: "json" } }),
    import("./vision.json", { with: { type: "json" } }),
    import("./other.json", { with: { type: "json" } }),
  ]);
  return files.flatMap(({ default: stored }) => readStarter(stored));
}

/** How a model is written down in this folder's JSON files; README.md says what is meant by each field. */

interface PricesOfADay {
  readonly prices: Readonly<Partial<Record<PriceUnit, number>>>;
  readonly pricedOn: string;
}

const PRICE_LISTS: Readonly<Partial<Record<ProviderName, string>>> = {
  "workers-ai": "https://developers.cloudflare.com/workers-ai/platform/pricing/",
};
/** What every model of Workers AI is billed in; a model's own prices say the same in other units. */
const NEURONS: PricesOfADay = { prices: { "thousand-neurons": 0.011 }, pricedOn: "2026-11-22" };

const confidence = z.enum(CONFIDENCES);
const day = z.iso.date();
const modelId = z.string().regex(/^[\w.-]+\/[\w.-]+$/);

/** A bare value is "sure"; otherwise the pair [value, confidence]. */
const fact = <Value extends z.ZodType>(value: Value) =>
  z.union([
    z.tuple([value, confidence]).transform(([stated, trust]) => ({ value: stated, confidence: trust })),
    value.transform((stated) => ({ value: stated, confidence: "sure" as const })),
  ]);

/** A number with its unit: "66.96M", "1.5 GB". */
const amountIn = (units: Readonly<Record<string, number>>) =>
  z
    .string()
    .regex(new RegExp(`^\\d+(\\.\\d+)? ?(${Object.keys(units).join("|")})$`))
    .transform((text) => {
      const [, number, unit = ""] = /^([\d.]+) ?(\w+)$/.exec(text) ?? [];
      return Math.round(Number(number) * (units[unit] ?? Number.NaN));
    });
const count = amountIn({ K: 1e3, M: 1e6, B: 1e9 });
/** As the Hub writes sizes, in powers of ten. */
const size = amountIn({ kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 });

/** As `Intl` spells it, so that Tagalog is "fil" here and in what is crawled. */
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/)
  .transform((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag);

const arxivId = z.string().regex(/^\d{4}\.\d{4,5}$/);
const address = z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^arxiv:\d{4}\.\d{4,5}$/)]);
/** An address, or one of the words of `SOURCES`. */
const source = z.union([address, z.enum(["card", "files", "derived-16", "derived-32"])]);
type Source = z.infer<typeof source>;

const storedScore = z.strictObject({
  benchmark: z.string().min(1),
  config: z.string().min(1).optional(),
  split: z.string().min(1).optional(),
  metric: z.string().refine((name) => METRICS.has(name), "is not in src/domain/metrics.ts"),
  value: z.number(),
  source: address.optional(),
  paper: arxivId.optional(),
  confidence: confidence.default("sure"),
});

const storedEndpoint = z
  .strictObject({
    at: z.enum(PROVIDERS),
    via: z.array(z.string().min(1)).min(1).optional(),
    model: z.string().min(1).optional(),
    tasks: z.array(z.string()).min(1).optional(),
    status: z.enum(ENDPOINT_STATUSES).default("unknown"),
    prices: z.partialRecord(z.enum(PRICE_UNITS), z.number().nonnegative()).optional(),
    pricedOn: day.optional(),
    contextTokens: z.int().positive().optional(),
    maxInputBytes: z.int().positive().optional(),
  })
  .refine((endpoint) => (endpoint.prices === undefined) === (endpoint.pricedOn === undefined), {
    message: "prices and pricedOn go together",
  })
  .refine((endpoint) => endpoint.prices === undefined || PRICE_LISTS[endpoint.at] !== undefined, {
    message: "has prices, but no price list is known for it",
  });

const storedModel = z
  .strictObject({
    id: modelId,
    description: z.string().regex(/^[^<>`\n]+\.$/),
    tasks: z.array(z.string()).min(1),
    standsInFor: z.array(z.string()).min(1).optional(),
    licence: fact(z.string().min(1)),
    parameters: fact(count).nullable().default(null),
    bytes: fact(size).nullable().default(null),
    downloads: z.int().nonnegative().nullable().default(null),
    languages: z.array(language).nullable(),
    gated: z.boolean().nullable().default(false),
    library: z.string().nullable().default(null),
    datasets: z.array(z.string()).default([]),
    papers: z.array(arxivId).default([]),
    baseModels: z.array(modelId).default([]),
    scores: z.array(storedScore).default([]),
    endpoints: z.array(storedEndpoint).default([]),
    sources: z.partialRecord(z.enum(SOURCED_FACTS), z.tuple([source, day])).default({}),
  })
  .refine(
    ({ bytes, downloads, sources }) =>
      (bytes === null) === (sources.bytes === undefined) && (downloads === null) === (sources.downloads === undefined),
    { message: "bytes and downloads go with their source and day" },
  )
  .refine(({ bytes, sources }) => !sources.bytes?.[0].startsWith("derived-") || bytes?.confidence === "unsure", {
    message: "a derived size is unsure",
  });
type StoredModel = z.infer<typeof storedModel>;
type StoredEndpoint = z.infer<typeof storedEndpoint>;

/** Where a fact of a model was read, as an address or in words. */
const sourceIn = (model: string, source: Source): string =>
  SOURCES[source]?.(model) ?? source.replace(/^arxiv:/, "https://arxiv.org/abs/");

const derivedFrom = (bits: number): string => `derived from the number of its weights, taken for ${bits} bits each`;

const SOURCES: Readonly<Record<string, (model: string) => string>> = {
  card: (model) => `https://huggingface.co/${model}`,
  files: (model) => `https://huggingface.co/${model}/tree/main`,
  "derived-16": () => derivedFrom(16),
  "derived-32": () => derivedFrom(32),
};

function readScore(model: string, { source = "card", ...score }: z.infer<typeof storedScore>): Score {
  return {
    ...score,
    config: score.config ?? null,
    split: score.split ?? null,
    higherIsBetter: METRICS.get(score.metric)?.higherIsBetter ?? true,
    source: sourceIn(model, source),
    paper: score.paper ?? paperOfBenchmark(score.benchmark),
  };
}

function readPrices({ at, status, prices, pricedOn }: StoredEndpoint): readonly Price[] {
  const source = PRICE_LISTS[at];
  if (!source || status === "gone") return [];
  const stated: PricesOfADay = prices && pricedOn ? { prices, pricedOn } : NEURONS;
  return PRICE_UNITS.flatMap((per) => {
    const usd = stated.prices[per];
    return usd === undefined ? [] : [{ usd, per, source, asOf: stated.pricedOn }];
  });
}

/** One endpoint for each task type, stand-ins among them, and each company that serves it. */
function readEndpoint(model: StoredModel, endpoint: StoredEndpoint): readonly CatalogueEndpoint[] {
  const standIns = new Set(model.standsInFor ?? []);
  const tasks = endpoint.tasks ?? [...model.tasks, ...standIns];
  return (endpoint.via ?? [null]).flatMap((via) =>
    tasks.map((taskType) => ({
      provider: endpoint.at,
      via,
      model: endpoint.model ?? model.id,
      taskType,
      status: endpoint.status,
      standsIn: standIns.has(taskType),
      prices: readPrices(endpoint),
      contextTokens: endpoint.contextTokens ?? null,
      maxInputBytes: endpoint.maxInputBytes ?? null,
    })),
  );
}

function readModel(model: StoredModel): CatalogueModel {
  const { licence, parameters, bytes, scores, endpoints, sources, standsInFor: _, ...rest } = model;
  return {
    ...rest,
    organization: model.id.slice(0, model.id.indexOf("/")),
    licence: licence.value,
    licenceConfidence: isKnownLicence(licence.value) ? licence.confidence : "unsure",
    parameters: parameters?.value ?? null,
    parametersConfidence: parameters?.confidence ?? "unsure",
    bytes: bytes?.value ?? null,
    bytesConfidence: bytes?.confidence ?? "unsure",
    scores: scores.map((score) => readScore(model.id, score)),
    downloadsOn: sources.downloads?.[1] ?? null,
    likes: null,
    facts: [],
    cardCode: null,
    sources: SOURCED_FACTS.flatMap((fact) => {
      const stated = sources[fact];
      return stated ? [{ fact, source: sourceIn(model.id, stated[0]), asOf: stated[1] }] : [];
    }),
    endpoints: endpoints.flatMap((endpoint) => readEndpoint(model, endpoint)),
  };
}

/** The models of one of this folder's JSON files. @throws {z.ZodError} where it is not written as README.md says. */
export const readStarter = (stored: unknown): readonly CatalogueModel[] =>
  z.array(storedModel).parse(stored).map(readModel);
