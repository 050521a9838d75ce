import type { JsonValue } from "../../../domain/json.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { readQuestionText, readText } from "./input.ts";
import { answerTable, type TableAnswer } from "./tables/answer-table.ts";
import { readTable } from "./tables/read-table.ts";

export const NO_TABLE_ANSWER = "The table does not say, as far as this expert can tell.";

const NONE: TableAnswer = { answer: NO_TABLE_ANSWER, aggregator: "NONE", cells: [], coordinates: [], unnamed: [] };

export const expert: EmbeddedExpert = {
  async run({ inputs }) {
    const table = readTable(await readText(inputs, "table"));
    const found = answerTable(table, await readQuestionText(inputs)) ?? NONE;
    const evidence: JsonValue = {
      answer: found.answer,
      aggregator: found.aggregator,
      cells: found.cells,
      coordinates: found.coordinates,
    };
    return {
      outputs: { answer: { as: "text", text: found.answer }, evidence: { as: "data", data: evidence } },
      notes: found.unnamed.map(
        (name) => `The question was taken to mean the column "${name}", which it does not name.`,
      ),
    };
  },
};
