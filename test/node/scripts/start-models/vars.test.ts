import { describe, expect, it } from "vitest";
import { CHATS, KINDS, wantedModels } from "../../../../scripts/start-models/models.ts";
import { varsFor } from "../../../../scripts/start-models/vars.ts";
import { customEndpoints } from "../../../../src/config/custom-endpoints.ts";
import { openAiConfig } from "../../../../src/config/openai-endpoints.ts";

const OPENAI_URL = "http://127.0.0.1:9000/v1";
const running = (...kinds: readonly (typeof KINDS)[number][]) =>
  wantedModels(kinds, "smollm").map((model) => ({ model, url: "http://127.0.0.1:9001" }));
const configOf = (vars: Readonly<Record<string, string>>) => JSON.parse(vars.CONFIG ?? "");

describe("the models of the playground", () => {
  it.each(CHATS)("are one of each kind, with %s to chat", (chat) => {
    expect(wantedModels(KINDS, chat).map(({ kind }) => kind)).toEqual(KINDS);
  });

  it("say of each file that is put together what it has to be", () => {
    const files = CHATS.flatMap((chat) => wantedModels(KINDS, chat)).flatMap(({ files: own }) => own);
    expect(files.filter(({ sha256, parts }) => !/^[0-9a-f]{64}$/.test(sha256) || parts.length === 0)).toEqual([]);
  });

  it("come in pinned versions", () => {
    const packages = CHATS.flatMap((chat) => wantedModels(KINDS, chat)).flatMap(({ weights, runtime }) => [
      ...weights,
      ...runtime,
    ]);
    expect(packages.filter((name) => !/^[a-z0-9-]+==\d[\d.]*$/.test(name))).toEqual([]);
  });
});

describe("the settings that lead to real models", () => {
  it("name each model that OpenAI's API serves, and an endpoint for what it has not", () => {
    const vars = varsFor(running(...KINDS), OPENAI_URL);
    const { openai, endpoints } = configOf(vars);
    expect(vars).toMatchObject({ OPENAI_BASE_URL: OPENAI_URL, OPENAI_MODEL: "SmolLM2-135M-Instruct" });
    expect(openAiConfig.parse(openai).models.map(({ does }) => does)).toEqual(KINDS.filter((kind) => kind !== "ocr"));
    expect(customEndpoints.parse(endpoints)).toMatchObject([
      { taskType: "optical-character-recognition", url: "http://127.0.0.1:9001", format: "json" },
    ]);
  });

  it("name no model to plan where none chats", () => {
    const vars = varsFor(running("speech"), OPENAI_URL);
    expect(vars).not.toHaveProperty("OPENAI_MODEL");
    expect(configOf(vars).openai.models).toMatchObject([{ does: "speech", voice: "joe" }]);
  });

  it("name no server where no model needs it", () => {
    expect(varsFor(running("ocr"), OPENAI_URL)).not.toHaveProperty("OPENAI_BASE_URL");
  });
});
