import type { Price, PriceUnit } from "./catalogue.ts";
import { type BaseKind, baseKind, type Kind } from "./kinds.ts";
import type { Value } from "./resources.ts";
import type { Candidate } from "./selection.ts";
import { DEFAULT_TASK_TIMEOUT_MS } from "./task-types/index.ts";
import type { Measured } from "./usage.ts";

/** The quantity of a price's unit that a call took; undefined if it was not measured. */
const COUNTED: Readonly<Record<PriceUnit, (measured: Measured) => number | undefined>> = {
  call: () => 1,
  "million-input-tokens": ({ inputTokens }) => inputTokens && inputTokens / 1e6,
  "million-output-tokens": ({ outputTokens }) => outputTokens && outputTokens / 1e6,
  image: ({ images }) => images,
  second: ({ seconds }) => seconds,
  minute: ({ seconds }) => seconds && seconds / 60,
  "million-characters": ({ characters }) => characters && characters / 1e6,
  "thousand-neurons": ({ neurons }) => neurons && neurons / 1e3,
  "compute-second": ({ computeSeconds }) => computeSeconds,
};

/** Units that are alternatives to all others: a model with prices by tokens is not billed by neurons as well. */
const OVERALL: ReadonlySet<PriceUnit> = new Set(["thousand-neurons"]);

/**
 * The cost of a call in US dollars, from its measured quantities.
 * @returns null if its price, or a quantity that it depends on, is unknown
 */
export function costOf(prices: readonly Price[], measured: Measured): number | null {
  if (measured.usd !== undefined) return measured.usd;
  const [own, overall] = bothWays(prices);
  return sumOf(own, measured) ?? sumOf(overall, measured);
}

/**
 * The highest cost in US dollars of a call that stays within an estimate, whichever way it is billed.
 * @returns null if its price is not known
 */
export function highestCostOf(prices: readonly Price[], estimate: Measured): number | null {
  const costs = bothWays(prices).flatMap((some) => sumOf(some, estimate) ?? []);
  return costs.length === 0 ? null : Math.max(...costs);
}

const bothWays = (prices: readonly Price[]): readonly [own: readonly Price[], overall: readonly Price[]] => [
  prices.filter(({ per }) => !OVERALL.has(per)),
  prices.filter(({ per }) => OVERALL.has(per)),
];

/** The sum of all prices; null if there are none, or a quantity is missing. */
function sumOf(prices: readonly Price[], measured: Measured): number | null {
  if (prices.length === 0) return null;
  let sum = 0;
  for (const { usd, per } of prices) {
    const count = usd === 0 ? 0 : COUNTED[per](measured);
    if (count === undefined) return null;
    sum += usd * count;
  }
  return sum;
}

/** How much there is of one value at an input of a task. */
export interface Amount {
  readonly kind: BaseKind;
  readonly bytes: number;
  /** Of sound that is stored sample by sample. */
  readonly isWave: boolean;
}

/** Of UTF-8: English has twice that a token, and Chinese, at three bytes a character, some two thirds of a token each. */
const BYTES_PER_TOKEN = 2;
/** Tokens of the instructions that providers add to an input, including the schema of the answer. */
const PROMPT_TOKENS = 2_000;
const IMAGE_TOKENS = 2_000;
/** No model takes more. */
const MAX_INPUT_TOKENS = 1_000_000;
/** The longest answer that providers ask a model for. */
const MAX_OUTPUT_TOKENS = 4_096;
/** The longest that they ask for by a JSON Schema: a goal may be broken down into a hundred steps. */
export const MAX_FORM_TOKENS = 8_192;

/** Minimum bytes per second of sound or video: telephone quality, the lowest bit rates in use. */
const WAVE_BYTES_PER_SECOND = 8_000;
const SOUND_BYTES_PER_SECOND = 1_000;
const VIDEO_BYTES_PER_SECOND = 8_000;
/** Slow speech. */
const SPOKEN_BYTES_PER_SECOND = 8;
/** Length of the sound and video that models make for one request. */
const MADE_SOUND_SECONDS = 30;
const MADE_VIDEO_SECONDS = 10;

/** Compute time of a call is at most the time that most attempts may take. */
const MAX_COMPUTE_SECONDS = DEFAULT_TASK_TIMEOUT_MS / 1_000;

/**
 * Neurons that a unit takes on Workers AI, for models whose neurons are all that is known of their price: above what
 * models asked on 2026-08-28 of whom more is known, but for those of a hundred billion parameters.
 */
const NEURONS = { inputToken: 0.1, outputToken: 0.5, imageSeen: 1_000, imageMade: 5_000, second: 15, character: 3 };

/**
 * An upper bound of the quantities of one call, from its inputs and the kinds of its outputs. All quantities but the price
 * itself are set, so that a cost can be computed for every unit of price.
 */
export function estimateCall(
  inputs: readonly Amount[],
  makes: readonly Kind[],
  outputTokens: number = MAX_OUTPUT_TOKENS,
): Measured {
  const bytesOf = (isMeant: (amount: Amount) => boolean): number =>
    inputs.filter(isMeant).reduce((sum, { bytes }) => sum + bytes, 0);
  const textBytes = bytesOf(({ kind }) => kind !== "image" && kind !== "audio" && kind !== "video");
  const imagesIn = inputs.filter(({ kind }) => kind === "image").length;
  const read = PROMPT_TOKENS + textBytes / BYTES_PER_TOKEN + imagesIn * IMAGE_TOKENS;
  const inputTokens = Math.ceil(Math.min(MAX_INPUT_TOKENS, read));
  const imagesMade = makes.some((kind) => baseKind(kind) === "image") ? 1 : 0;
  const heard =
    bytesOf(({ kind, isWave }) => kind === "audio" && isWave) / WAVE_BYTES_PER_SECOND +
    bytesOf(({ kind, isWave }) => kind === "audio" && !isWave) / SOUND_BYTES_PER_SECOND +
    bytesOf(({ kind }) => kind === "video") / VIDEO_BYTES_PER_SECOND;
  const seconds = Math.ceil(heard + secondsMade(textBytes, makes));
  const neurons =
    inputTokens * NEURONS.inputToken +
    outputTokens * NEURONS.outputToken +
    imagesIn * NEURONS.imageSeen +
    imagesMade * NEURONS.imageMade +
    seconds * NEURONS.second +
    textBytes * NEURONS.character;
  return {
    ...{ inputTokens, outputTokens, images: imagesIn + imagesMade },
    ...{ seconds, characters: textBytes, neurons, computeSeconds: MAX_COMPUTE_SECONDS },
  };
}

function secondsMade(textBytes: number, makes: readonly Kind[]): number {
  const kinds = new Set(makes.map(baseKind));
  const sound = kinds.has("audio") ? MADE_SOUND_SECONDS + textBytes / SPOKEN_BYTES_PER_SECOND : 0;
  return sound + (kinds.has("video") ? MADE_VIDEO_SECONDS : 0);
}

/**
 * The most that a call of a candidate costs which measures no more than was estimated, in US dollars; null where nobody
 * knows. A server of one's own, and what runs inside the Worker, are free where they state no price.
 */
export function estimateOf(
  { provider, prices = [] }: Pick<Candidate, "provider" | "prices">,
  estimate: Measured,
): number | null {
  return prices.length === 0 && isOnesOwn(provider) ? 0 : highestCostOf(prices, estimate);
}

/** Whether calls of a candidate are known to cost nothing. */
export const isFree = ({ provider, prices = [] }: Pick<Candidate, "provider" | "prices">): boolean =>
  prices.length === 0 ? isOnesOwn(provider) : prices.every(({ usd }: Price) => usd === 0);

const isOnesOwn = (provider: Candidate["provider"]): boolean => provider === "custom" || provider === "embedded";

const encoder = new TextEncoder();

export const amountOfText = (text: string): Amount => ({
  kind: "text",
  bytes: encoder.encode(text).length,
  isWave: false,
});

export function amountOf(value: Value): Amount {
  if (value.as === "text") return amountOfText(value.text);
  if (value.as === "data") return amountOfText(JSON.stringify(value.data));
  const { kind, mediaType, bytes } = value.resource;
  return { kind: baseKind(kind), bytes, isWave: /\bwav/i.test(mediaType) };
}

/** The size assumed for an input that another task has yet to produce. */
const YET_TO_COME: Readonly<Record<BaseKind, number>> = {
  // An answer of the longest, in letters of four bytes.
  text: MAX_OUTPUT_TOKENS * 4,
  data: MAX_OUTPUT_TOKENS * 4,
  table: 1_000_000,
  document: 1_000_000,
  image: 1_000_000,
  audio: MADE_SOUND_SECONDS * SOUND_BYTES_PER_SECOND,
  video: MADE_VIDEO_SECONDS * VIDEO_BYTES_PER_SECOND,
};

export const amountToCome = (kind: Kind): Amount => ({
  kind: baseKind(kind),
  bytes: YET_TO_COME[baseKind(kind)],
  isWave: false,
});
