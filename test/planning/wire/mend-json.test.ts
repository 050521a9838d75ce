import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mendJson } from "../../../src/planning/wire/mend-json.ts";

const OCR = [{ task: "ocr", id: 0, args: { image: "a.jpg" } }];
const WRITTEN = JSON.stringify(OCR);

const WHOLE: Readonly<Record<string, string>> = {
  "by itself": WRITTEN,
  "among spaces": `\n\t ${WRITTEN}  \n`,
  "after an introduction": `Sure, here is the plan: ${WRITTEN}`,
  "before more words": `${WRITTEN}\nHope it helps!`,
  "between code fences": `Sure!\n\`\`\`json\n${WRITTEN}\n\`\`\`\nDone.`,
  "between code fences of no language": `\`\`\`\n${WRITTEN}\n\`\`\``,
  "behind a code fence that is never closed": `\`\`\`json\n${WRITTEN}`,
  "behind words with brackets": `The plan [of one task] is:\n${WRITTEN}`,
  "before words with brackets": `${WRITTEN}\nSee [1] and {2}.`,
};

const BROKEN: Readonly<Record<string, string>> = {
  "single quotes": "[{'task': 'ocr', 'id': 0, 'args': {'image': 'a.jpg'}}]",
  "keys without quotes": '[{task: "ocr", id: 0, args: {image: "a.jpg"}}]',
  "commas at the end": '[{"task": "ocr", "id": 0, "args": {"image": "a.jpg",},},]',
  "a comma left out": '[{"task": "ocr" "id": 0, "args": {"image": "a.jpg"}}]',
  comments: '[{"task": "ocr", /* first */ "id": 0, "args": {"image": "a.jpg"}}] // done',
  "an end that never came": '[{"task": "ocr", "id": 0, "args": {"image": "a.jpg"',
  "single quotes between code fences": "```json\n[{'task': 'ocr', 'id': 0, 'args': {'image': 'a.jpg'}}]\n```\nDone.",
};

const NOTHING: readonly string[] = ["", "   ", "I cannot do that.", "```json\n```", "42", "null", "true", '"a text"'];

describe("mendJson", () => {
  it.each(Object.entries(WHOLE))("finds JSON %s, with nothing to mend", (_, text) => {
    expect(mendJson(text)).toEqual({ json: OCR, isMended: false });
  });

  it.each(Object.entries(BROKEN))("mends %s, and says so", (_, text) => {
    expect(mendJson(text)).toEqual({ json: OCR, isMended: true });
  });

  it.each(NOTHING)("finds none in %j", (text) => {
    expect(mendJson(text)).toBeNull();
  });

  it("reads every list and object that JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const written = JSON.stringify(value);
        if (written.includes("```")) return;
        expect(mendJson(written)).toEqual({ json: JSON.parse(written), isMended: false });
      }),
    );
  });

  it("reads through any number of empty lines, in time linear in them", () => {
    const fenced = `\`\`\`json${"\n".repeat(400_000)}[{"task": "ocr"}]`;
    expect(mendJson(fenced)).toEqual({ json: [{ task: "ocr" }], isMended: false });
  });

  it("keeps code fences that stand inside a text of the plan", () => {
    const json = [{ task: "code-execution", args: { code: "```js\nprint([1])\n```" } }];
    expect(mendJson(JSON.stringify(json))).toEqual({ json, isMended: false });
  });

  it("never throws, whatever the text", () => {
    const noise = fc.array(fc.constantFrom("[", "]", "{", "}", '"', "'", ":", ",", "\\", "```", "a", "1", "\n", " "), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          noise.map((parts) => parts.join("")),
        ),
        (text) => {
          const mended = mendJson(text);
          if (mended) expect(typeof mended.json).toBe("object");
        },
      ),
      { numRuns: 300 },
    );
  });

  it("does not look into a text longer than any plan", () => {
    expect(mendJson(`${" ".repeat(1_000_000)}${WRITTEN}`)).toBeNull();
  });
});
