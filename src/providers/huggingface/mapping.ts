import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { readJson } from "../answers/body.ts";
import { type Send, throwUnpaid } from "../answers/failures.ts";
import { type CalledModel, refusal } from "./failures.ts";

/** An inference provider that serves a model: an entry of the Hub's `inferenceProviderMapping`. */
const Entry = z.object({
  provider: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  providerId: z.string().min(1).max(300),
  status: z.string().max(40),
  task: z.string().max(64),
  adapter: z.string().max(40).optional(),
  adapterWeightsPath: z.string().max(300).optional(),
});
/** `hfModelId` stands in lists only, and the library reads it of an adapter. */
export type MappingEntry = z.infer<typeof Entry> & { readonly hfModelId: string };

/** A model has some twenty providers at most. */
const MAX_ENTRIES = 60;
const MAX_MAPPING_BYTES = 256 * 1024;
/** Providers come and go by the day; a burst of tasks on one model asks the Hub once. */
const KEPT_MS = 5 * 60_000;
/** Some hundred bytes each. */
const MAX_KEPT = 500;

interface Kept {
  readonly entries: readonly MappingEntry[];
  readonly until: number;
}
/** Of the whole isolate. What a token may see is for that token alone. */
const kept = new Map<string, Kept>();

interface MappingParts {
  readonly hubUrl: string;
  readonly asked: CalledModel;
  readonly fetch: Send;
  readonly now: () => number;
}

/**
 * The live entries of `GET /api/models/{id}?expand[]=inferenceProviderMapping`
 * (https://huggingface.co/docs/inference-providers/hub-api), in the Hub's order: an object by provider where one model
 * is asked for, a list elsewhere. Empty for a model that no provider serves.
 * @throws {AppError} when the Hub does not say.
 */
export async function readMapping(
  model: string,
  { hubUrl, asked, fetch, now }: MappingParts,
  signal: AbortSignal,
): Promise<readonly MappingEntry[]> {
  const key = JSON.stringify([hubUrl, model, asked.token]);
  const known = kept.get(key);
  if (known && known.until > now()) return known.entries;
  const url = new URL(`api/models/${model}?expand[]=inferenceProviderMapping`, withSlash(hubUrl));
  const response = await fetch(url.href, { headers: { authorization: `Bearer ${asked.token}` }, signal });
  if (!response.ok) throw await refusal(response, asked);
  const reading = { name: asked.name, maxBytes: MAX_MAPPING_BYTES, signal };
  const told = await readJson(response, reading).catch(throwUnpaid);
  const entries = readEntries(told, model, asked);
  kept.delete(key);
  kept.set(key, { entries, until: now() + KEPT_MS });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return entries;
}

export const withSlash = (url: string): string => (url.endsWith("/") ? url : `${url}/`);

const Mapped = z.object({
  inferenceProviderMapping: z
    .union([z.array(z.unknown()), z.record(z.string(), z.record(z.string(), z.unknown()))])
    .nullish(),
});

function readEntries(answer: unknown, model: string, { name }: CalledModel): readonly MappingEntry[] {
  const parsed = Mapped.safeParse(answer);
  if (!parsed.success) throw new AppError("provider-rejected", `The Hub told nothing that can be read about ${name}`);
  const mapping = parsed.data.inferenceProviderMapping ?? [];
  const listed: readonly unknown[] = Array.isArray(mapping)
    ? mapping
    : Object.entries(mapping).map(([provider, entry]) => ({ ...entry, provider }));
  return listed
    .slice(0, MAX_ENTRIES)
    .flatMap((one) => Entry.safeParse(one).data ?? [])
    .filter(({ status }) => status === "live")
    .map((one) => ({ ...one, hfModelId: model }));
}
