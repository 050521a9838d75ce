import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TitledTask, type TitleSource, titlesOf } from "../../src/domain/task-titles.ts";
import { BUILT_IN_TASK_TYPES } from "../../src/domain/task-types/index.ts";

const file = (name: string): TitleSource => ({ from: "file", name });
const literal = (value: string | readonly string[]): TitleSource => ({ from: "literal", value: value as string });
const from = (task: number): TitleSource => ({ from: "task", task, output: null });

const titles = (
  tasks: readonly Omit<TitledTask, "id">[],
  describe: (type: string) => string | undefined = () => "",
) => [
  ...titlesOf(
    tasks.map((task, id) => ({ ...task, id })),
    describe,
  ).values(),
];

describe("the title of a task", () => {
  it("says what it does with what, through the whole plan", () => {
    expect(
      titles([
        { type: "optical-character-recognition", args: { image: [file("invoice.png")] } },
        { type: "question-answering", args: { question: [literal("Who sent it?")], context: [from(0)] } },
        { type: "summarization", args: { text: [from(0)] } },
        { type: "translation", args: { text: [from(2)], "target-language": [literal("fr")] } },
        { type: "text-to-speech", args: { text: [from(3)] } },
      ]),
    ).toEqual([
      "Read the text in invoice.png",
      "Answer “Who sent it?” from the printed text",
      "Summarize the printed text",
      "Translate the summary into French",
      "Read the translation aloud",
    ]);
  });

  it("tells results of one name apart by the file that they go back to, and else by their number", () => {
    expect(
      titles([
        { type: "optical-character-recognition", args: { image: [file("a.png")] } },
        { type: "optical-character-recognition", args: { image: [file("b.png")] } },
        { type: "sentence-similarity", args: { sentence: [from(0)], sentences: [from(1)] } },
        { type: "open-question-answering", args: { question: [literal("Why?")] } },
        { type: "open-question-answering", args: { question: [literal("How?")] } },
        { type: "text-to-speech", args: { text: [from(4)] } },
      ]).filter((_, place) => place === 2 || place === 5),
    ).toEqual(["Compare the printed text of a.png with the printed text of b.png", "Read the answer of task 5 aloud"]);
  });

  it.each<[string, Omit<TitledTask, "id">, string]>([
    [
      "leaves away what is not given",
      { type: "image-to-image", args: { image: [file("p.jpg")] } },
      "Make a new image from p.jpg",
    ],
    [
      "takes in what is",
      { type: "image-to-image", args: { image: [file("p.jpg")], text: [literal("blur {it} [now]")] } },
      "Make a new image from p.jpg as asked: “blur {it} [now]”",
    ],
    ["names a port that is still empty", { type: "text-to-speech", args: {} }, "Read something aloud"],
    [
      "lists labels",
      { type: "zero-shot-classification", args: { text: [literal("x")], labels: [literal(["a", "b", "c"])] } },
      "Choose among “a”, “b” and “c” for “x”",
    ],
    [
      "counts many values",
      { type: "code-execution", args: { inputs: ["a", "b", "c", "d", "e", "f"].map((name) => file(name)) } },
      "Run something on a, b, c, d and 2 more and give what it prints",
    ],
    [
      "keeps to a language that it does not know",
      {
        type: "translation",
        args: { text: [literal("x")], "target-language": [literal("the other one, please!")] },
      },
      "Translate “x” into the other one, please!",
    ],
    [
      "cuts a long text",
      { type: "summarization", args: { text: [literal("word ".repeat(100))] } },
      `Summarize “${"word ".repeat(16).trim()}…”`,
    ],
    ["takes the description of a type of the deployment's own", { type: "mine", args: {} }, "Mine it"],
  ])("%s", (_, task, title) => {
    expect(titles([task], (type) => (type === "mine" ? "Mine it" : undefined))).toEqual([title]);
  });

  it("tells a result by the nearest file that it goes back to, of several the first", () => {
    const reading = (name: string) => ({ type: "optical-character-recognition", args: { image: [file(name)] } });
    const title = titles([
      reading("far.png"),
      { type: "summarization", args: { text: [from(0)] } },
      reading("near.png"),
      reading("next.png"),
      { type: "code-execution", args: { inputs: [from(1), from(2), from(3)] } },
      { type: "code-execution", args: { inputs: [literal("x")] } },
      { type: "summarization", args: { text: [from(4)] } },
    ]).at(-1);
    expect(title).toMatch(/ of near\.png$/);
  });

  it.each([literal("x"), file("a.png")])(
    "looks at each task a few times in a long chain that begins with %j",
    (first) => {
      const count = 256;
      let looks = 0;
      const plan = Array.from({ length: count }, (_, id): TitledTask => {
        const args = { text: [id === 0 ? first : from(id - 1)] };
        return {
          id,
          type: "summarization",
          get args() {
            looks++;
            return args;
          },
        };
      });
      expect(titlesOf(plan, () => undefined).get(count - 1)).toBe("Summarize the summary of task 255");
      expect(looks).toBeLessThanOrEqual(4 * count);
    },
  );

  it("ends for a plan that goes in a circle, and stays short", () => {
    const types = BUILT_IN_TASK_TYPES.map(({ name }) => name);
    const source = fc.oneof(
      fc.string({ maxLength: 300 }).map(literal),
      fc.string({ maxLength: 300 }).map(file),
      fc.nat(4).map(from),
    );
    const task = fc.record({
      type: fc.constantFrom(...types),
      args: fc.dictionary(fc.constantFrom("text", "image", "question"), fc.array(source, { maxLength: 4 })),
    });
    void fc.assert(
      fc.property(fc.array(task, { maxLength: 5 }), (tasks) => {
        for (const title of titles(tasks)) expect(title.length).toBeLessThan(1_500);
      }),
    );
  });
});
