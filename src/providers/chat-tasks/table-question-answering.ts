import * as z from "zod";
import type { JsonObject } from "../../domain/json.ts";
import { readTable, type Table } from "../embedded/text/tables/read-table.ts";
import type { ChatReading } from "./chat-task.ts";
import { textTask } from "./compose.ts";
import { INTEGER, isRecord, jsonIn, listIn, listOf, Numeric, objectOf, STRING, STRING_OR_NULL } from "./json-answer.ts";
import { readSaid } from "./said-answer.ts";
import { readText } from "./text-input.ts";

const NO_ANSWER = "The table does not say, as far as this model can tell.";
const UNCHECKED = "The model named no cells of the table that its answer comes from.";

/** Rows are counted for the model, which is bad at it. */
const ROW_NUMBER = "#";
/** What an answer is read from; whole columns of a large table are not listed. */
const MAX_CELLS = 1_000;

const AGGREGATORS = ["NONE", "COUNT", "SUM", "AVERAGE"] as const;

const SCHEMA: JsonObject = objectOf({
  answer: STRING_OR_NULL,
  aggregator: { type: "string", enum: AGGREGATORS },
  cells: listOf(objectOf({ row: INTEGER, column: STRING })),
});

export const tableQuestionAnswering = textTask(async (inputs, limits) => {
  const table = readTable(await readText(inputs, "table", limits));
  const rows = table.rows.map((row, index) => [index, ...row]);
  return {
    rules: `Answer "question" from the rows of "table" alone, as shortly as you can. Answer with one JSON object and nothing else: {"answer": "…", "aggregator": "NONE", "cells": [{"row": 0, "column": "…"}, …]}. "cells" are those that the answer comes from: "row" is the number under "${ROW_NUMBER}", "column" a name of "columns". "aggregator" says what was done with them: ${AGGREGATORS.join(", ")}. Where the table does not say, "answer" is null.`,
    material: {
      question: await readText(inputs, "question", limits),
      table: { columns: [ROW_NUMBER, ...table.columns], rows },
    },
    wishes: ["question"],
    schema: SCHEMA,
    read: (words) => read(words, table),
  };
});

const Aggregator = z
  .string()
  .transform((name) => name.trim().toUpperCase())
  .pipe(z.enum(AGGREGATORS))
  .catch("NONE");
const Cell = z.object({ row: Numeric.pipe(z.int().min(0)), column: z.union([z.string(), z.int()]) });

function read(words: string, table: Table): ChatReading {
  const { answer } = readSaid(words);
  if (answer === null) return reading(NO_ANSWER, "NONE", [], table);
  const json = jsonIn(words);
  const record = isRecord(json) ? json : {};
  const coordinates = listIn(record.cells ?? [], "cells")
    .slice(0, MAX_CELLS)
    .flatMap((entry) => coordinateOf(entry, table));
  return reading(answer, Aggregator.parse(record.aggregator), coordinates, table);
}

type Coordinate = readonly [row: number, column: number];

/** Where a cell stands that a model names; none when the table has no such cell. */
function coordinateOf(entry: unknown, table: Table): readonly Coordinate[] {
  const parsed = Cell.safeParse(entry);
  if (!parsed.success) return [];
  const { row, column: said } = parsed.data;
  // Numbers count the column of row numbers too.
  const column = typeof said === "number" ? said - 1 : table.columns.findIndex((name) => isSame(name, said));
  return row < table.rows.length && table.columns[column] !== undefined ? [[row, column]] : [];
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

function reading(
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
    ...(answer === NO_ANSWER || cells.length > 0 ? {} : { notes: [UNCHECKED] }),
  };
}
