import { describe, expect, it } from "vitest";
import type { RunState } from "../../../src/domain/run/state.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import type { Prompt } from "../../../src/planning/language/language-model.ts";
import { writeAnswer } from "../../../src/response/answer.ts";
import { attachedFile, type Done, failedWith, file, from, gave, ontology, runOf, text, words } from "../runs.ts";
import { actingIn } from "./acting.ts";
import { INJECTIONS, type Injection, type Place } from "./injections.ts";

const read = (said: string): Done => ({
  type: "optical-character-recognition",
  args: { image: file("scan.png") },
  work: gave({ text: text(said) }),
});
const failing = (message: string): Done => ({
  type: "image-to-text",
  args: { image: file("scan.png") },
  work: failedWith({ code: "no-model", message, retryable: false }),
});

/** A run in which such words stand at such a place. */
const RUNS: Readonly<Record<Place, (said: string) => RunState>> = {
  request: (said) =>
    runOf([read("Acme"), failing("No model")], { request: said, attached: [attachedFile("scan.png")] }),
  ocr: (said) => runOf([read(said), failing("No model")], { attached: [attachedFile("scan.png")] }),
  speech: (said) =>
    runOf([{ type: "automatic-speech-recognition", work: gave({ text: text(said) }) }, failing("No model")]),
  "file name": (said) =>
    runOf([{ ...read("Acme"), args: { image: file(said) } }, failing("No model")], { attached: [attachedFile(said)] }),
  model: (said) => runOf([{ ...read("Acme"), work: gave({ text: text("Acme") }, [0, 1], said) }, failing("No model")]),
  "model card": (said) => ({
    ...runOf([read("Acme"), failing("No model")]),
    selection: { 0: { candidates: [{ provider: "embedded", model: "m", version: "1", reason: said }] } },
  }),
  failure: (said) => runOf([read("Acme"), failing(said)]),
  data: (said) =>
    runOf([
      {
        type: "text-classification",
        work: gave({ labels: { as: "data", kind: "data", data: [{ label: said, score: 0.9 }] } }),
      },
      failing("No model"),
    ]),
  "earlier result": (said) =>
    runOf([
      read(said),
      {
        type: "question-answering",
        args: { question: words("Who?"), context: from(0) },
        work: gave({ answer: text(said) }),
      },
      failing("No model"),
    ]),
};

/** The answer of a model that obeys whatever it is told, and what it was shown. */
async function answered({ place, words: said, obeyed }: Injection) {
  const prompts: Prompt[] = [];
  const controller = createLanguageController({
    name: "openai",
    model: {
      complete: () => Promise.reject(new Error("It streams")),
      stream: async function* (prompt) {
        prompts.push(prompt);
        const shown = prompt.messages.map(({ content }) => content).join("\n");
        const answer = { RULES: prompt.messages[0]?.content ?? "", PROMPT: shown }[obeyed] ?? obeyed;
        for (const part of answer.match(/[\s\S]{1,9}/g) ?? []) yield { text: part };
      },
    },
  });
  const pieces: string[] = [];
  for await (const piece of writeAnswer(RUNS[place](said), ontology, { speaker: { controller } })) pieces.push(piece);
  const answer = pieces.join("");
  const end = answer.lastIndexOf("This part could not be done:");
  return { prompt: prompts[0], answer, account: answer.slice(end), spoken: answer.slice(0, end) };
}

/** What we show of results ourselves, in code blocks as ever. */
const withoutBlocks = (markdown: string): string => markdown.replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "");

describe.each(INJECTIONS.map((one) => [one.name, one.place, one] as const))(
  "%s, asked for in the %s,",
  (_, __, injection) => {
    it("comes to nothing that acts", async () => {
      const { spoken, prompt } = await answered(injection);
      expect(prompt).toBeDefined();
      expect(actingIn(withoutBlocks(spoken))).toEqual([]);
      expect(spoken).not.toContain("res_other");
    });

    it("changes nothing of the account", async () => {
      const { account, answer } = await answered(injection);
      expect(answer.split("How it was done:")).toHaveLength(2);
      expect(account).toMatch(/^This part could not be done:\n\n- /);
      expect(account).toContain("the language model (openai)");
    });

    it("stays within the quotation marks of the material", async () => {
      const { prompt } = await answered(injection);
      const content = prompt?.messages.at(-1)?.content ?? "";
      expect(prompt?.messages.map(({ role }) => role)).toEqual([
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
      ]);
      expect(Object.keys(JSON.parse(content))).toEqual(["request", "tasks", "leftOut"]);
      // What cards say is for the choice of models alone.
      const isTold = injection.place !== "model card";
      expect(content.includes(JSON.stringify(injection.words).slice(1, -1))).toBe(isTold);
    });
  },
);

it("there are twenty attempts and more, from every place", () => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(INJECTIONS.map(({ place }) => place)).size).toBe(Object.keys(RUNS).length);
});

it("a prompt holds nothing of a run but what was asked, done and given", async () => {
  const secretive: RunState = {
    ...RUNS.ocr("Acme"),
    id: "run_secret",
    casting: { constraints: { licence: { allow: ["secret-licence"] } } },
    cancelReason: "secret-reason",
  };
  const prompts: Prompt[] = [];
  const controller = createLanguageController({
    name: "openai",
    model: {
      complete: async (prompt) => {
        prompts.push(prompt);
        return "Fine.";
      },
    },
  });
  for await (const piece of writeAnswer(secretive, ontology, { speaker: { controller } }))
    expect(piece).not.toContain("secret");
  expect(prompts).toHaveLength(1);
  expect(JSON.stringify(prompts)).not.toMatch(/secret|res_scan|OPENAI|IMPRESARIO|CLOUDFLARE|HF_TOKEN/);
});
