import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { wire } from "../../src/wiring.ts";

const TRANSLATOR = { model: "ours/translator", taskType: "translation", url: "https://models.example.org/translate" };

/** What the planner says of itself where a deployment has these variables. */
async function answerOf(text: string, variables: object): Promise<string> {
  const job = { do: "plan", text, attached: [], urls: [], log: [], known: [], given: null } as const;
  const asked = await wire({ ...env, ...variables }).dryRun("someone", job, new AbortController().signal);
  return asked.ok && asked.value.planned.as === "reply" ? asked.value.planned.text : "";
}

describe("what is switched on", () => {
  it.each<[string, object, boolean]>([
    ["nothing besides what runs inside", {}, false],
    ["a key", { HF_TOKEN: "hf_secret" }, true],
    ["an endpoint of one's own", { CONFIG: { endpoints: [TRANSLATOR] } }, true],
  ])("is told alike by the planner and by the API: %s", async (_, variables, does) => {
    const facts = await wire({ ...env, ...variables }).facts("someone");
    expect(facts.does("translation")).toBe(does);
    expect(does || facts.wouldDo("translation").includes("huggingface")).toBe(true);
    expect(await answerOf("can you translate?", variables)).toMatch(
      does ? /^Yes, I can translate/ : /^I can't translate .*HF_TOKEN/,
    );
    expect(JSON.stringify(facts)).not.toContain("hf_secret");
  });

  it("names the language model that plans", () => {
    const variables = { OPENAI_API_KEY: "sk-secret", OPENAI_MODEL: "a/model" };
    expect(wire({ ...env, ...variables }).deployment()).toMatchObject({ languageModel: "openai:a/model" });
  });
});
