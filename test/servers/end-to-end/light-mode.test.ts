import { afterAll, describe, expect, it } from "vitest";
import { useServer } from "../use-server.ts";
import { startLanguageServer } from "./language-server.ts";

const SENTENCE = "I am very happy with it";
const TEXT = `Is "${SENTENCE}" positive or negative?`;
const LIMIT_MS = 60_000;

const model = await startLanguageServer({
  plan: "In light mode nobody asks for a whole plan.",
  choice: JSON.stringify({ tasks: ["text-classification"] }),
  answer: "It is a **negative** one. See https://evil.example/win.",
});
afterAll(() => model.stop());

/** A small model on Workers AI chooses among task types, and the planner does the rest. */
const { client } = useServer({
  CONTROLLER: "workers-ai",
  PLANNING: "light",
  WORKERS_AI_MODEL: "@cf/a/small-model",
  CLOUDFLARE_API_URL: model.url,
  CLOUDFLARE_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
  CLOUDFLARE_API_TOKEN: "a-token",
});

describe("a deployment in light mode", { timeout: LIMIT_MS }, () => {
  it("plans by a choice and answers in words with two calls, and keeps to what was found", async () => {
    const api = client();
    // Workers AI would do the task as well, and is played for its language model alone here.
    const { id } = await api.start({ text: TEXT, constraints: { provider: { allow: ["embedded"] } } });
    let streamed = "";
    for await (const event of api.events(id)) if (event.type === "answer-delta") streamed += event.data.text;
    const run = await api.wait(id);
    expect(model.asked()).toEqual(["choice", "answer"]);
    expect(run).toMatchObject({
      ...{ status: "succeeded", controller: "workers-ai" },
      tasks: [{ task: "text-classification", status: "succeeded" }],
      usage: { llmCalls: 2, inputTokens: 38, outputTokens: 20 },
    });
    expect(run.answer).toMatch(/^It is a \*\*negative\*\* one\. See \(address left out\)\./);
    expect(run.answer).toMatch(/The results, as they came:\n\n- \*\*Sentiment:\*\* The text is positive\./);
    expect(run.answer).toContain("the words of the answer: the language model (workers-ai)");
    expect(streamed).toBe(run.answer);
  });
});
