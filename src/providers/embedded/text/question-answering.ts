import type { EmbeddedExpert } from "../expert.ts";
import { answerQuestion } from "./answer-question.ts";
import { readQuestionText, readText } from "./input.ts";

export const NO_ANSWER = "No answer was found in the text.";

export const expert: EmbeddedExpert = {
  async run({ inputs }, { vectors }) {
    const question = await readQuestionText(inputs);
    const context = await readText(inputs, "context");
    const { answer, score, sentence } = answerQuestion(question, context, await vectors()) ?? {
      answer: NO_ANSWER,
      score: 0,
      sentence: "",
    };
    return {
      outputs: {
        answer: { as: "text", text: answer },
        evidence: { as: "data", data: { answer, score, sentence } },
      },
    };
  },
};
