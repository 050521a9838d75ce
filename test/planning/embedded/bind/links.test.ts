import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeLinks } from "../../../../src/planning/embedded/bind/links.ts";
import { ReferentIndex } from "../../../../src/planning/embedded/bind/referents.ts";
import type { PlanSketch } from "../../../../src/planning/embedded/rank/sketch.ts";
import { divide } from "../../../../src/planning/embedded/read/clauses.ts";
import { ontology, requestOf } from "../case.ts";

const TEXT = "tell me who sent it and read a summary aloud";
const CLAUSES = divide(TEXT, []);
const INDEX = new ReferentIndex(requestOf({ text: TEXT }), { masked: TEXT, parts: [], cut: false });
const task = (type: string, word: string) => ({ type, at: TEXT.indexOf(word), words: [word] });

describe("closeLinks", () => {
  it("has a task take from the one of its own clause, each giver before its taker", () => {
    const tasks = [
      task("question-answering", "who"),
      task("text-to-speech", "aloud"),
      task("summarization", "summary"),
    ];
    const near = closeLinks({ tasks, links: [[0, 1]], confidence: 1 }, CLAUSES, ontology, INDEX);
    expect(near.tasks.map(({ type }) => type)).toEqual(["question-answering", "summarization", "text-to-speech"]);
    expect(near.links).toEqual([[1, 2]]);
  });

  it("makes a graph without cycles of any", () => {
    const types = ["summarization", "translation", "text2text-generation", "text-to-speech", "question-answering"];
    const any = fc
      .array(fc.tuple(fc.constantFrom(...types), fc.constantFrom("who", "read", "summary", "aloud")), {
        minLength: 2,
        maxLength: 7,
      })
      .chain((tasks) =>
        fc.record({
          tasks: fc.constant(tasks.map(([type, word]) => task(type, word))),
          links: fc.uniqueArray(
            fc
              .tuple(fc.nat(tasks.length - 1), fc.nat(tasks.length - 1))
              .filter(([from, to]) => from < to)
              .map(([from, to]): readonly [number, number] => [from, to]),
            { selector: String, maxLength: 8 },
          ),
          confidence: fc.constant(1),
        }),
      );
    fc.assert(
      fc.property(any, (sketch: PlanSketch) => {
        const near = closeLinks(sketch, CLAUSES, ontology, INDEX);
        expect(near.tasks.toSorted((a, b) => a.type.localeCompare(b.type) || a.at - b.at)).toEqual(
          sketch.tasks.toSorted((a, b) => a.type.localeCompare(b.type) || a.at - b.at),
        );
        for (const [from, to] of near.links) expect(from).toBeLessThan(to);
      }),
    );
  });
});
