import type { EmbeddedExpert } from "../expert.ts";
import { answerOutputs, answerQuestion } from "./answer-question.ts";
import { readQuestionText, readText } from "./input.ts";

export const expert: EmbeddedExpert = {
  async run({ inputs }, { vectors, sentences, work }) {
    const question = await readQuestionText(inputs);
    const context = await readText(inputs, "context");
    work.admit("characters", context.length, "The text");
    const by = { vectors: await vectors(), sentences: await sentences(), work };
    return { outputs: answerOutputs(await answerQuestion(question, context, by)) };
  },
};
