import type { ExpertEntry } from "../expert.ts";

const MEBIBYTE = 2 ** 20;

/**
 * All numbers in wink-nlp's models of English: what its lexicon says of each word, and its rules. Many of them were
 * written by hand, so that no more than these were learnt.
 */
const WINK_ENGLISH_NUMBERS = 372_811;
const ENGLISH = { parameters: WINK_ENGLISH_NUMBERS, bytes: 3_388_719, languages: ["en"] };

/** What tinyld tells apart, without the five languages that `identifyLanguage` leaves out. */
const TINYLD_LANGUAGES =
  "af am ar be bg bn cs da de el en eo es et fa fi fr ga gu he hi hu hy id is it ja kk km kn ko la lt lv mk mn my nl no pl pt ro ru sk sr sv ta te th tl tr tt uk ur vi yi zh";

/** Of words, for the sentence encoder, a millisecond each. */
const PIECES = { most: 16_000, perTurn: 50 } as const;
/** For the reader, which has twice as many layers, two. */
export const READ_PIECES = { most: 16_000, perTurn: 25 } as const;
/** Of all of a call's inputs together. */
const WORK = { characters: { most: 200_000, perTurn: 20_000 } } as const;

/** The vectors of words, which encoder and reader share. */
const WORDS = { parameters: 11_534_976, bytes: 11_655_132 };

/** Experts that compare what texts mean: the encoder, the beginnings of all texts together. */
const MINILM = {
  licence: "Apache-2.0",
  stated: { parameters: 22_233_984, bytes: 22_538_404, languages: ["en"] },
  memoryBytes: 32 * MEBIBYTE,
  work: { characters: { most: 1_000_000, perTurn: 200_000 }, pieces: PIECES },
} as const;

/** What marks answers in a text: an encoder of its own over the same words. */
export const READER = { parameters: 32_918_402, bytes: 33_404_508, languages: ["en"] };

/** Experts on text and tables. Importing this file costs nothing: the libraries come with each expert. */
export const TEXT_EXPERTS: readonly ExpertEntry[] = [
  {
    model: "impresario/ner-compromise",
    taskType: "token-classification",
    description:
      "People, places and organizations by lexicon and form (compromise), and by the vectors of names (all-MiniLM-L6-v2); dates, amounts and e-mail addresses by pattern. English.",
    licence: "Apache-2.0 AND MIT",
    grade: "stand-in",
    stated: { ...ENGLISH, ...MINILM.stated },
    memoryBytes: 56 * MEBIBYTE,
    work: { ...WORK, pieces: PIECES },
    load: async () => (await import("./token-classification.ts")).expert,
  },
  {
    model: "impresario/sentiment-minilm",
    taskType: "text-classification",
    description:
      "Positive, negative, neutral or mixed, by clause, and for each entry of a text: a logistic regression on the vectors of all-MiniLM-L6-v2. English.",
    ...MINILM,
    grade: "stand-in",
    load: async () => (await import("./text-classification.ts")).expert,
  },
  {
    model: "impresario/language-tinyld",
    taskType: "language-identification",
    description: "Which of some sixty languages a text is in, by n-grams and common words (tinyld).",
    licence: "Apache-2.0 AND MIT",
    grade: "full",
    // How telling each n-gram is of each language.
    stated: { parameters: 71_365, bytes: 591_173, languages: TINYLD_LANGUAGES.split(" ") },
    memoryBytes: 18 * MEBIBYTE,
    work: WORK,
    load: async () => (await import("./language-identification.ts")).expert,
  },
  {
    model: "impresario/summary-minilm",
    taskType: "summarization",
    description:
      "The sentences and items of a text that tell the most, by the vectors of all-MiniLM-L6-v2, none of them twice; of an invoice, receipt or letter what questions find there: its parties, total and dates. English.",
    ...MINILM,
    // Encoder and reader, the words that they share once.
    stated: {
      ...READER,
      parameters: READER.parameters + MINILM.stated.parameters - WORDS.parameters,
      bytes: READER.bytes + MINILM.stated.bytes - WORDS.bytes,
    },
    grade: "stand-in",
    memoryBytes: 60 * MEBIBYTE,
    work: { ...MINILM.work, pieces: READ_PIECES },
    load: async () => (await import("./summarization.ts")).expert,
  },
  {
    model: "impresario/minilm-answers",
    taskType: "question-answering",
    description:
      "Marks the words of a text that answer a question, or else their sentence: the twelve layers of e5-small-v2, fitted to questions to Wikipedia and to business papers; shows the nearest passages where it is unsure. English.",
    licence: "MIT AND Apache-2.0",
    grade: "stand-in",
    stated: READER,
    memoryBytes: 60 * MEBIBYTE,
    work: { ...WORK, pieces: READ_PIECES },
    load: async () => (await import("./question-answering.ts")).expert,
  },
  {
    model: "impresario/table-answers",
    taskType: "table-question-answering",
    description:
      "Looks up, filters, sorts, counts, adds, averages and compares the cells of a table, by group too: reads a question as the query that explains most of its words. Settings in JSON are read as a form, too, as `impresario/minilm-answers` reads it. English questions.",
    licence: "Apache-2.0 AND MIT",
    grade: "stand-in",
    stated: {
      parameters: ENGLISH.parameters + READER.parameters,
      bytes: ENGLISH.bytes + READER.bytes,
      languages: ["en"],
    },
    memoryBytes: 76 * MEBIBYTE,
    work: { ...WORK, pieces: READ_PIECES },
    load: async () => (await import("./table-question-answering.ts")).expert,
  },
  {
    model: "impresario/table-charts",
    taskType: "chart-drawing",
    description: "A bar chart of a table's figures, or a line for those of dates, as a PNG. English questions.",
    licence: "Apache-2.0 AND MIT",
    grade: "full",
    stated: ENGLISH,
    memoryBytes: 48 * MEBIBYTE,
    work: { ...WORK, pixels: { most: 2_000_000, perTurn: 400_000 } },
    load: async () => (await import("./chart-drawing.ts")).expert,
  },
  {
    model: "impresario/minilm",
    taskType: "sentence-similarity",
    description:
      "How far texts say the same, by the vectors of all-MiniLM-L6-v2, and whether one denies what the other says or tells another number; of two versions of a text, in what they differ. English.",
    ...MINILM,
    grade: "full",
    load: async () => (await import("./sentence-similarity.ts")).expert,
  },
  {
    model: "impresario/minilm",
    taskType: "zero-shot-classification",
    description: "Which of some labels is nearest to what a text means, by the vectors of all-MiniLM-L6-v2. English.",
    ...MINILM,
    grade: "stand-in",
    load: async () => (await import("./zero-shot.ts")).expert,
  },
  {
    model: "impresario/minilm",
    taskType: "feature-extraction",
    description: "The vector of what a text means, 384 numbers, by all-MiniLM-L6-v2. English.",
    ...MINILM,
    grade: "full",
    load: async () => (await import("./feature-extraction.ts")).expert,
  },
];
