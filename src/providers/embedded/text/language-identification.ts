import { identifyLanguage } from "../../../words/identify-language.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { readText } from "./input.ts";
import { type EntryLabel, labelEntries } from "./label-entries.ts";

/** Below this several languages are as likely. */
const UNSURE = 0.5;

const UNDETERMINED = { label: "und", name: "undetermined", score: 0 } as const;

export const expert: EmbeddedExpert = {
  async run({ inputs }, { work }) {
    const text = await readText(inputs, "text");
    const ofEntries = await labelEntries(text, {
      port: "language",
      sureFrom: UNSURE,
      label: async (texts) => {
        const found: EntryLabel[] = [];
        for (const one of texts) {
          found.push(identifyLanguage(one)[0] ?? UNDETERMINED);
          await work.spend("characters", one.length);
        }
        return found;
      },
    });
    if (ofEntries) return ofEntries;
    const guesses = identifyLanguage(text);
    const [best, second] = guesses;
    if (best === undefined) {
      return {
        outputs: {
          labels: { as: "data", data: [UNDETERMINED] },
          language: { as: "text", text: UNDETERMINED.name },
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
