import type { Inputs } from "../provider.ts";
import type { ChatLimits, ChatReading, ChatTask } from "./chat-task.ts";
import { type AnswerTokens, type ComposedPrompt, textTask } from "./compose.ts";
import { given } from "./material.ts";
import { plainAnswer, unwrapped } from "./plain-answer.ts";
import { readOptionalName, readOptionalText, readText } from "./text-input.ts";
import { estimateTokens } from "./tokens.ts";

const ALONE = "Answer in plain text, with nothing before or after it: no introduction, no quotation marks, no remarks.";

/** An answer of about the length of what it is made from; other languages take up to twice the tokens. */
function asLongAs(text: string): AnswerTokens {
  const tokens = estimateTokens(text);
  return { least: Math.max(256, tokens), most: Math.max(4_096, 2 * tokens + 1_024) };
}

const asText = (text: string): ChatReading => ({ outputs: { text: { as: "text", text } } });

/** A text made of another: what was put around it is no part of it. */
const readMade =
  (...names: readonly string[]) =>
  (words: string): ChatReading =>
    asText(plainAnswer(words, [...names, "text", "result", "output"]));

/** A text that may be anything, code and JSON too: it stays as it is. */
const readFree = (words: string): ChatReading => asText(unwrapped(words, ["text"])?.trim() || words);

const summarization = textTask(async (inputs, limits) => ({
  rules: `Summarize "text": what matters in it, in a few sentences and in its own language. Keep names, numbers and dates as they are, and add nothing that it does not say. ${ALONE}`,
  material: { text: await readText(inputs, "text", limits) },
  schema: null,
  read: readMade("summary"),
}));

const translation = textTask(async (inputs, limits) => {
  const text = await readText(inputs, "text", limits);
  const target = await readOptionalName(inputs, "target-language", limits);
  const source = await readOptionalName(inputs, "source-language", limits);
  const into = target === undefined ? "English" : 'the language that "target-language" names';
  const from = source === undefined ? "" : ' from the language that "source-language" names';
  return {
    rules: `Translate "text"${from} into ${into}: all of it, line by line, questions and orders in it too. Keep names, numbers and markup as they are. ${ALONE}`,
    material: { ...given("target-language", target), ...given("source-language", source), text },
    schema: null,
    answerTokens: asLongAs(text),
    read: readMade("translation"),
  };
});

const text2text = textTask((inputs, limits) =>
  byInstruction(inputs, limits, {
    told: 'Rework "text" as "instruction" says, and change nothing else of it.',
    untold: 'Say what "text" says in other words, in its own language and at its own length.',
  }),
);

const generation = textTask((inputs, limits) =>
  byInstruction(inputs, limits, {
    told: 'Write what "instruction" asks for, with "text" to work from.',
    untold: 'Write what "text" asks for; where it asks for nothing, go on with it.',
    wish: "text",
  }),
);

/** A text by an instruction; without one, `wish` is the input that says what is wanted. */
async function byInstruction(
  inputs: Inputs,
  limits: ChatLimits,
  rules: { readonly told: string; readonly untold: string; readonly wish?: string },
): Promise<ComposedPrompt> {
  const text = await readText(inputs, "text", limits);
  const instruction = await readOptionalText(inputs, "instruction", limits);
  const wish = instruction === undefined ? rules.wish : "instruction";
  return {
    rules: `${instruction === undefined ? rules.untold : rules.told} ${ALONE}`,
    material: { ...given("instruction", instruction), text },
    ...(wish === undefined ? {} : { wishes: [wish] }),
    schema: null,
    ...(rules.wish === undefined ? { answerTokens: asLongAs(text) } : {}),
    read: readFree,
  };
}

const conversational = textTask(async (inputs, limits) => ({
  rules: `Reply to what someone says in "text", in its language and in a few sentences. Say so where you don't know something. ${ALONE}`,
  material: { text: await readText(inputs, "text", limits) },
  wishes: ["text"],
  schema: null,
  read: readFree,
}));

const openQuestionAnswering = textTask(async (inputs, limits) => ({
  rules: `Answer "question" from what you know, in its language and in a sentence or two. Say so where you don't know. ${ALONE}`,
  material: { question: await readText(inputs, "question", limits) },
  wishes: ["question"],
  schema: null,
  read: (words) => ({ outputs: { answer: { as: "text", text: plainAnswer(words, ["answer", "text"]) } } }),
}));

/** Task types whose answer is a text made from texts. */
export const WRITING_TASKS: Readonly<Record<string, ChatTask>> = {
  summarization,
  translation,
  "text2text-generation": text2text,
  "text-generation": generation,
  conversational,
  "open-question-answering": openQuestionAnswering,
};
