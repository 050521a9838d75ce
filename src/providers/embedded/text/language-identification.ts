import { identifyLanguage } from "../../../words/identify-language.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { readText } from "./input.ts";

/** Below this several languages are as likely. */
const UNSURE = 0.5;

export const expert: EmbeddedExpert = {
  async run({ inputs }) {
    const guesses = identifyLanguage(await readText(inputs, "text"));
    const [best, second] = guesses;
    if (best === undefined) {
      return {
        outputs: {
          labels: { as: "data", data: [{ label: "und", name: "undetermined", score: 0 }] },
          language: { as: "text", text: "undetermined" },
        },
        notes: ["The text is too short, or not made of words, so its language cannot be told."],
      };
    }
    const unsure = best.score < UNSURE && second !== undefined;
    return {
      outputs: {
        labels: { as: "data", data: guesses.map(({ label, name, score }) => ({ label, name, score })) },
        language: { as: "text", text: best.name },
      },
      ...(unsure ? { notes: [`The text tells little of its language: ${best.name}, or else ${second.name}.`] } : {}),
    };
  },
};
