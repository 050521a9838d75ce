import type { EmbeddedExpert } from "../expert.ts";
import { readText } from "./input.ts";
import { summarize } from "./summarize.ts";

export const expert: EmbeddedExpert = {
  async run({ inputs }) {
    return { outputs: { text: { as: "text", text: summarize(await readText(inputs, "text")) } } };
  },
};
