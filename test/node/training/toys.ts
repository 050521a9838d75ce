import type { PlanRequest } from "../../../src/planning/controller.ts";
import { loadWordVectors } from "../../../src/words/stored.ts";
import { type Example, examplesOf } from "../../../training/example.ts";
import { ontology } from "../../../training/request-row.ts";

const vectors = await loadWordVectors();
const request = (text: string): PlanRequest => ({ text, attached: [], log: [], ontology });

const RECIPES: readonly (readonly [text: string, types: readonly string[]])[] = [
  ['Translate "the old house" into German', ["translation"]],
  ['Summarize "a very long story of a house"', ["summarization"]],
  ['Read "a very short story" aloud', ["text-to-speech"]],
  ['Translate "the story of a dog" into French and read it aloud', ["translation", "text-to-speech"]],
  ['Summarize "the long letter of a friend" and translate it into Greek', ["summarization", "translation"]],
  ['Summarize "the long letter of a friend" and read it aloud', ["summarization", "text-to-speech"]],
  ["Hello there", []],
];

/** The task types of the toys. */
export const TOY_TYPES = ["translation", "summarization", "text-to-speech"] as const;

/** Labelled requests: each recipe three times, in other words at the end. */
export const TOYS: readonly Example[] = ["", ", please", " for me"].flatMap((ending, version) =>
  RECIPES.flatMap(([text, types], place) =>
    examplesOf(
      {
        id: `toy:${version}:${place}`,
        request: request(`${text}${ending}`),
        types,
        links: types.slice(1).map((taker, index) => [types[index] ?? "", taker] as const),
        about: types.length === 0 ? "greeting" : null,
      },
      vectors,
    ),
  ),
);
