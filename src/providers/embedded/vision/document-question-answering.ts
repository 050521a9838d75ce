import { oneInput } from "../../inputs.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { answerOutputs, answerQuestion } from "../text/answer-question.ts";
import { readDocument } from "./read-document.ts";

const MAX_QUESTION_BYTES = 4096;

/** Reads a picture or a PDF and answers from its words: a search, without sight of figures. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const question = (await oneInput(call.inputs, "question").text(MAX_QUESTION_BYTES)).trim();
    const { text, notes } = await readDocument(oneInput(call.inputs, "document"), surroundings, call);
    const { reader, work } = surroundings;
    const found = await answerQuestion(question, text, { reader: await reader(), work });
    return { outputs: answerOutputs(found), notes };
  },
};
