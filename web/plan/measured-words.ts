import type { Measured } from "../../src/domain/usage.ts";

/** Of one and of many; complete, so that a new part fails to compile here; null for what is told as the cost itself. */
const NOUNS: Readonly<Record<keyof Measured, readonly [one: string, many: string] | null>> = {
  inputTokens: ["token read", "tokens read"],
  outputTokens: ["token written", "tokens written"],
  images: ["picture", "pictures"],
  seconds: ["second of sound or video", "seconds of sound or video"],
  characters: ["character", "characters"],
  neurons: ["neuron", "neurons"],
  computeSeconds: ["second of computing", "seconds of computing"],
  usd: null,
};
const PARTS = Object.keys(NOUNS) as (keyof Measured)[];
const figure = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** What was measured of calls: "1,200 tokens read, 1 picture"; empty where nothing was. */
export const measuredWords = (cost: Measured): string =>
  PARTS.flatMap((part) => {
    const [nouns, amount] = [NOUNS[part], cost[part]];
    return nouns === null || amount === undefined ? [] : [`${figure.format(amount)} ${nouns[amount === 1 ? 0 : 1]}`];
  }).join(", ");
