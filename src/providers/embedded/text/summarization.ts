import { wishedLength } from "../../../words/wished-length.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { readOptionalText, readText } from "./input.ts";
import { summarize } from "./summarize.ts";

/** A wish is a few words. */
const MAX_LENGTH_CHARS = 100;

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const [text, length] = [await readText(inputs, "text"), await readOptionalText(inputs, "length", MAX_LENGTH_CHARS)];
    const wished = length === null ? null : wishedLength(length);
    return { outputs: { text: { as: "text", text: await summarize(text, wished, surroundings) } } };
  },
};
