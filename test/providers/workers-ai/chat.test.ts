import { describe, expect, it } from "vitest";
import type { WorkersAiBinding } from "../../../src/config/controllers.ts";
import { AppError } from "../../../src/domain/errors.ts";
import { completeMetered } from "../../../src/planning/language/metered.ts";
import { createWorkersAiBindingChat, createWorkersAiChat } from "../../../src/providers/workers-ai/chat.ts";

const MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";
const PROMPT = { messages: [{ role: "user" as const, content: "Hi" }], maxTokens: 100, json: true };
const unending = () => new AbortController().signal;

/** A binding that answers or throws these in turn, the last for ever, and keeps what it was asked. */
function bindingOf(...answers: readonly [unknown, ...unknown[]]): WorkersAiBinding & { readonly asked: unknown[][] } {
  const asked: unknown[][] = [];
  return {
    asked,
    run: async (model, inputs) => {
      const answer = answers[asked.length] ?? answers.at(-1);
      asked.push([model, inputs]);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

/** https://developers.cloudflare.com/workers-ai/platform/errors/, as the binding words them. */
const failing = (code: number, words: string): Error =>
  Object.assign(new Error(`${code}: ${words}`), { name: "InferenceUpstreamError" });

describe("a chat through the AI binding", () => {
  it.each<[string, unknown, string]>([
    ["of a model's own shape", { response: "Hello!", usage: {} }, "Hello!"],
    ["that is already an object", { response: { plan: [] } }, '{"plan":[]}'],
    ["in OpenAI's shape", { choices: [{ message: { content: "Hello!" }, finish_reason: "stop" }] }, "Hello!"],
  ])("reads an answer %s", async (_, answer, text) => {
    const ai = bindingOf(answer);
    expect(await createWorkersAiBindingChat({ ai, model: MODEL }).complete(PROMPT, unending())).toBe(text);
    expect(ai.asked).toEqual([[MODEL, { messages: PROMPT.messages, max_tokens: 100, temperature: 0 }]]);
  });

  it.each<[string, unknown, RegExp]>([
    ["no such model", failing(5007, "No such model @cf/x or task"), /does not exist; check WORKERS_AI_MODEL/],
    ["a used-up allocation", failing(3036, "You have used up your daily free allocation"), /daily allocation/],
    ["terms to agree to", failing(5016, "User has not agreed to Llama3.2 model terms"), /terms/],
    ["any other code", failing(3006, "Request is too large"), /could not be run \(code 3006\)/],
    ["nothing said", { response: " " }, /with nothing/],
    ["another shape", ["Hello!"], /no chat completion/],
  ])("does not repeat a call that ends with %s", async (_, answer, message) => {
    const ai = bindingOf(answer);
    const asking = createWorkersAiBindingChat({ ai, model: MODEL }).complete(PROMPT, unending());
    await expect(asking).rejects.toMatchObject({ code: "provider-rejected", message: expect.stringMatching(message) });
    expect(ai.asked).toHaveLength(1);
  });

  it.each<[string, Error]>([
    ["no capacity", failing(3040, "No more data centers to forward the request to")],
    ["a timeout of its own", failing(3007, "Request timeout")],
    ["a lost connection", new Error("Network connection lost.")],
  ])("calls once more, and no more than that, after %s", async (_, passing) => {
    const ai = bindingOf(passing, { response: "Hello!" });
    const limits = { signal: unending(), meter: undefined, wait: async () => undefined };
    expect(await completeMetered(createWorkersAiBindingChat({ ai, model: MODEL }), PROMPT, limits)).toBe("Hello!");
    const down = bindingOf(passing);
    const asking = completeMetered(createWorkersAiBindingChat({ ai: down, model: MODEL }), PROMPT, limits);
    await expect(asking).rejects.toMatchObject({ code: "provider-unavailable", retryable: true });
    expect(down.asked).toHaveLength(2);
  });

  it("does not wait for a model that never answers", async () => {
    const ai: WorkersAiBinding = { run: () => new Promise(() => undefined) };
    const asking = createWorkersAiBindingChat({ ai, model: MODEL, timeoutMs: 50 }).complete(PROMPT, unending());
    await expect(asking).rejects.toMatchObject({ code: "timeout" });
  });
});

describe("a chat with Workers AI over the network", () => {
  const asking = (answer: Response) => {
    const seen: Request[] = [];
    const model = createWorkersAiChat({
      accountId: "0123456789abcdef0123456789abcdef",
      apiToken: "a-token",
      model: MODEL,
      fetch: async (input, init) => {
        seen.push(new Request(input as RequestInfo, init as RequestInit));
        return answer.clone();
      },
    });
    return { seen, said: model.complete(PROMPT, unending()) };
  };

  it("goes to the account's OpenAI-compatible endpoint", async () => {
    const { seen, said } = asking(Response.json({ choices: [{ message: { content: "Hello!" } }] }));
    expect(await said).toBe("Hello!");
    expect(seen.map(({ url, headers }) => [url, headers.get("authorization")])).toEqual([
      [
        "https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1/chat/completions",
        "Bearer a-token",
      ],
    ]);
  });

  it.each<[number, object, RegExp]>([
    [401, { success: false, errors: [{ code: 10_000, message: "Authentication error" }] }, /CLOUDFLARE_API_TOKEN/],
    [429, { success: false, errors: [{ code: 3036, message: "Account limited" }] }, /nothing left to spend/],
    [404, { success: false, errors: [{ code: 3042, message: "Invalid model ID" }] }, /WORKERS_AI_MODEL/],
  ])("says what to look at after status %i", async (status, body, message) => {
    const failed: unknown = await asking(Response.json(body, { status })).said.catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(AppError);
    expect(failed).toMatchObject({ code: "provider-rejected", message: expect.stringMatching(message) });
  });
});
