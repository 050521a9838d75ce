import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import { plainAnswer as plainAnswerOf } from "../../../src/planning/embedded/read/plain-answer.ts";
import type { AnswerRequest, Controller, ToldTask } from "../../../src/planning/index.ts";
import { ANSWER_DEMONSTRATIONS } from "../../../src/planning/language/answer-demonstrations.ts";
import { answerPrompt, MAX_TASKS } from "../../../src/planning/language/answer-prompt.ts";
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

const plainAnswer = (text: string): string => plainAnswerOf({ text });

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
  for await (const piece of writeAnswer(state, ontology, { speaker: { controller } })) answer += piece;
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
const FILE = "**Read aloud:** [speech_1.wav](/v1/resources/res_speech_1.wav)\n\n";
const RETOLD = "The results, as they came:\n\n- **Summary (notes.txt):** Pay 5 euros.\n\n";
const REST = `This part could not be done:

- No model fits

How it was done:

- Summary: m (embedded)
- Read aloud: m (embedded)
`;
const ACCOUNT = `${FILE}${REST}`;

describe("an answer in a language model's words", () => {
  it("begins with them, and goes on with files, results in a line each, failures and who did what", async () => {
    const { controller, asked } = speaking("You have to pay 5 euros. ", "Hear ", "{file-2}.");
    expect(await answerOf(RUN, controller)).toBe(
      `You have to pay 5 euros. Hear [speech_1.wav](/v1/resources/res_speech_1.wav).\n\n${FILE}${RETOLD}${REST}- the words of the answer: the language model (openai)\n`,
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
            inputs: { text: "the text of task 1" },
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

  it.each([
    ["are false", "It is negative. I also wrote an e-mail to your boss."],
    ["say nothing", "ok"],
  ])("has each result with its score beside words that %s", async (_, said) => {
    const sure: Done = {
      type: "text-classification",
      args: { text: words("I am happy") },
      work: gave({ labels: { as: "data", kind: "data", data: [{ label: "positive", score: 0.91 }] } }),
    };
    expect(await answerOf(runOf([sure]), speaking(said).controller)).toMatch(
      /^[^*]+\n\nThe results, as they came:\n\n- \*\*Sentiment:\*\* positive \(91%\)\n\nHow it was done:/,
    );
  });

  it("ends where it is too long, and has all results then", async () => {
    const answer = await answerOf(RUN, speaking("word ".repeat(3_000)).controller);
    expect(answer).toMatch(/^(?:word )+word …\n\n\*\*Summary \(notes\.txt\):\*\* Pay 5 euros\.\n\n/);
    expect(answer).toContain("which broke off there (it was too long); all results follow them");
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
    expect(answer.indexOf("- **Summary")).toBeGreaterThan(answer.indexOf("The results, as they came:"));
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
    expect(answer.length).toBeLessThanOrEqual(80_000);
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

  const toldTask = (task: number, more: Partial<ToldTask> = {}): ToldTask => ({
    ...{ task, type: "summarization", does: "Shorten a text", model: "acme/short", ended: "succeeded" },
    ...{ inputs: {}, outputs: { text: "a" }, isShownBelow: false },
    ...more,
  });
  const shownTasks = (tasks: readonly ToldTask[], contextTokens = 128_000) => {
    const { messages } = answerPrompt({ ...TOLD, tasks }, contextTokens);
    return JSON.parse(messages.at(-1)?.content ?? "") as {
      readonly tasks: readonly { readonly task: number; readonly ended: string }[];
      readonly tasksNotShown?: number;
    };
  };

  it.each([
    ["the first 15", 15, 15],
    ["half", 40, 30],
    ["nearly all", 75, 55],
    ["none", 0, 0],
  ])("tells what failed before what succeeded, where of 80 tasks %s failed", (_, failed, told) => {
    const tasks = Array.from({ length: 80 }, (_, task) =>
      toldTask(task, task < failed ? { ended: "failed", why: "x" } : {}),
    );
    const shown = shownTasks(tasks);
    expect(shown.tasks).toHaveLength(MAX_TASKS);
    expect(shown.tasksNotShown).toBe(80 - MAX_TASKS);
    expect(shown.tasks.filter(({ ended }) => ended === "failed").length).toBe(told);
    expect(shown.tasks.at(-1)?.task).toBe(79);
    expect(shown.tasks.map(({ task }) => task)).toEqual(shown.tasks.map(({ task }) => task).toSorted((a, b) => a - b));
  });

  it.each<[string, Partial<ToldTask>]>([
    ["the name of a value", { outputs: { data: { ["k".repeat(60_000)]: 1 } } }],
    ["the name of an input", { inputs: { ["k".repeat(60_000)]: 1 } }],
    ["the name of a model", { model: "m".repeat(60_000) }],
    ["what a task type does", { does: "d".repeat(60_000) }],
    ["a reason", { ended: "failed", why: "w".repeat(60_000) }],
  ])("fits although %s is long", (_, more) => {
    expect(shownTasks([toldTask(0, more)], 8_192).tasks).toHaveLength(1);
  });

  it("says how many values it leaves out", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]));
    expect(JSON.stringify(shownTasks([toldTask(0, { outputs: { many } })]))).toContain('"[…]":"36 more"');
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
