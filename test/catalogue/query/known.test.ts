import { describe, expect, it } from "vitest";
import { isCallable } from "../../../src/catalogue/query/index.ts";
import { knownOf, model, own, SPEECH, served } from "./models.ts";

const WHISPER = "openai/whisper-large-v2";

describe("a model that is known", () => {
  it("only here is made of what its endpoints tell", async () => {
    const known = await knownOf([], {
      endpoints: [
        own("house/one", {
          description: "Transcribes",
          licence: "MIT",
          stated: { parameters: 7, languages: ["de"], gated: false, prices: [] },
        }),
        own("house/one", { taskType: "summarization", description: "Sums up" }),
      ],
    });
    expect(known.find("house/one")).toMatchObject({
      organization: "house",
      description: "Transcribes; Sums up",
      tasks: ["automatic-speech-recognition", "summarization"],
      licence: "mit",
      parameters: 7,
      languages: ["de"],
      gated: false,
      inCatalogue: false,
      endpoints: [
        { here: true, taskType: "automatic-speech-recognition" },
        { here: true, taskType: "summarization" },
      ],
    });
  });

  it("here and to the catalogue keeps the catalogue's facts, and what the endpoint states beside them", async () => {
    const endpoint = own(WHISPER, { licence: "MIT", grade: "stand-in", stated: { parameters: 1, bytes: 2 } });
    const found = (await knownOf(SPEECH, { endpoints: [endpoint] })).find(WHISPER);
    expect(found).toMatchObject({ licence: "apache-2.0", parameters: 1_550_000_000, bytes: 2, inCatalogue: true });
    expect(found?.endpoints.map(({ provider, here }) => [provider, here])).toEqual([
      ["custom", true],
      ["huggingface", false],
      ["workers-ai", false],
    ]);
    expect(found?.endpoints[0]?.stated).toEqual({
      grade: "stand-in",
      licence: "MIT",
      description: "An endpoint of ours",
    });
  });

  it("is found by its twin's id at a provider, and has that endpoint once", async () => {
    const twin = own("@cf/openai/whisper", { provider: "workers-ai" });
    const known = await knownOf(SPEECH, { endpoints: [twin] });
    expect([...known.ours.keys()]).toEqual([WHISPER]);
    const found = known.find(WHISPER);
    expect(found?.endpoints.filter(({ provider }) => provider === "workers-ai")).toMatchObject([{ here: true }]);
    expect(known.find("@cf/openai/whisper")?.id).toBe(WHISPER);
  });

  it.each([
    ["live", true],
    ["staging", true],
    ["unknown", true],
    ["gone", false],
  ] as const)("can be called at a provider that is on, if its endpoint there is %s: %s", async (status, expected) => {
    const models = [model("a/b", { endpoints: [served({ provider: "huggingface", model: "a/b", status })] })];
    const isCallableWith = async (isOn: () => boolean) => {
      const found = (await knownOf(models, { isOn })).find("a/b");
      return found && isCallable(found);
    };
    expect(await isCallableWith(() => true)).toBe(expected);
    expect(await isCallableWith(() => false)).toBe(false);
  });

  it("nowhere is null", async () => {
    expect((await knownOf(SPEECH)).find("no/such")).toBeNull();
  });
});
