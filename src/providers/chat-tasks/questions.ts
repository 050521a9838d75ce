import * as z from "zod";
import { isRecord, type JsonObject } from "../../domain/json.ts";
import { sentences } from "../embedded/text/sentences.ts";
import { readTable, type Table } from "../embedded/text/tables/read-table.ts";
import { type ChatReading, type ChatTask, textTask, visionTask } from "./chat-task.ts";
import { asData } from "./classification.ts";
import { type FoldedSpan, foldText } from "./folded-text.ts";
import {
  INTEGER,
  jsonIn,
  listIn,
  listOf,
  NUMBER_SCHEMA,
  Numeric,
  objectOf,
  Phrase,
  rejected,
  Score,
  STRING,
  STRING_OR_NULL,
} from "./read-answer.ts";

/** An answer is a sentence or a few. */
const MAX_ANSWER_CHARS = 4_000;

/** Phrases that models write in place of null; "none" and "unknown" are not among them, as they may be answers. */
const NOTHING =
  /^(?:null|n\/a|no answer(?: (?:was )?found)?|not (?:found|given|stated|mentioned|specified|available)(?: in the \w+)?)\.?$/i;

interface SaidAnswer {
  /** `null` when the model says that there is none. */
  readonly answer: string | null;
  readonly score: number | null;
  /** The sentence that the model quotes as its source; empty where it quotes none. */
  readonly sentence: string;
}

const Said = z.object({
  answer: z.union([Phrase, z.array(Phrase).transform((answers) => answers.join(", "))]).nullable(),
  score: Score,
  sentence: z.string().catch(""),
});

/**
 * Reads the answer to a question, from the JSON that was asked for or from plain words.
 * @throws {AppError} `provider-rejected` when it is neither.
 */
function readSaid(words: string): SaidAnswer {
  const json = jsonIn(words);
  const said = Said.safeParse(json === undefined ? { answer: words } : Array.isArray(json) ? json[0] : json);
  if (!said.success) throw rejected("answered in another form than was asked for");
  const { answer } = said.data;
  if (answer === null || answer === "" || NOTHING.test(answer)) return { answer: null, score: 0, sentence: "" };
  if (answer.length > MAX_ANSWER_CHARS)
    throw rejected(`answered a question with more than ${MAX_ANSWER_CHARS} characters`);
  return said.data;
}

const NO_ANSWER = "No answer was found in the text.";
const NO_ANSWER_SEEN = "The document does not seem to say.";

/** The sentence of an answer is looked for within so many characters to either side. */
const WINDOW_CHARS = 2_000;

const EVIDENCE_SCHEMA = objectOf({ answer: STRING_OR_NULL, score: NUMBER_SCHEMA, sentence: STRING });
const EVIDENCE_SHAPE =
  'Answer with one JSON object and nothing else: {"answer": "…", "score": 0.9, "sentence": "…"}. "sentence" is the sentence or line that says so, word for word; "score" says from 0 to 1 how sure you are. Where it does not say, "answer" is null and "sentence" empty.';

const questionAnswering = textTask(async (texts) => {
  const context = await texts.one("context");
  return {
    rules: `Answer "question" from "context" alone, as shortly as you can and in its words. ${EVIDENCE_SHAPE}`,
    material: { question: await texts.one("question"), context },
    wishes: ["question"],
    schema: EVIDENCE_SCHEMA,
    read: (words) => heldAgainst(context, readSaid(words)),
  };
});

/** The answer and its sentence as they stand in the context; a note where the answer does not stand there. */
function heldAgainst(context: string, said: SaidAnswer): ChatReading {
  if (said.answer === null) return withEvidence(NO_ANSWER, said);
  const text = foldText(context, { ignoreCase: true });
  const quoted = text.find(said.sentence);
  const inQuoted = quoted && text.find(said.answer, quoted.start);
  const found = inQuoted && inQuoted.end <= quoted.end ? inQuoted : text.find(said.answer);
  const answer = found ? flat(context.slice(found.start, found.end)) : said.answer;
  if (quoted) return withEvidence(answer, { ...said, sentence: flat(context.slice(quoted.start, quoted.end)) });
  if (found) return withEvidence(answer, { ...said, sentence: sentenceAround(context, found) });
  return withEvidence(answer, { ...said, sentence: "" }, ["The answer does not stand in the text word for word."]);
}

/** From the sentence or line in which a span begins to that in which it ends. */
function sentenceAround(context: string, { start, end }: FoldedSpan): string {
  const from = Math.max(0, start - WINDOW_CHARS);
  const around = sentences(context.slice(from, end + WINDOW_CHARS)).filter(
    (sentence) => from + sentence.start < end && start < from + sentence.end,
  );
  const [first, last] = [around[0], around.at(-1)];
  return flat(first && last ? context.slice(from + first.start, from + last.end) : context.slice(start, end));
}

const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const withEvidence = (
  answer: string,
  { score, sentence }: Pick<SaidAnswer, "score" | "sentence">,
  notes: readonly string[] = [],
): ChatReading => ({
  outputs: {
    answer: { as: "text", text: answer },
    evidence: { as: "data", data: { answer, score, sentence } },
  },
  ...(notes.length === 0 ? {} : { notes }),
});

const documentQuestionAnswering = visionTask(async (texts, pictureAt) => {
  const picture = await pictureAt("document");
  return {
    rules: `Answer "question" from the document in the picture alone, as shortly as you can and in its words. ${EVIDENCE_SHAPE}`,
    material: { question: await texts.one("question") },
    wishes: ["question"],
    picture: picture.url,
    schema: EVIDENCE_SCHEMA,
    read: (words) => {
      const said = readSaid(words);
      return withEvidence(said.answer ?? NO_ANSWER_SEEN, said);
    },
  };
});

const visualQuestionAnswering = visionTask(async (texts, pictureAt) => {
  const picture = await pictureAt("image");
  return {
    rules:
      'Answer "question" by what the picture shows, in a few words and in the language of the question. Answer with one JSON object and nothing else: {"answer": "…", "score": 0.9}. "score" says from 0 to 1 how sure you are. Say so where the picture does not show it.',
    material: { question: await texts.one("question") },
    wishes: ["question"],
    picture: picture.url,
    schema: objectOf({ answer: STRING, score: NUMBER_SCHEMA }),
    read: (words) => {
      const { answer, score } = readSaid(words);
      if (answer === null) throw rejected("gave no answer");
      return { outputs: { answer: { as: "text", text: answer }, labels: asData([{ label: answer, score }]) } };
    },
  };
});

const NO_TABLE_ANSWER = "The table does not say, as far as this model can tell.";
const NO_CELLS = "The model named no cells of the table that its answer comes from.";

/** Rows are counted for the model, which is bad at it. */
const ROW_NUMBER = "#";
/** Cells listed as the source of an answer; whole columns of a large table are not. */
const MAX_CELLS = 1_000;

const AGGREGATORS = ["NONE", "COUNT", "SUM", "AVERAGE"] as const;

const TABLE_SCHEMA: JsonObject = objectOf({
  answer: STRING_OR_NULL,
  aggregator: { type: "string", enum: AGGREGATORS },
  cells: listOf(objectOf({ row: INTEGER, column: STRING })),
});

const tableQuestionAnswering = textTask(async (texts) => {
  const table = readTable(await texts.one("table"));
  const rows = table.rows.map((row, index) => [index, ...row]);
  return {
    rules: `Answer "question" from the rows of "table" alone, as shortly as you can. Answer with one JSON object and nothing else: {"answer": "…", "aggregator": "NONE", "cells": [{"row": 0, "column": "…"}, …]}. "cells" are those that the answer comes from: "row" is the number under "${ROW_NUMBER}", "column" a name of "columns". "aggregator" says what was done with them: ${AGGREGATORS.join(", ")}. Where the table does not say, "answer" is null.`,
    material: {
      question: await texts.one("question"),
      table: { columns: [ROW_NUMBER, ...table.columns], rows },
    },
    wishes: ["question"],
    schema: TABLE_SCHEMA,
    read: (words) => readTableAnswer(words, table),
  };
});

const Aggregator = z
  .string()
  .transform((name) => name.trim().toUpperCase())
  .pipe(z.enum(AGGREGATORS))
  .catch("NONE");
const Cell = z.object({ row: Numeric.pipe(z.int().min(0)), column: z.union([z.string(), z.int()]) });

function readTableAnswer(words: string, table: Table): ChatReading {
  const { answer } = readSaid(words);
  if (answer === null) return tableReading(NO_TABLE_ANSWER, "NONE", [], table);
  const json = jsonIn(words);
  const record = isRecord(json) ? json : {};
  const coordinates = listIn(record.cells ?? [], "cells")
    .slice(0, MAX_CELLS)
    .flatMap((entry) => coordinateOf(entry, table));
  return tableReading(answer, Aggregator.parse(record.aggregator), coordinates, table);
}

type Coordinate = readonly [row: number, column: number];

/** The coordinate of a cell that a model names, in a list; an empty list when the table has no such cell. */
function coordinateOf(entry: unknown, table: Table): readonly Coordinate[] {
  const parsed = Cell.safeParse(entry);
  if (!parsed.success) return [];
  const { row, column: said } = parsed.data;
  // Numbers count the column of row numbers too.
  const column = typeof said === "number" ? said - 1 : table.columns.findIndex((name) => isSame(name, said));
  return row < table.rows.length && table.columns[column] !== undefined ? [[row, column]] : [];
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

function tableReading(
  answer: string,
  aggregator: (typeof AGGREGATORS)[number],
  coordinates: readonly Coordinate[],
  table: Table,
): ChatReading {
  const cells = coordinates.map(([row, column]) => table.rows[row]?.[column] ?? "");
  return {
    outputs: {
      answer: { as: "text", text: answer },
      evidence: { as: "data", data: { answer, aggregator, cells, coordinates } },
    },
    ...(answer === NO_TABLE_ANSWER || cells.length > 0 ? {} : { notes: [NO_CELLS] }),
  };
}

/** Task types that answer a question about a text, table, document or picture. */
export const QUESTION_TASKS: Readonly<Record<string, ChatTask>> = {
  "question-answering": questionAnswering,
  "document-question-answering": documentQuestionAnswering,
  "visual-question-answering": visualQuestionAnswering,
  "table-question-answering": tableQuestionAnswering,
};
