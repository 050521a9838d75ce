import { identifyLanguage } from "../../../words/identify-language.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { readText } from "./input.ts";
import { sentimentInTurns } from "./sentiment.ts";

/** Shorter texts tell too little of their language to warn of it. */
const MIN_CHARS_FOR_LANGUAGE = 24;
const SURE_OF_LANGUAGE = 0.6;

export const expert: EmbeddedExpert = {
  async run({ inputs }, { work }) {
    const text = await readText(inputs, "text");
    const labels = await sentimentInTurns(text, work);
    const best = labels[0];
    const language = text.length < MIN_CHARS_FOR_LANGUAGE ? undefined : identifyLanguage(text)[0];
    const foreign =
      language !== undefined && language.label !== "en" && language.score >= SURE_OF_LANGUAGE ? language.name : null;
    return {
      outputs: {
        labels: { as: "data", data: labels.map(({ label, score }) => ({ label, score })) },
        text: {
          as: "text",
          text: `The text is ${best?.label ?? "neutral"} (${Math.round((best?.score ?? 0) * 100)}%).`,
        },
      },
      ...(foreign === null
        ? {}
        : {
            notes: [
              `The text seems to be in ${foreign}; this expert knows English words only, so its judgement means little.`,
            ],
          }),
    };
  },
};
