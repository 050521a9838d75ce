import * as z from "zod";
import { readTable } from "../../embedded/text/tables/read-table.ts";
import type { Inputs } from "../../provider.ts";
import { textInput } from "../inputs.ts";
import { way } from "../session.ts";

/** Columns by their names, as the Hub's table tasks want them: every cell a text. */
async function columnsInput(inputs: Inputs): Promise<Record<string, string[]>> {
  const { columns, rows } = readTable(await textInput(inputs, "table"));
  return Object.fromEntries(columns.map((name, column) => [name, rows.map((row) => row[column] ?? "")]));
}

const Answer = z.object({
  answer: z.string(),
  aggregator: z.string(),
  cells: z.array(z.string()),
  coordinates: z.array(z.array(z.number())),
});

/** The question goes under both its names: the Hub's schema has `question`, the pipeline behind it reads `query`. */
export const tableQuestionAnswering = way("table-question-answering", async ({ call, ask }) => {
  const [question, table] = await Promise.all([textInput(call.inputs, "question"), columnsInput(call.inputs)]);
  const evidence = await ask(
    (client, to, options) =>
      client.tableQuestionAnswering({ ...to, inputs: { question, query: question, table } }, options),
    Answer,
  );
  return { outputs: { answer: { as: "text", text: evidence.answer }, evidence: { as: "data", data: evidence } } };
});

/** The answer is a label for each row, and no score. */
export const tabularClassification = way("tabular-classification", async ({ call, ask }) => {
  const data = await columnsInput(call.inputs);
  const classes = await ask(
    (client, to, options) => client.tabularClassification({ ...to, inputs: { data } }, options),
    z.array(z.number()),
  );
  const labels = classes.map((label, index) => ({ row: index + 1, label: String(label) }));
  const text = `Rows by label: ${counted(labels.map(({ label }) => label))}`;
  return { outputs: { labels: { as: "data", data: labels }, text: { as: "text", text } } };
});

/** "3 × 1, 1 × 0": what there is, the most frequent first. */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, count]) => `${count} × ${name}`)
    .join(", ");
}
