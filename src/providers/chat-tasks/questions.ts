import { sentences } from "../embedded/text/sentences.ts";
import { rejected } from "./answer-words.ts";
import type { ChatReading, ChatTask } from "./chat-task.ts";
import { textTask, visionTask } from "./compose.ts";
import { type FoldedSpan, foldText } from "./folded-text.ts";
import { NUMBER_SCHEMA, objectOf, STRING, STRING_OR_NULL } from "./json-answer.ts";
import { asData } from "./labels.ts";
import { readPicture } from "./picture.ts";
import { readSaid, type SaidAnswer } from "./said-answer.ts";
import { tableQuestionAnswering } from "./table-question-answering.ts";
import { readText } from "./text-input.ts";

const NO_ANSWER = "No answer was found in the text.";
const NO_ANSWER_SEEN = "The document does not seem to say.";

/** How far from an answer its sentence is looked for, to either side. */
const WINDOW_CHARS = 2_000;

const EVIDENCE_SCHEMA = objectOf({ answer: STRING_OR_NULL, score: NUMBER_SCHEMA, sentence: STRING });
const EVIDENCE_SHAPE =
  'Answer with one JSON object and nothing else: {"answer": "…", "score": 0.9, "sentence": "…"}. "sentence" is the sentence or line that says so, word for word; "score" says from 0 to 1 how sure you are. Where it does not say, "answer" is null and "sentence" empty.';

const questionAnswering = textTask(async (inputs, limits) => {
  const context = await readText(inputs, "context", limits);
  return {
    rules: `Answer "question" from "context" alone, as shortly as you can and in its words. ${EVIDENCE_SHAPE}`,
    material: { question: await readText(inputs, "question", limits), context },
    wishes: ["question"],
    schema: EVIDENCE_SCHEMA,
    read: (words) => heldAgainst(context, readSaid(words)),
  };
});

/** An answer with what of it really stands in the text. */
function heldAgainst(context: string, said: SaidAnswer): ChatReading {
  if (said.answer === null) return withEvidence(NO_ANSWER, said);
  const text = foldText(context, { ignoreCase: true });
  const quoted = text.find(said.sentence);
  const inQuoted = quoted && text.find(said.answer, quoted.start);
  const found = inQuoted && inQuoted.end <= quoted.end ? inQuoted : text.find(said.answer);
  const answer = found ? flat(context.slice(found.start, found.end)) : said.answer;
  if (quoted) return withEvidence(answer, { ...said, sentence: flat(context.slice(quoted.start, quoted.end)) });
  if (found) return withEvidence(answer, { ...said, sentence: sentenceAround(context, found) });
  return withEvidence(answer, { ...said, sentence: "" }, ["The answer does not stand in the text word for word."]);
}

/** From the sentence or line in which a span begins to that in which it ends. */
function sentenceAround(context: string, { start, end }: FoldedSpan): string {
  const from = Math.max(0, start - WINDOW_CHARS);
  const around = sentences(context.slice(from, end + WINDOW_CHARS)).filter(
    (sentence) => from + sentence.start < end && start < from + sentence.end,
  );
  const [first, last] = [around[0], around.at(-1)];
  return flat(first && last ? context.slice(from + first.start, from + last.end) : context.slice(start, end));
}

const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const withEvidence = (
  answer: string,
  { score, sentence }: Pick<SaidAnswer, "score" | "sentence">,
  notes: readonly string[] = [],
): ChatReading => ({
  outputs: {
    answer: { as: "text", text: answer },
    evidence: { as: "data", data: { answer, score, sentence } },
  },
  ...(notes.length === 0 ? {} : { notes }),
});

const documentQuestionAnswering = visionTask(async (inputs, limits) => {
  const picture = await readPicture(inputs, "document", limits);
  return {
    rules: `Answer "question" from the document in the picture alone, as shortly as you can and in its words. ${EVIDENCE_SHAPE}`,
    material: { question: await readText(inputs, "question", limits) },
    wishes: ["question"],
    picture: picture.url,
    schema: EVIDENCE_SCHEMA,
    read: (words) => {
      const said = readSaid(words);
      return withEvidence(said.answer ?? NO_ANSWER_SEEN, said);
    },
  };
});

const visualQuestionAnswering = visionTask(async (inputs, limits) => {
  const picture = await readPicture(inputs, "image", limits);
  return {
    rules:
      'Answer "question" by what the picture shows, in a few words and in the language of the question. Answer with one JSON object and nothing else: {"answer": "…", "score": 0.9}. "score" says from 0 to 1 how sure you are. Say so where the picture does not show it.',
    material: { question: await readText(inputs, "question", limits) },
    wishes: ["question"],
    picture: picture.url,
    schema: objectOf({ answer: STRING, score: NUMBER_SCHEMA }),
    read: (words) => {
      const { answer, score } = readSaid(words);
      if (answer === null) throw rejected("gave no answer");
      return { outputs: { answer: { as: "text", text: answer }, labels: asData([{ label: answer, score }]) } };
    },
  };
});

/** Task types whose answer is that to a question about what is given with it. */
export const QUESTION_TASKS: Readonly<Record<string, ChatTask>> = {
  "question-answering": questionAnswering,
  "document-question-answering": documentQuestionAnswering,
  "visual-question-answering": visualQuestionAnswering,
  "table-question-answering": tableQuestionAnswering,
};
