import * as z from "zod";
import { rejected } from "./answer-words.ts";
import { textTask } from "./compose.ts";
import { INTEGER, jsonIn, listOf, NUMBER_SCHEMA, Numeric, objectOf, readList, Score } from "./json-answer.ts";
import { inWords } from "./labels.ts";
import { readText, readTexts } from "./text-input.ts";

const EXCERPT_CHARS = 120;

const Compared = z.object({ index: Numeric.pipe(z.int().min(0)), score: Score.pipe(z.number()) });

export const sentenceSimilarity = textTask(async (inputs, limits) => {
  const sentence = await readText(inputs, "sentence", limits);
  const sentences = await readTexts(inputs, "sentences", limits);
  return {
    rules:
      'Say how much each text of "sentences" means the same as "sentence": from 0 for nothing in common to 1 for the same meaning. Answer with one JSON object and nothing else: {"scores": [{"index": 0, "score": 0.5}, …]}, one for each, "index" counted from 0.',
    material: { sentence, sentences: sentences.map((text, index) => ({ index, text })) },
    schema: objectOf({ scores: listOf(objectOf({ index: INTEGER, score: NUMBER_SCHEMA })) }),
    read: (words) => {
      const said = readList(jsonIn(words), "scores", z.union([Compared, z.number()]), sentences.length);
      const byIndex = new Map(
        said.map((one, place) => (typeof one === "number" ? [place, clamped(one)] : [one.index, one.score])),
      );
      const scores = sentences.map((text, index) => {
        const score = byIndex.get(index);
        if (score === undefined) throw rejected("did not compare all of the texts");
        return { sentence: text, score };
      });
      const lines = scores.map(({ sentence: text, score }) => inWords({ label: `"${short(text)}"`, score }));
      return {
        outputs: {
          scores: { as: "data", data: scores },
          text: { as: "text", text: `Compared with "${short(sentence)}":\n${lines.join("\n")}` },
        },
      };
    },
  };
});

const clamped = (score: number): number => Math.min(1, Math.max(0, score));

const short = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return flat.length <= EXCERPT_CHARS ? flat : `${flat.slice(0, EXCERPT_CHARS - 1)}…`;
};
