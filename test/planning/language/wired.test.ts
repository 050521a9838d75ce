import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import type { PlanJob } from "../../../src/run/index.ts";
import { wire } from "../../../src/wiring.ts";
import type { ChatCall, ChatScript } from "../../fakes/chat-server.ts";
import { resource } from "../resources.ts";

const NOTES = resource("notes.txt");

const jobOf = (text: string): PlanJob => ({
  do: "plan",
  text,
  attached: [NOTES],
  urls: [],
  log: [],
  known: [],
  given: null,
});

const dryRunOf = (text: string, variables: object) =>
  wire({ ...env, ...variables }).dryRun("someone", jobOf(text), new AbortController().signal);

const script = (key: string, content: string): string =>
  JSON.stringify({
    key,
    answers: [{ body: { choices: [{ message: { content }, finish_reason: "stop" }] } }],
  } satisfies ChatScript);

describe("a deployment with an OpenAI-compatible server", () => {
  const server = { OPENAI_BASE_URL: inject("chatUrl"), OPENAI_API_KEY: "sk-wired", OPENAI_MODEL: "a-model" };

  it("plans with it where that is set, mends what it wrote, and records who made the plan", async () => {
    const written = 'Sure! {"plan": [{"task": "Summarize", "id": 0, "args": {"text": "notes.txt"}},]}';
    const result = await dryRunOf(script("wired-plan", written), { ...server, CONTROLLER: "openai" });
    expect(result).toMatchObject({
      ok: true,
      value: {
        controller: "openai",
        planned: {
          as: "plan",
          plan: { tasks: [{ type: "summarization", args: { text: { from: "resource", resource: NOTES.id } } }] },
          mended: { repairs: [{ kind: "read" }, { kind: "renamed" }] },
        },
      },
    });
    const calls: readonly ChatCall[] = await (await fetch(new URL("/calls/wired-plan", server.OPENAI_BASE_URL))).json();
    expect(calls).toMatchObject([{ authorization: "Bearer sk-wired", body: { model: "a-model" } }]);
  });

  it("leaves to it what no embedded plan is made of", async () => {
    const said = script("wired-reply", '{"plan": [], "reply": "I make plans."}');
    const result = await dryRunOf(said, server);
    expect(result).toMatchObject({
      ok: true,
      value: { controller: "openai", planned: { as: "reply", text: "I make plans." } },
    });
  });

  it("does not ask it where the embedded controller is set", async () => {
    const result = await dryRunOf("Summarize notes.txt", { ...server, CONTROLLER: "embedded" });
    expect(result).toMatchObject({ ok: true, value: { controller: "embedded", planned: { as: "plan" } } });
  });
});

it("a deployment with the AI binding plans with its model", async () => {
  const plan = [{ task: "summarization", id: 0, dep: [-1], args: { text: "notes.txt" } }];
  const AI = { run: async () => ({ response: { plan } }) };
  const result = await dryRunOf("Boil it down", { AI, WORKERS_AI_MODEL: "@cf/a/model", CONTROLLER: "workers-ai" });
  expect(result).toMatchObject({ ok: true, value: { controller: "workers-ai", planned: { as: "plan" } } });
});
