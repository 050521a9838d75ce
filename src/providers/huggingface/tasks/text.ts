import * as z from "zod";
import { Labels, labelled } from "../../answers/scores.ts";
import { readTable } from "../../embedded/text/tables/read-table.ts";
import { languageName } from "../../languages.ts";
import type { ExpertResult, Inputs } from "../../provider.ts";
import { labelsInput, optionalText, textInput } from "../inputs.ts";
import { type HuggingFaceCall, recipe } from "../session.ts";

/** Long enough for a page; more is seldom meant, and always paid for. */
const MAX_NEW_TOKENS = 1_024;

export const textClassification = recipe("text-classification", async ({ call, ask }) => {
  const inputs = await textInput(call.inputs, "text");
  return {
    outputs: labelled(
      await ask((client, to, options) => client.textClassification({ ...to, inputs }, options), Labels),
    ),
  };
});

/** By a text classifier whose labels are languages. */
export const languageIdentification = recipe("text-classification", async ({ call, ask }) => {
  const inputs = await textInput(call.inputs, "text");
  const found = await ask((client, to, options) => client.textClassification({ ...to, inputs }, options), Labels);
  const labels = found
    .toSorted((a, b) => b.score - a.score)
    .map(({ label, score }) => ({ label, name: languageName(label) ?? label, score }));
  return {
    outputs: {
      labels: { as: "data", data: labels },
      language: { as: "text", text: labels[0]?.name ?? "The model gave no language." },
    },
  };
});

export const zeroShotClassification = recipe("zero-shot-classification", async ({ call, ask }) => {
  const [inputs, candidate_labels] = await Promise.all([textInput(call.inputs, "text"), labelsInput(call.inputs)]);
  const parameters = { candidate_labels };
  const labels = await ask(
    (client, to, options) => client.zeroShotClassification({ ...to, inputs, parameters }, options),
    Labels,
  );
  return { outputs: labelled(labels) };
});

const Spans = z.array(
  z.object({ entity_group: z.string(), score: z.number(), start: z.int().min(0), end: z.int().min(0) }),
);

export const tokenClassification = recipe("token-classification", async ({ call, ask }) => {
  const inputs = await textInput(call.inputs, "text");
  // Whole names rather than the tokenizer's pieces of words.
  const parameters = { aggregation_strategy: "simple" } as const;
  const spans = await ask(
    (client, to, options) => client.tokenClassification({ ...to, inputs, parameters }, options),
    Spans,
  );
  const offset = utf16Offsets(inputs);
  const entities = spans.flatMap(({ entity_group: type, score, start: from, end: to }) => {
    const [start, end] = [offset(from), offset(to)];
    return start < end ? [{ type, text: inputs.slice(start, end), start, end, score }] : [];
  });
  const names = entities.map(({ type, text }) => `${text} (${type})`);
  const text = names.length === 0 ? "No names were found in the text." : [...new Set(names)].join("; ");
  return { outputs: { entities: { as: "data", data: entities }, text: { as: "text", text } } };
});

export const summarization = recipe("summarization", async ({ call, ask }) => {
  const inputs = await textInput(call.inputs, "text");
  const shape = z.object({ summary_text: z.string() });
  const { summary_text: text } = await ask(
    (client, to, options) => client.summarization({ ...to, inputs }, options),
    shape,
  );
  return { outputs: { text: { as: "text", text } } };
});

/** The text, below the instruction where there is one. */
async function prompted({ call }: HuggingFaceCall): Promise<string> {
  const [instruction, text] = await Promise.all([
    optionalText(call.inputs, "instruction"),
    textInput(call.inputs, "text"),
  ]);
  return instruction === null ? text : `${instruction}\n\n${text}`;
}

export const textGeneration = recipe("text-generation", async (session): Promise<ExpertResult> => {
  const inputs = await prompted(session);
  const parameters = { max_new_tokens: MAX_NEW_TOKENS };
  const { generated_text: text } = await session.ask(
    (client, to, options) => client.textGeneration({ ...to, inputs, parameters }, options),
    z.object({ generated_text: z.string() }),
  );
  return { outputs: { text: { as: "text", text } } };
});

const Answer = z.object({ answer: z.string(), score: z.number(), start: z.int().min(0) });

export const questionAnswering = recipe("question-answering", async ({ call, ask }) => {
  const [question, context] = await Promise.all([
    textInput(call.inputs, "question"),
    textInput(call.inputs, "context"),
  ]);
  const { answer, score, start } = await ask(
    (client, to, options) => client.questionAnswering({ ...to, inputs: { question, context } }, options),
    Answer,
  );
  const sentence = sentenceAt(context, utf16Offsets(context)(start));
  return {
    outputs: { answer: { as: "text", text: answer }, evidence: { as: "data", data: { answer, score, sentence } } },
  };
});

/** The sentence around an offset in UTF-16 units; nothing behind the end of the text. */
function sentenceAt(text: string, offset: number): string {
  const segments = new Intl.Segmenter("en", { granularity: "sentence" }).segment(text);
  return segments.containing(offset)?.segment.trim() ?? "";
}

/**
 * Converts the offsets that models give, which count Unicode code points as Python does, into offsets of `text` in UTF-16
 * units: in "🙂ab", 1 → 2. Offsets behind the end are the end.
 */
export function utf16Offsets(text: string): (codePoints: number) => number {
  // Nearly every text is of one unit a code point, and needs no table.
  if (!/[\ud800-\udbff]/.test(text)) return (codePoints) => Math.min(codePoints, text.length);
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    offsets.push(offset);
    offset += character.length;
  }
  return (codePoints) => offsets[codePoints] ?? text.length;
}

/** Columns by their names, as the Hub's table tasks want them: every cell a text. */
async function columnsInput(inputs: Inputs): Promise<Record<string, string[]>> {
  const { columns, rows } = readTable(await textInput(inputs, "table"));
  return Object.fromEntries(columns.map((name, column) => [name, rows.map((row) => row[column] ?? "")]));
}

const TableAnswer = z.object({
  answer: z.string(),
  aggregator: z.string(),
  cells: z.array(z.string()),
  coordinates: z.array(z.array(z.number())),
});

/** The question goes under both its names: the Hub's schema has `question`, the pipeline behind it reads `query`. */
export const tableQuestionAnswering = recipe("table-question-answering", async ({ call, ask }) => {
  const [question, table] = await Promise.all([textInput(call.inputs, "question"), columnsInput(call.inputs)]);
  const evidence = await ask(
    (client, to, options) =>
      client.tableQuestionAnswering({ ...to, inputs: { question, query: question, table } }, options),
    TableAnswer,
  );
  return { outputs: { answer: { as: "text", text: evidence.answer }, evidence: { as: "data", data: evidence } } };
});

/** The answer is a label for each row, and no score. */
export const tabularClassification = recipe("tabular-classification", async ({ call, ask }) => {
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
