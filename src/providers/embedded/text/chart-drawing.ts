import Papa from "papaparse";
import { AppError } from "../../../domain/errors.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { encodePng } from "../vision/encode/png.ts";
import { drawChart } from "./charts/draw-chart.ts";
import { readQuestionText, readText } from "./input.ts";
import { answerTable } from "./tables/answer-table.ts";
import { type Query, queryInWords } from "./tables/query.ts";
import { readTable } from "./tables/read-table.ts";

/** What only says that a chart is wanted, and of which kind. */
const CHART_WORDS =
  /\b(?:bar|line|column|pie)?[ -]?(?:charts?|graphs?|plots?|diagrams?|histograms?)\b|\b(?:draw|create|generate|produce|visuali[sz]e|picture)\b/gi;

/** Draws what a question asks for as a chart. @throws {AppError} `unsupported-input` where that is no series of figures. */
export const expert: EmbeddedExpert = {
  async run({ inputs }, { vectors, senses, work }) {
    const text = await readText(inputs, "table");
    work.admit("characters", text.length, "The table");
    const table = readTable(text);
    await work.spend("characters", text.length);
    const asked = (await readQuestionText(inputs)).replace(CHART_WORDS, " ").replace(/\bover time\b/i, "per month");
    const found = answerTable(table, asked, await vectors(), await senses(), true);
    const points = found?.isSure ? found.result.series : null;
    if (found === null || points === null) {
      const unknown = found?.missed.map((word) => `"${word}"`).join(", ") ?? "";
      throw new AppError(
        "unsupported-input",
        `It is not clear which figures the chart should show${unknown === "" ? "" : `: the table has nothing for ${unknown}`}. The columns are ${table.columns.slice(0, 20).join(", ")}.`,
      );
    }
    const { result, reading } = found;
    const title = queryInWords(reading.query);
    const { raster, left } = drawChart({ title, points, isOverTime: isOverTime(reading.query) });
    await work.spend("pixels", raster.width * raster.height);
    const stride = raster.width * 3;
    const bytes = await encodePng(raster, 3, (y) => raster.data.subarray(y * stride, (y + 1) * stride), work);
    const csv = new TextEncoder().encode(csvOf(result.columns, result.rows));
    return {
      outputs: {
        image: { as: "bytes", bytes, mediaType: "image/png" },
        table: { as: "bytes", bytes: csv, mediaType: "text/csv" },
      },
      notes: [
        `The chart shows: ${title}.`,
        ...(reading.missed.length > 0 ? [`It does not show: ${found.missed.join(", ")}.`] : []),
        ...(left > 0 ? [`It shows the first ${points.length - left} of ${points.length}; the table has all.`] : []),
      ],
    };
  },
};

const isOverTime = (query: Query): boolean =>
  query.form === "groups" && query.key.column.type === "date" && query.order === null;

/** What a spreadsheet would take for a formula is written as text; negative numbers are none. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/;

/** A table as CSV (RFC 4180), its columns named in the first line. */
const csvOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${Papa.unparse(
    [columns, ...rows].map((row) => [...row]),
    { escapeFormulae: FORMULA },
  )}\r\n`;
