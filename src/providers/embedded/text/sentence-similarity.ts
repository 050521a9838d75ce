import { similarity } from "../../../words/vectors.ts";
import { likenessOutputs, percent } from "../../answers/scores.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { differencesInWords, differencesOf } from "./differences.ts";
import { readText, readTexts } from "./input.ts";
import { MAX_UNDERSTOOD_CHARS, vectorsOf } from "./meaning.ts";
import { likeness } from "./similarity.ts";

/** Each is compared with the first; more is a job for an index. */
const MAX_SENTENCES = 200;

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const sentence = await readText(inputs, "sentence");
    const sentences = await readTexts(inputs, "sentences", MAX_SENTENCES, surroundings.work);
    const [own = new Float32Array(), ...vectors] = await vectorsOf([sentence, ...sentences], surroundings);
    const begun = sentence.slice(0, MAX_UNDERSTOOD_CHARS);
    const scores = sentences.map((other, at) => {
      const cosine = similarity(own, vectors[at] ?? new Float32Array());
      return rounded(likeness(begun, other.slice(0, MAX_UNDERSTOOD_CHARS), cosine));
    });
    const [other] = sentences;
    const differences = other !== undefined && sentences.length === 1 ? differencesOf(sentence, other) : null;
    if (other === undefined || differences === null) return { outputs: likenessOutputs(sentences, scores) };
    const [score = 0] = scores;
    const told = differences.slice(0, MAX_DIFFERENCES).map((one) => ({ ...one }));
    return {
      outputs: {
        scores: { as: "data", data: [{ sentence: other, score, differences: told }] },
        text: { as: "text", text: `${percent(score)} alike. ${differencesInWords(differences)}` },
      },
    };
  },
};

/** More are of texts that have little in common. */
const MAX_DIFFERENCES = 200;

const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;
