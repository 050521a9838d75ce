import * as z from "zod";
import { Labels, labelled } from "../../answers/scores.ts";
import { languageName } from "../../languages.ts";
import type { ExpertResult } from "../../provider.ts";
import { labelsInput, optionalText, textInput } from "../inputs.ts";
import { type HuggingFaceCall, way } from "../session.ts";

/** Long enough for a page; more is seldom meant, and always paid for. */
const MAX_NEW_TOKENS = 1_024;

export const textClassification = way("text-classification", async ({ call, ask }) => {
  const inputs = await textInput(call.inputs, "text");
  return {
    outputs: labelled(
      await ask((client, to, options) => client.textClassification({ ...to, inputs }, options), Labels),
    ),
  };
});

/** By a text classifier whose labels are languages. */
export const languageIdentification = way("text-classification", async ({ call, ask }) => {
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

export const zeroShotClassification = way("zero-shot-classification", async ({ call, ask }) => {
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

export const tokenClassification = way("token-classification", async ({ call, ask }) => {
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

export const summarization = way("summarization", async ({ call, ask }) => {
  const inputs = await textInput(call.inputs, "text");
  const shape = z.object({ summary_text: z.string() });
  const { summary_text: text } = await ask(
    (client, to, options) => client.summarization({ ...to, inputs }, options),
    shape,
  );
  return { outputs: { text: { as: "text", text } } };
});

/** Below what is to be done with it, where that is said. */
async function prompted({ call }: HuggingFaceCall): Promise<string> {
  const [instruction, text] = await Promise.all([
    optionalText(call.inputs, "instruction"),
    textInput(call.inputs, "text"),
  ]);
  return instruction === null ? text : `${instruction}\n\n${text}`;
}

export const textGeneration = way("text-generation", async (session): Promise<ExpertResult> => {
  const inputs = await prompted(session);
  const parameters = { max_new_tokens: MAX_NEW_TOKENS };
  const { generated_text: text } = await session.ask(
    (client, to, options) => client.textGeneration({ ...to, inputs, parameters }, options),
    z.object({ generated_text: z.string() }),
  );
  return { outputs: { text: { as: "text", text } } };
});

const Answer = z.object({ answer: z.string(), score: z.number(), start: z.int().min(0) });

export const questionAnswering = way("question-answering", async ({ call, ask }) => {
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
 * Where the offsets that models give are in a text of ours: they count Unicode code points, as Python does, where ours
 * count UTF-16 units. Offsets behind the end are the end.
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
