import type { EmbeddedExpert } from "../expert.ts";
import { readText, readTexts } from "./input.ts";
import { type Analysed, analyse, compare, MAX_COMPARED_CHARS } from "./similarity.ts";

/** Each is compared with the first; more is a job for an index. */
const MAX_SENTENCES = 200;

const inWords = (score: number): string => {
  if (score >= 0.999) return "the same words";
  if (score >= 0.75) return "very similar";
  if (score >= 0.45) return "similar";
  if (score >= 0.2) return "somewhat similar";
  return "hardly similar";
};

export const expert: EmbeddedExpert = {
  async run({ inputs }, { work }) {
    const sentence = await readText(inputs, "sentence");
    const sentences = await readTexts(inputs, "sentences", MAX_SENTENCES, work);
    const texts = new Map<string, Analysed>();
    for (const text of [sentence, ...sentences]) {
      if (texts.has(text)) continue;
      texts.set(text, analyse(text));
      await work.spend("characters", Math.min(text.length, MAX_COMPARED_CHARS));
    }
    const compared = new Map<string, number>();
    const scores: { sentence: string; score: number }[] = [];
    for (const other of sentences) {
      const [a, b] = [texts.get(sentence), texts.get(other)];
      if (!a || !b) continue;
      const score = compared.get(other) ?? compare(a, b);
      if (!compared.has(other)) await work.spend("characters", a.surface.length + b.surface.length);
      compared.set(other, score);
      scores.push({ sentence: other, score });
    }
    const lines = scores.map(
      ({ sentence: other, score }) => `"${short(other)}": ${inWords(score)} (${score.toFixed(2)})`,
    );
    return {
      outputs: {
        scores: { as: "data", data: scores },
        text: { as: "text", text: `Compared with "${short(sentence)}", by the words they share:\n${lines.join("\n")}` },
      },
      notes: ["The comparison is lexical: it sees shared words, base forms and numbers, but no synonyms."],
    };
  },
};

const EXCERPT_CHARS = 120;
const short = (text: string): string => {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= EXCERPT_CHARS ? flat : `${flat.slice(0, EXCERPT_CHARS - 1)}…`;
};
