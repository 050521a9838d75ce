import type { EmbeddedExpert } from "../expert.ts";
import { readText } from "./input.ts";
import { vectorsOf } from "./meaning.ts";

/** Finer than the encoder rounds itself. */
const STEPS = 100_000;
/** JSON has no −0. */
const rounded = (value: number): number => Math.round(value * STEPS) / STEPS + 0;

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const [vector = new Float32Array()] = await vectorsOf([await readText(inputs, "text")], surroundings);
    return { outputs: { embedding: { as: "data", data: [...vector].map(rounded) } } };
  },
};
