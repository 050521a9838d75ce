import { describe, expect, it } from "vitest";
import { openInputs } from "../../../../src/execution/input-values.ts";
import type { InputValue } from "../../../../src/providers/provider.ts";
import { detectMediaType, kindOf } from "../../../../src/resources/media-type.ts";
import { resourceOf } from "../../../execution/values.ts";
import { fixture } from "../../../resources/documents/fixtures.ts";
import { callExpertWith, dataOf, textOf } from "./call-expert.ts";

/** A file of the fixtures as the executor hands it over. */
async function uploaded(name: string): Promise<InputValue> {
  const content = new Uint8Array(await fixture(name));
  const mediaType = await detectMediaType(content, true, { name, declaredType: null });
  const resource = resourceOf(content, { name, mediaType, kind: kindOf(mediaType), bytes: content.length });
  const open = async () => new Blob([content]).stream();
  const [value] = openInputs({ port: [{ as: "resource", kind: resource.kind, resource }] }, open).port ?? [];
  if (!value) throw new Error("There is no input");
  return value;
}

describe("an office document", () => {
  it("is read line by line, with no boxes", async () => {
    const result = await callExpertWith("optical-character-recognition", { image: await uploaded("offer.docx") });
    expect(textOf(result, "text").split("\n")).toEqual(expect.arrayContaining(["Paint, white\t12\tEUR 340.00"]));
    expect(dataOf(result, "lines")).toEqual(expect.arrayContaining([{ text: "Dear Ms Okafor," }]));
    expect(result.notes).toEqual(["The text is the Word document's own."]);
  });

  it.each([
    ["visit.eml", "When do they arrive?", /10:40/],
    ["notice.html", "From when to when is the water off?", /from 8 to 12/],
  ])("%s answers questions", async (name, question, answer) => {
    const inputs = { document: await uploaded(name), question };
    expect(textOf(await callExpertWith("document-question-answering", inputs), "answer")).toMatch(answer);
  });
});
