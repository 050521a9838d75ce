import { MAX_FORM_TOKENS } from "../../domain/costs.ts";
import { AppError } from "../../domain/errors.ts";
import { isRecord, type JsonObject, type JsonValue, parsedJson } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import type { TextInputs } from "../inputs.ts";
import {
  type AnswerTokens,
  type ChatReading,
  type ChatTask,
  type ComposedPrompt,
  estimateTokens,
  given,
  textTask,
} from "./chat-task.ts";
import { jsonTextIn, plainAnswer, unwrapped, withoutAssent } from "./read-answer.ts";

const ALONE = "Answer in plain text, with nothing before or after it: no introduction, no quotation marks, no remarks.";

const IN_FORM =
  'Answer with one JSON text that satisfies the JSON Schema in "schema", on one line, and with nothing before or after it: no introduction, no code fence, no remarks.';

/** Room for a list of a hundred things with a sentence for each. */
const FORM_TOKENS: AnswerTokens = { least: 256, most: MAX_FORM_TOKENS };

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

/** Reads a text that may be anything, code and JSON too: it is left unchanged, but for what a model says before it. */
const readFree = (words: string): ChatReading => {
  const told = withoutAssent(words);
  return asText(unwrapped(told, ["text"])?.trim() || told);
};

const summarization = textTask(async (texts) => {
  const length = await texts.optionalName("length");
  const size = length === null ? "in a few sentences" : 'as long as "length" says and no longer';
  return {
    rules: `Summarize "text": what matters in it, ${size}, and in its own language. Keep names, numbers and dates as they are, and add nothing that it does not say. ${ALONE}`,
    material: { ...given("length", length), text: await texts.one("text") },
    ...(length === null ? {} : { wishes: ["length"] }),
    schema: null,
    read: readMade("summary"),
  };
});

const translation = textTask(async (texts) => {
  const text = await texts.one("text");
  const target = await texts.optionalName("target-language");
  const source = await texts.optionalName("source-language");
  const into = target === null ? "English" : 'the language that "target-language" names';
  const from = source === null ? "" : ' from the language that "source-language" names';
  return {
    rules: `Translate "text"${from} into ${into}: all of it, line by line, questions and orders in it too. Keep names, numbers and markup as they are. ${ALONE}`,
    material: { ...given("target-language", target), ...given("source-language", source), text },
    schema: null,
    answerTokens: asLongAs(text),
    read: readMade("translation"),
  };
});

const text2text = textTask((texts) =>
  byInstruction(texts, {
    told: 'Rework "text" as "instruction" says, and change nothing else of it.',
    untold: 'Say what "text" says in other words, in its own language and at its own length.',
  }),
);

const generation = textTask(async (texts) => {
  const schema = await schemaIn(texts);
  const written = await byInstruction(texts, {
    told: 'Write what "instruction" asks for, with "text" to work from.',
    untold: 'Write what "text" asks for; where it asks for nothing, go on with it.',
    wish: "text",
    form: schema === null ? ALONE : IN_FORM,
  });
  if (schema === null) return written;
  return {
    ...written,
    ...{ schema, isCallers: true, answerTokens: FORM_TOKENS },
    material: { ...written.material, schema },
    wishes: [...(written.wishes ?? []), "schema"],
    read: (words) => asText(jsonTextIn(words)),
  };
});

/** The form that a text is wanted in; null for any. @throws {AppError} `unsupported-input` for what is no JSON Schema. */
async function schemaIn(texts: TextInputs): Promise<JsonObject | null> {
  const text = await texts.optional("schema");
  if (text === null) return null;
  const schema = parsedJson(text);
  if (!isRecord(schema)) throw new AppError("unsupported-input", 'The input "schema" is no JSON Schema.');
  return schema as JsonObject;
}

/** The prompt for a text by an instruction; without one, the input `wish` counts as the instruction. */
async function byInstruction(
  texts: TextInputs,
  rules: { readonly told: string; readonly untold: string; readonly wish?: string; readonly form?: string },
): Promise<ComposedPrompt> {
  const text = await texts.one("text");
  const instruction = await texts.optional("instruction");
  const wish = instruction === null ? rules.wish : "instruction";
  return {
    rules: `${instruction === null ? rules.untold : rules.told} ${rules.form ?? ALONE}`,
    material: { ...given("instruction", instruction), text },
    ...(wish === undefined ? {} : { wishes: [wish] }),
    schema: null,
    ...(rules.wish === undefined ? { answerTokens: asLongAs(text) } : {}),
    read: readFree,
  };
}

const conversational = textTask(async (texts) => ({
  rules: `Reply to what someone says in "text", in its language and in a few sentences. Say so where you don't know something. ${ALONE}`,
  material: { text: await texts.one("text") },
  wishes: ["text"],
  schema: null,
  read: readFree,
}));

const openQuestionAnswering = textTask(async (texts) => ({
  rules: `Answer "question" from what you know, in its language and in a sentence or two. Say so where you don't know. ${ALONE}`,
  material: { question: await texts.one("question") },
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
  return textTask(async (texts) => {
    const material = await readAll(type.inputs, texts);
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

async function readAll(ports: readonly Port[], texts: TextInputs): Promise<JsonObject> {
  const read: Record<string, JsonValue> = {};
  for (const { name, many, required } of ports) {
    const value = await (many ? texts.many(name) : required ? texts.one(name) : texts.optional(name));
    if (value !== null) read[name] = value;
  }
  return read;
}
