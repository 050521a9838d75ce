import { AppError } from "../../../domain/errors.ts";
import { similarity } from "../../../words/vectors.ts";
import { labelled, type ScoredLabel } from "../../answers/scores.ts";
import { TextInputs } from "../../inputs.ts";
import type { CallSurroundings, EmbeddedExpert } from "../expert.ts";
import { MAX_TEXT_CHARS, readText } from "./input.ts";
import { vectorsOf } from "./meaning.ts";

/** How surely a label is meant that is nearer than another; fitted to `DEV_TEXTS` (test/fixtures/text/zero-shot.ts). */
const STEEPNESS = 20;

/**
 * How well each label fits a text, as shares of 1: by what the text and "This example is LABEL." mean (label embeddings:
 * Sappadla et al. 2016; Yin et al. 2019 for the words).
 */
export async function classify(
  text: string,
  labels: readonly string[],
  surroundings: Pick<CallSurroundings, "sentences" | "work">,
): Promise<readonly ScoredLabel[]> {
  const said = labels.map((label) => `This example is ${label}.`);
  const [own = new Float32Array(), ...vectors] = await vectorsOf([text, ...said], surroundings);
  const fits = vectors.map((vector) => Math.exp(STEEPNESS * similarity(own, vector)));
  const all = fits.reduce((sum, fit) => sum + fit, 0);
  return labels.map((label, at) => ({ label, score: Math.round((1_000 * (fits[at] ?? 0)) / all) / 1_000 }));
}

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const text = await readText(inputs, "text");
    const labels = await new TextInputs(inputs, MAX_TEXT_CHARS).labels();
    if (labels.length < 2) throw new AppError("unsupported-input", "One label alone leaves nothing to choose from.");
    return { outputs: labelled(await classify(text, labels, surroundings)) };
  },
};
