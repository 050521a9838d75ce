import { AppError } from "../../../domain/errors.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { encodePng } from "../vision/encode/png.ts";
import { drawChart } from "./charts/draw-chart.ts";
import { readQuestionText, readText } from "./input.ts";
import { answerInAnyForm } from "./tables/answer-in-any-form.ts";
import { isFigure, onlyNames, typedTable } from "./tables/columns.ts";
import { csvOf } from "./tables/csv.ts";
import { type Query, queryInWords } from "./tables/query.ts";
import { readTable, type Table } from "./tables/read-table.ts";
import { tokensOf } from "./tables/words.ts";

/** What only says that a chart is wanted, and of which kind. */
const CHART_WORDS =
  /\b(?:bar|line|column|pie)?[ -]?(?:charts?|graphs?|plots?|diagrams?|histograms?)\b|\b(?:as|in|with) (?:an? )?(?:bars?|columns|lines?|pie)\b|\b(?:draw|create|generate|produce|visuali[sz]e|picture)\b/gi;

/** Draws what a question asks for as a chart. @throws {AppError} `unsupported-input` where that is no series of figures. */
export const expert: EmbeddedExpert = {
  async run({ inputs }, { vectors, senses, work }) {
    const text = await readText(inputs, "table");
    work.admit("characters", text.length, "The table");
    const table: Table = { ...readTable(text), name: inputs.table?.[0]?.name ?? "" };
    await work.spend("characters", text.length);
    const question = await readQuestionText(inputs);
    const said = question.replace(CHART_WORDS, " ").replace(/\bover time\b/i, `per ${unitOfTime(table)}`);
    const asked = tokensOf(said).every(({ plain }) => plain) ? whatItTells(table) : said;
    const { answer: found } = answerInAnyForm(table, asked, await vectors(), await senses(), true);
    const points = found?.isSure ? found.result.series : null;
    if (found === null || points === null) {
      const unknown = found?.unknown.map((word) => `"${word}"`).join(", ") ?? "";
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
    return {
      outputs: {
        image: { as: "bytes", bytes, mediaType: "image/png" },
        table: { as: "bytes", bytes: csvOf(result.columns, result.rows), mediaType: "text/csv" },
      },
      notes: [
        `The chart shows: ${title}.`,
        ...(/\bpie\b/i.test(question) ? ["Shares are drawn as bars: no pie is drawn here."] : []),
        ...(found.unknown.length > 0 ? [`It does not show: ${found.unknown.join(", ")}.`] : []),
        ...(left > 0 ? [`It shows the first ${points.length - left} of ${points.length}; the table has all.`] : []),
      ],
    };
  },
};

/** More dates than this are told by their months. */
const MAX_DATES = 60;

/** What a chart over time goes by: the dates as they stand, or the months that many of them are in. */
function unitOfTime(table: Table): string {
  const dates = typedTable(table).columns.find(({ type }) => type === "date");
  return dates && dates.distinct <= MAX_DATES ? dates.name : "month";
}

/** What a table is about, where nothing more is asked: its only figures, or the only ones that its rows are sorted by. */
function whatItTells(table: Table): string {
  const figures = typedTable(table).columns.filter((column) => isFigure(column) && !onlyNames(column));
  const sorted = figures.flatMap((column) => {
    const values = column.values.filter((value) => value !== null);
    const steps = values.slice(1).map((value, at) => value - (values[at] ?? value));
    if (steps.every((step) => step >= 0)) return [`sort by ${column.name}`];
    return steps.every((step) => step <= 0) ? [`sort by ${column.name} descending`] : [];
  });
  const [only, ...others] = figures.length === 1 ? figures.map(({ name }) => name) : sorted;
  return only === undefined || others.length > 0 ? "" : only;
}

const isOverTime = (query: Query): boolean =>
  query.form === "groups" && query.key.column.type === "date" && query.order === null;
