import { AppError } from "../../domain/errors.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import type { Inputs } from "../provider.ts";
import {
  type AnswerTokens,
  type ChatLimits,
  type ChatReading,
  type ChatTask,
  type ComposedPrompt,
  estimateTokens,
  given,
  textTask,
} from "./chat-task.ts";
import { readOptionalName, readOptionalText, readText, readTexts } from "./inputs.ts";
import { plainAnswer, unwrapped } from "./read-answer.ts";

const ALONE = "Answer in plain text, with nothing before or after it: no introduction, no quotation marks, no remarks.";

/** Room for an answer about as long as the text; other languages take up to twice the tokens. */
function asLongAs(text: string): AnswerTokens {
  const tokens = estimateTokens(text);
  return { least: Math.max(256, tokens), most: Math.max(4_096, 2 * tokens + 1_024) };
}

const asText = (text: string): ChatReading => ({ outputs: { text: { as: "text", text } } });

/** Reads a text made from another, without what models put around it. */
const readMade =
  (...names: readonly string[]) =>
  (words: string): ChatReading =>
    asText(plainAnswer(words, [...names, "text", "result", "output"]));

/** Reads a text that may be anything, code and JSON too: it is left unchanged. */
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

/** The prompt for a text by an instruction; without one, the input `wish` counts as the instruction. */
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

/** Ports that hold the user's instructions, in any task type. */
const WISHES: ReadonlySet<string> = new Set(["instruction", "question", "prompt"]);

/** A task type of a deployment's own that makes one text of texts, data or tables; null for any other. */
export function ownTask(type: TaskType): ChatTask | null {
  const [output, ...others] = type.outputs;
  const isWritten = output !== undefined && others.length === 0 && isOf(output, ["text"]);
  if (!isWritten || !type.inputs.every((port) => isOf(port, ["text", "data", "table"]))) return null;
  return textTask(async (inputs, limits) => {
    const material = await readAll(type.inputs, inputs, limits);
    return {
      rules: `Do the following with the material: ${type.description.replaceAll(/\s+/g, " ").trim() || type.name}. Answer with the result alone, in plain text.`,
      material,
      wishes: Object.keys(material).filter((name) => WISHES.has(name)),
      schema: null,
      read: (words) => ({
        outputs: { [output.name]: { as: "text", text: plainAnswer(words, [output.name, "text"]) } },
      }),
    };
  });
}

const isOf = ({ kinds }: Port, wanted: readonly string[]): boolean =>
  kinds.length > 0 && kinds.every((kind) => wanted.includes(baseKind(kind)));

async function readAll(ports: readonly Port[], inputs: Inputs, limits: ChatLimits): Promise<JsonObject> {
  const read: Record<string, JsonValue> = {};
  for (const { name, many, required } of ports) {
    if (inputs[name] === undefined && !required) continue;
    const value = many ? await readTexts(inputs, name, limits) : await readOptionalText(inputs, name, limits);
    if (value !== undefined) read[name] = value;
    else if (required) throw new AppError("unsupported-input", `The input "${name}" is missing or empty.`);
  }
  return read;
}
