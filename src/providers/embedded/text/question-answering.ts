import type { EmbeddedExpert } from "../expert.ts";
import { answerOutputs, answerQuestion } from "./answer-question.ts";
import { readQuestionText, readText } from "./input.ts";

export const expert: EmbeddedExpert = {
  async run({ inputs }, { reader, work }) {
    const question = await readQuestionText(inputs);
    const context = await readText(inputs, "context");
    work.admit("characters", context.length, "The text");
    return { outputs: answerOutputs(await answerQuestion(question, context, { reader: await reader(), work })) };
  },
};
