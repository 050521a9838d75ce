import { describe, expect, it } from "vitest";
import { embeddedController } from "../../../src/planning/embedded/standalone.ts";
import { outcomeOf, requestOf } from "./case.ts";

const planned = async (text: string, files: readonly string[]): Promise<readonly string[]> =>
  outcomeOf(await embeddedController.plan(requestOf({ text, files, plan: [] })));

describe("two requests in one sentence, each for a file of its own", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "read the text in invoice.png and summarize it, and blur photo.jpg",
      ["invoice.png", "photo.jpg"],
      ["image-editing(image=photo.jpg, text='blur')", "summarization(ocr(invoice.png))"],
    ],
    [
      "Blur photo.jpg, and read the text in invoice.png and translate it to French",
      ["invoice.png", "photo.jpg"],
      ["image-editing(image=photo.jpg, text='blur')", "translation(text=ocr(invoice.png), target-language='French')"],
    ],
    [
      "Get the text from a.png and turn b.jpg upside down",
      ["a.png", "b.jpg"],
      ["image-editing(image=b.jpg, text='turn upside down')", "ocr(a.png)"],
    ],
  ])("are both heard: %s", async (text, files, plan) => {
    expect(await planned(text, files)).toEqual(plan);
  });

  it("are told from one request for both files", async () => {
    const files = ["a.png", "b.png"];
    expect(await planned("Read the text in a.png and b.png and summarize it", files)).toEqual([
      "summarization(ocr(a.png))",
      "summarization(ocr(b.png))",
    ]);
  });
});
