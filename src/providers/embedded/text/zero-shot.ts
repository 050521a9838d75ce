import { AppError } from "../../../domain/errors.ts";
import { similarity } from "../../../words/vectors.ts";
import { labelled, type ScoredLabel } from "../../answers/scores.ts";
import { TextInputs } from "../../inputs.ts";
import type { CallSurroundings, EmbeddedExpert } from "../expert.ts";
import { MAX_TEXT_CHARS, readText } from "./input.ts";
import { labelEntries } from "./label-entries.ts";
import { vectorsOf } from "./meaning.ts";

/** How surely a label is meant that is nearer than another: of 600 texts of another hand 129 are told with nine in ten, of which 124 rightly. */
const STEEPNESS = 20;
/** Of many texts the beginnings count: together some 10,000 pieces of words, which leaves room for the labels. */
const MAX_CHARS_OF_ALL = 40_000;

/** Of an entry; what is less sure is right in half of the cases, and said to be unsure. */
const SURE_SCORE = 0.6;

/**
 * How well each label fits each text, as shares of 1: by what the text and "This text is about LABEL." mean (label embeddings:
 * Sappadla et al. 2016; Yin et al. 2019 for the words).
 */
export async function classify(
  texts: readonly string[],
  labels: readonly string[],
  surroundings: Pick<CallSurroundings, "sentences" | "work">,
): Promise<readonly (readonly ScoredLabel[])[]> {
  const said = labels.map((label) => `This text is about ${label}.`);
  const most = Math.floor(MAX_CHARS_OF_ALL / texts.length);
  const beginnings = texts.map((text) => text.slice(0, most));
  const vectors = await vectorsOf([...beginnings, ...said], surroundings);
  const ofLabels = vectors.slice(texts.length);
  return vectors.slice(0, texts.length).map((own) => {
    const fits = ofLabels.map((vector) => Math.exp(STEEPNESS * similarity(own, vector)));
    const all = fits.reduce((sum, fit) => sum + fit, 0);
    return labels.map((label, at) => ({ label, score: Math.round((1_000 * (fits[at] ?? 0)) / all) / 1_000 }));
  });
}

const best = (scored: readonly ScoredLabel[]): readonly ScoredLabel[] =>
  scored.toSorted((one, other) => other.score - one.score).slice(0, 1);

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const text = await readText(inputs, "text");
    const labels = await new TextInputs(inputs, MAX_TEXT_CHARS).labels();
    if (labels.length < 2) throw new AppError("unsupported-input", "One label alone leaves nothing to choose from.");
    const ofEntries = await labelEntries(text, {
      port: "text",
      sureFrom: SURE_SCORE,
      label: async (texts) => (await classify(texts, labels, surroundings)).flatMap((scored) => best(scored)),
    });
    if (ofEntries) return ofEntries;
    const [scored = []] = await classify([text], labels, surroundings);
    return { outputs: labelled(scored) };
  },
};
