import { describe, expect, it } from "vitest";
import { planJob } from "../../../evaluation/labelled/plan-job.ts";
import { readRequest } from "../../../src/planning/embedded/read/index.ts";
import { parseWishes, wishTagsOf } from "../../../training/marked-wishes.ts";
import { ontology } from "../../../training/request-row.ts";

describe("a request with its wishes marked", () => {
  it("is read without its marks", () => {
    expect(parseWishes("Please {sum it up} and tell me [who signed] <if anybody did>.")).toEqual({
      request: "Please sum it up and tell me who signed if anybody did.",
      wishes: [
        { start: 7, end: 16, as: "order" },
        { start: 29, end: 39, as: "question" },
        { start: 40, end: 54, as: "condition" },
      ],
    });
  });

  it.each(["{sum it up", "sum it up}", "{sum [it] up}", "{sum it up]"])("is none: %s", (marked) => {
    expect(() => parseWishes(marked)).toThrow(RangeError);
  });

  it("tells of each word what it is, and nothing of what is quoted", () => {
    const marked = parseWishes('Hi. {Read "good morning" aloud}, then [the date] [the total]');
    const { attached, log } = planJob({ request: marked.request, files: [] });
    const { view, reading } = readRequest({ text: marked.request, attached, log, ontology });
    const tags = wishTagsOf(view.tokens, reading, marked);
    expect(view.tokens.map(({ said }, at) => [said, tags[at]])).toEqual([
      ["Hi", "none"],
      ["Read", "order-begins"],
      ["@quote", "order"],
      ["good", null],
      ["morning", null],
      ["aloud", "order"],
      ["then", "none"],
      ["the", "question-begins"],
      ["date", "question"],
      ["the", "question-begins"],
      ["total", "question"],
    ]);
  });
});
