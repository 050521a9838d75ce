import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import { plainAnswer } from "../../../src/planning/embedded/plain-answer.ts";
import type { AnswerRequest, Controller } from "../../../src/planning/index.ts";
import { ANSWER_DEMONSTRATIONS } from "../../../src/planning/language/answer-demonstrations.ts";
import { answerPrompt } from "../../../src/planning/language/answer-prompt.ts";
import { tokensOf } from "../../../src/planning/language/tokens.ts";
import { writeAnswer } from "../../../src/response/answer.ts";
import { cleanWords } from "../../../src/response/spoken/clean-words.ts";
import {
  attachedFile,
  type Done,
  failedWith,
  file,
  from,
  gave,
  ontology,
  runOf,
  skippedAt,
  stored,
  text,
  words,
} from "../runs.ts";
import { actingIn } from "./acting.ts";

const DOWN = new AppError("provider-unavailable", "It is down");

/** A controller that answers with these words, and then fails with what is no word. */
function speaking(...said: readonly (string | Error)[]) {
  const asked: AnswerRequest[] = [];
  const controller: Controller = {
    name: "openai",
    plan: () => Promise.reject(new Error("It only answers")),
    answer: (request) => {
      asked.push(request);
      const all = async function* () {
        for (const one of said) {
          if (one instanceof Error) throw one;
          yield one;
        }
      };
      return { by: "openai", words: all() };
    },
  };
  return { controller, asked };
}

async function answerOf(state: Parameters<typeof writeAnswer>[0], controller: Controller): Promise<string> {
  let answer = "";
  for await (const piece of writeAnswer(state, ontology, { controller })) answer += piece;
  return answer;
}

const summary: Done = {
  type: "summarization",
  args: { text: file("notes.txt") },
  work: gave({ text: text("Pay 5 euros.") }),
};
const speech: Done = {
  type: "text-to-speech",
  args: { text: from(0) },
  work: gave({ audio: stored(attachedFile("speech_1.wav")) }),
};
const failing: Done = {
  type: "image-to-text",
  work: failedWith({ code: "no-model", message: "No model fits", retryable: false }),
};
const RUN = runOf([summary, speech, failing], { request: "Sum up, and say it", attached: [attachedFile("notes.txt")] });
const ACCOUNT = `**Read aloud:** [speech\\_1.wav](/v1/resources/res_speech_1.wav)

This part could not be done:

- **image-to-text** (task 2) failed: No model fits

How it was done:

- summarization: m (embedded)
- text-to-speech: m (embedded)
`;

describe("an answer in a language model's words", () => {
  it("begins with them, and goes on with files, failures and who did what", async () => {
    const { controller, asked } = speaking("You have to pay 5 euros. ", "Hear ", "{file-2}.");
    expect(await answerOf(RUN, controller)).toBe(
      `You have to pay 5 euros. Hear [speech\\_1.wav](/v1/resources/res_speech_1.wav).\n\n${ACCOUNT}- the words of the answer: the language model (openai)\n`,
    );
    expect(asked).toMatchObject([
      {
        text: "Sum up, and say it",
        planner: "embedded",
        tasks: [
          {
            type: "summarization",
            ended: "succeeded",
            model: "m",
            inputs: { text: { file: "{file-1}", name: "notes.txt" } },
            outputs: { text: "Pay 5 euros." },
            isShownBelow: false,
          },
          {
            inputs: { text: "the text of task 0" },
            outputs: { audio: { file: "{file-2}", name: "speech_1.wav", kind: "audio" } },
            isShownBelow: true,
          },
          { ended: "failed", outputs: {}, why: "No model fits" },
        ],
      },
    ]);
  });

  it.each<[string, readonly (string | Error)[], string]>([
    ["fails before the first word", [DOWN], "It is down"],
    ["says nothing", [" ", "\n"], "it said nothing"],
    ["says nothing that can be shown", ["![x](https://evil.example)", " {file-9}"], "it said nothing"],
  ])("is written without one that %s", async (_, said, why) => {
    expect(await answerOf(RUN, speaking(...said).controller)).toBe(
      `**Summary (notes.txt):** Pay 5 euros.\n\n${ACCOUNT}- the language model (openai) could not be used for the answer (${why})\n`,
    );
  });

  it("ends where the model broke off, and has all results then", async () => {
    const begun = "You have to pay, and this goes on for a while so that a line of it is out before the end. ".repeat(
      3,
    );
    const answer = await answerOf(RUN, speaking(begun, "Not whole", DOWN).controller);
    expect(answer).toMatch(/^You have to pay.* …\n\n\*\*Summary \(notes\.txt\):\*\* Pay 5 euros\.\n\n/s);
    expect(
      answer.endsWith(
        `${ACCOUNT}- the words of the answer: the language model (openai), which broke off there (It is down); all results follow them\n`,
      ),
    ).toBe(true);
  });

  it("passes on what is a fault of ours", async () => {
    await expect(answerOf(RUN, speaking(new TypeError("ours")).controller)).rejects.toThrow("ours");
  });

  it("is not asked for where nothing was done, or by a controller that has none", async () => {
    const { controller, asked } = speaking("All is well.");
    const failed = runOf([failing, { ...summary, work: skippedAt(3) }]);
    expect(await answerOf(failed, controller)).toMatch(/^This could not be done:/);
    expect(asked).toEqual([]);
    const silent: Controller = { ...controller, answer: () => null };
    expect(await answerOf(RUN, silent)).toBe(`**Summary (notes.txt):** Pay 5 euros.\n\n${ACCOUNT}`);
  });

  it("leaves long results and texts that were asked for to us", async () => {
    const long: Done = {
      type: "translation",
      args: { text: words("x") },
      work: gave({ text: text("lang ".repeat(400)) }),
    };
    const { controller, asked } = speaking("It is translated.");
    const answer = await answerOf(runOf([summary, long]), controller);
    expect(answer).toContain(`**Translation:** ${"lang ".repeat(400).trim()}`);
    expect(answer).not.toContain("**Summary");
    expect(asked[0]?.tasks.map(({ isShownBelow }) => isShownBelow)).toEqual([false, true]);
  });

  it("is material for a later request by its words and results", async () => {
    const answer = await answerOf(runOf([summary]), speaking("You have to pay **5 euros**.").controller);
    expect(plainAnswer(answer)).toContain("You have to pay");
    expect(plainAnswer(answer)).not.toContain("language model");
  });

  it("stays within bounds", async () => {
    const { controller } = speaking("word ".repeat(20_000));
    const long: Done = { type: "automatic-speech-recognition", work: gave({ text: text("x".repeat(8_000)) }) };
    const answer = await answerOf(runOf(Array.from({ length: 256 }, () => long)), controller);
    expect(answer.length).toBeLessThanOrEqual(75_000);
  });
});

describe("the prompt for an answer", () => {
  const TOLD: AnswerRequest = { text: "Hi", planner: null, tasks: [], leftOut: [] };

  it("fits the model's context, however much was found", () => {
    const tasks = Array.from({ length: 256 }, (_, task) => ({
      task,
      type: "summarization",
      does: "Shorten a text",
      model: "acme/short",
      ended: "succeeded" as const,
      inputs: { text: "語".repeat(8_000) },
      outputs: {
        text: "x".repeat(8_000),
        list: Array.from({ length: 1_000 }, (_, n) => ({ n, deep: [[[[[[[n]]]]]]] })),
      },
      isShownBelow: false,
    }));
    expect(() => answerPrompt({ ...TOLD, tasks }, 8_192)).toThrow("does not fit into its context");
    for (const [count, context] of [
      [3, 8_192],
      [20, 32_768],
      [256, 128_000],
    ] as const) {
      const { messages, maxTokens } = answerPrompt({ ...TOLD, tasks: tasks.slice(0, count) }, context);
      expect(tokensOf(messages) + maxTokens).toBeLessThanOrEqual(context);
      expect(messages.at(-1)?.content).toContain("more characters]");
    }
  });

  it.each(ANSWER_DEMONSTRATIONS.map((one) => [one.request.text, one] as const))(
    "demonstrates for %j an answer that is shown as it is, and is of types that exist",
    (_, { request, answer }) => {
      const shown = JSON.stringify(request);
      const files = [...answer.matchAll(/\{file-\d+\}/g)].map(([token]) => token);
      expect(files.length).toBeGreaterThan(0);
      for (const token of files) expect(shown).toContain(token);
      const pointed = { files: [attachedFile("a.png"), attachedFile("b.wav")], addresses: new Set<string>() };
      const cleaned = cleanWords(answer, pointed);
      expect(actingIn(cleaned)).toEqual([]);
      expect(cleaned.replaceAll(/\[(?:a\.png|b\.wav)\]\([^)]*\)/g, "")).toBe(answer.replaceAll(/\{file-\d+\}/g, ""));
      for (const { type, does, outputs, ended } of request.tasks) {
        const known = ontology.get(type);
        expect(known?.description).toBe(does);
        const ports = known?.outputs.map(({ name }) => name) ?? [];
        expect(ports).toEqual(expect.arrayContaining(Object.keys(outputs)));
        expect(Object.keys(outputs).length > 0).toBe(ended === "succeeded");
      }
    },
  );
});
