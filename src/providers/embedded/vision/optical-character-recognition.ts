import type { EmbeddedExpert } from "../expert.ts";
import { oneInput } from "./one-input.ts";
import { readDocument } from "./read-document.ts";

/** Reads the English print in a picture or a PDF. What the picture shows besides print it cannot tell. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const { text, lines, notes } = await readDocument(oneInput(call.inputs, "image"), surroundings, call);
    return {
      outputs: {
        text: { as: "text", text },
        lines: { as: "data", data: lines.map(({ box, ...line }) => ({ ...line, box: { ...box } })) },
      },
      notes,
    };
  },
};
