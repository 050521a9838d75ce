import { MAX_TOLD_ROWS } from "../../../domain/answer-form.ts";
import { excerpt } from "../../../domain/excerpt.ts";
import type { JsonValue } from "../../../domain/json.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { answerOutputs, answerQuestion } from "./answer-question.ts";
import { readQuestionText, readText } from "./input.ts";
import { answerFile } from "./tables/answer-file.ts";
import { answerInAnyForm } from "./tables/answer-in-any-form.ts";
import type { TableAnswer } from "./tables/answer-table.ts";
import type { Query, TableOperation } from "./tables/query.ts";
import { gridOf, MAX_COLUMNS, readTable, type Table } from "./tables/read-table.ts";

/** Columns that are told: more is no answer to read. */
const MAX_NAMES = 20;

/** What Hugging Face's table question answering calls them. */
const AGGREGATORS: Readonly<Partial<Record<TableOperation, string>>> = {
  sum: "SUM",
  mean: "AVERAGE",
  count: "COUNT",
  distinct: "COUNT",
};

const NO_TABLE: Table = { columns: [], rows: [] };

export const expert: EmbeddedExpert = {
  async run({ inputs }, { vectors, senses, reader, work }) {
    const text = await readText(inputs, "table");
    const question = await readQuestionText(inputs);
    work.admit("characters", text.length, "The table");
    const grid = gridOf(text.trim());
    await work.spend("characters", text.length);
    // One object is a row of settings, of which there may be more than a table has columns.
    const isForm = /^\s*\{/.test(text) && grid.length === 2;
    const isTooWide = isForm && (grid[0]?.length ?? 0) > MAX_COLUMNS;
    const table: Table = { ...(isTooWide ? NO_TABLE : readTable(grid)), name: inputs.table?.[0]?.name ?? "" };
    const { table: asked, answer: found } = answerInAnyForm(table, question, await vectors(), await senses());
    if (isForm && !(found?.isSure && !counts(found.reading.query))) {
      const read = await answerQuestion(question, text, { reader: await reader(), work });
      const { answer, evidence } = answerOutputs(read);
      const data: JsonValue = { ...evidence.data, aggregator: "NONE", cells: [], coordinates: [] };
      return { outputs: { answer, evidence: { as: "data", data } } };
    }
    if (!found?.isSure) return { outputs: unanswered(table, found) };
    const { result, reading, confidence, words, unknown } = found;
    const { query } = reading;
    const operation = "measure" in query ? query.measure.operation : null;
    const sources = result.sources.slice(0, MAX_TOLD_ROWS);
    const evidence: JsonValue = {
      answer: result.answer,
      score: Math.round(confidence * 100) / 100,
      query: words,
      columns: result.columns,
      rows: result.rows.slice(0, MAX_TOLD_ROWS),
      aggregate: operation,
      aggregator: (operation === null ? undefined : AGGREGATORS[operation]) ?? "NONE",
      cells: sources.map((row) => result.source.cells[row] ?? ""),
      // A column that was reckoned out of others has no place in the table, nor has a row that is one of its cells.
      coordinates:
        asked === table && result.source.index < table.columns.length
          ? sources.map((row) => [row, result.source.index])
          : [],
    };
    const file = answerFile(query, result, asked);
    return {
      outputs: {
        answer: { as: "text", text: result.answer },
        ...(file === null ? {} : { table: file }),
        evidence: { as: "data", data: evidence },
      },
      notes: [
        `The question was read as: ${words}.`,
        ...(unknown.length > 0 ? [`It does not show: ${unknown.join(", ")}.`] : []),
      ],
    };
  },
};

/** Of the rows of settings there is one: "how many ports" asks of what stands in it. */
const counts = (query: Query): boolean =>
  "measure" in query && (query.measure.operation === "count" || query.measure.operation === "distinct");

/** A longer answer to another question than was asked is no help. */
const MAX_WITHOUT_CHARS = 200;

/** Says what was not understood, what the answer would be without it, and what the table has. */
function unanswered({ columns }: Table, found: TableAnswer | null) {
  const names = columns.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = columns.length > names.length ? ` and ${columns.length - names.length} more` : "";
  const unknown = found?.unknown.map((word) => `"${word}"`) ?? [];
  const why =
    found?.open ?? (unknown.length > 0 ? `Nothing in the table could be matched with ${unknown.join(", ")}.` : "");
  const without =
    found?.without == null ? "" : ` Without that it would be: ${excerpt(found.without, MAX_WITHOUT_CHARS)}.`;
  const text = `${why === "" ? "What is asked for could not be found in the table." : why}${without} Its columns are ${names.join(", ")}${more}.`;
  const data: JsonValue = { answer: null, aggregator: "NONE", cells: [], coordinates: [] };
  return { answer: { as: "text", text }, evidence: { as: "data", data } } as const;
}
