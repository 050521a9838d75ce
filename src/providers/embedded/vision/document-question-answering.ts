import { oneInput } from "../../inputs.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { answerQuestion } from "../text/answer-question.ts";
import { readDocument } from "./read-document.ts";

const MAX_QUESTION_BYTES = 4096;
const NO_ANSWER = "The document does not seem to say.";

/** Reads a picture or a PDF and answers from its words, without understanding: a search, not a model. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const question = (await oneInput(call.inputs, "question").text(MAX_QUESTION_BYTES)).trim();
    const { text, notes } = await readDocument(oneInput(call.inputs, "document"), surroundings, call);
    const found = answerQuestion(question, text, await surroundings.vectors());
    return {
      outputs: {
        answer: { as: "text", text: found?.answer ?? NO_ANSWER },
        evidence: {
          as: "data",
          data:
            found === null
              ? { answer: null, score: 0, sentence: null }
              : { answer: found.answer, score: found.score, sentence: found.sentence },
        },
      },
      notes,
    };
  },
};
