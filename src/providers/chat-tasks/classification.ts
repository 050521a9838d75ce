import * as z from "zod";
import { isRecord, type JsonObject } from "../../domain/json.ts";
import { languageInWords, languageTag } from "../../domain/languages.ts";
import { percent } from "../answers/scores.ts";
import { MAX_LABEL_CHARS } from "../inputs.ts";
import type { OutputDraft } from "../provider.ts";
import { type ChatReading, type ChatTask, type ComposedPrompt, given, textTask, visionTask } from "./chat-task.ts";
import { PICTURE_ALONE } from "./picture.ts";
import {
  INTEGER,
  jsonIn,
  listIn,
  listOf,
  NUMBER_SCHEMA,
  Numeric,
  objectOf,
  Phrase,
  readEach,
  readList,
  rejected,
  Score,
  STRING,
} from "./read-answer.ts";

/** A label and the model's confidence in it; null where it gives none. */
interface ModelLabel {
  readonly label: string;
  readonly score: number | null;
}

const MAX_LABELS = 200;

const LABELS_SCHEMA = objectOf({ labels: listOf(objectOf({ label: STRING, score: NUMBER_SCHEMA })) });
const LABELS_SHAPE =
  'Answer with one JSON object and nothing else: {"labels": [{"label": "…", "score": 0.9}, …]}, best first. "score" says from 0 to 1 how sure you are.';

const Labelled = z.union([
  z.object({ label: Phrase, score: Score }),
  Phrase.transform((label) => ({ label, score: null })),
]);

/**
 * The labels in a model's answer, best first, each once; with `choices`, only those, spelled as there.
 * @throws {AppError} `provider-rejected` when none is left.
 */
function readScored(words: string, choices?: readonly string[]): readonly ModelLabel[] {
  const spelled = new Map(choices?.map((choice) => [comparable(choice), choice]));
  const labels = new Map<string, ModelLabel>();
  for (const { label, score } of candidates(words)) {
    if (label.length > MAX_LABEL_CHARS) continue;
    const key = comparable(label);
    const name = choices === undefined ? label : spelled.get(key);
    if (name === undefined || key === "" || labels.has(key)) continue;
    labels.set(key, { label: name, score });
  }
  if (labels.size === 0) throw rejected("named no label of those that were asked for");
  return [...labels.values()].sort((one, other) => (other.score ?? -1) - (one.score ?? -1));
}

const comparable = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .replaceAll(/^[\s"'*.]+|[\s"'*.]+$/g, "");

function candidates(words: string): readonly ModelLabel[] {
  const json = jsonIn(words);
  // One word where a list was asked for.
  if (json === undefined) return words.length > MAX_LABEL_CHARS ? [] : [{ label: words, score: null }];
  const scored = scoresByName(isRecord(json) && isRecord(json.labels) ? json.labels : json);
  if (scored.length > 0) return scored;
  return readEach(listIn(json, "labels").slice(0, MAX_LABELS), Labelled);
}

/** `{"positive": 0.9, "negative": 0.1}`; empty for anything else. */
function scoresByName(json: unknown): readonly ModelLabel[] {
  if (!isRecord(json)) return [];
  const entries = Object.entries(json).slice(0, MAX_LABELS);
  return entries.every(([, score]) => typeof score === "number")
    ? entries.map(([label, score]) => ({ label, score: Score.parse(score) }))
    : [];
}

export const asData = (labels: readonly ModelLabel[]): OutputDraft => ({
  as: "data",
  data: labels.map(({ label, score }) => ({ label, score })),
});

/** "positive (93%)". */
const inWords = ({ label, score }: ModelLabel): string => (score === null ? label : `${label} (${percent(score)})`);

const SENTIMENTS = ["positive", "negative", "neutral"];

/** Reads labels for the ports `labels` and `text`. */
const readAs =
  (choices?: readonly string[]) =>
  (words: string): ChatReading => {
    const labels = readScored(words, choices);
    const [best] = labels;
    return { outputs: { labels: asData(labels), text: { as: "text", text: best ? inWords(best) : "" } } };
  };

const choose = (what: string): string =>
  `Say which of "labels" fit ${what}: every one of them, spelled as there, and no other. ${LABELS_SHAPE}`;

/** The prompt to choose among labels. */
const chosen = (what: string, choices: readonly string[], material: JsonObject): ComposedPrompt => ({
  rules: choose(what),
  material,
  wishes: ["labels"],
  schema: LABELS_SCHEMA,
  read: readAs(choices),
});

/** Classifies by the labels or the instruction of the call; by sentiment where it has neither. */
const textClassification = textTask(async (texts) => {
  const text = await texts.one("text");
  const instruction = await texts.optional("instruction");
  const named = await texts.optionalLabels();
  if (instruction !== null && named === null) {
    return {
      rules: `Label "text" as "instruction" asks. ${LABELS_SHAPE}`,
      material: { instruction, text },
      wishes: ["instruction"],
      schema: LABELS_SCHEMA,
      read: readAs(),
    };
  }
  const choices = named ?? SENTIMENTS;
  const prompt = chosen('"text"', choices, { ...given("instruction", instruction), labels: choices, text });
  return {
    ...prompt,
    ...(named === null ? { rules: `Judge the sentiment of "text". ${prompt.rules}` } : {}),
    ...(instruction === null ? {} : { wishes: ["instruction", "labels"] }),
  };
});

const zeroShotClassification = textTask(async (texts) => {
  const labels = await texts.labels();
  return chosen('"text"', labels, { labels, text: await texts.one("text") });
});

const imageClassification = visionTask(async (_texts, pictureAt) => {
  const picture = await pictureAt("image");
  return {
    rules: `Say what kind of thing the picture shows: up to five labels of a word or two, in English. ${LABELS_SHAPE}`,
    material: PICTURE_ALONE,
    picture: picture.url,
    schema: LABELS_SCHEMA,
    read: readAs(),
  };
});

const zeroShotImageClassification = visionTask(async (texts, pictureAt) => {
  const labels = await texts.labels();
  return { ...chosen("the picture", labels, { labels }), picture: (await pictureAt("image")).url };
});

/** Three are asked for. */
const MAX_LANGUAGES = 5;

const languageIdentification = textTask(async (texts) => ({
  rules: `Say which language "text" is written in: up to three, each label a BCP 47 code such as "de" or "zh-Hant". ${LABELS_SHAPE}`,
  material: { text: await texts.one("text") },
  schema: LABELS_SCHEMA,
  read: (words) => {
    const found = readScored(words)
      .slice(0, MAX_LANGUAGES)
      .flatMap(({ label, score }) => {
        const tag = languageTag(label);
        const name = tag === null ? null : languageInWords(tag);
        return tag === null || name === null || name === tag ? [] : [{ label: tag, name, score }];
      });
    const [best] = found;
    if (best === undefined) throw rejected("named no language that is known");
    return { outputs: { labels: { as: "data", data: found }, language: { as: "text", text: best.name } } };
  },
}));

const EXCERPT_CHARS = 120;

const Compared = z.object({ index: Numeric.pipe(z.int().min(0)), score: Score.pipe(z.number()) });

const sentenceSimilarity = textTask(async (texts) => {
  const sentence = await texts.one("sentence");
  const sentences = await texts.many("sentences");
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

/** Task types whose answer is labels or texts, each with a score. */
export const CLASSIFICATION_TASKS: Readonly<Record<string, ChatTask>> = {
  "text-classification": textClassification,
  "zero-shot-classification": zeroShotClassification,
  "image-classification": imageClassification,
  "zero-shot-image-classification": zeroShotImageClassification,
  "language-identification": languageIdentification,
  "sentence-similarity": sentenceSimilarity,
};
