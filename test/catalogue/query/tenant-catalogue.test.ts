import { describe, expect, it } from "vitest";
import { createExpertPool } from "../../../src/catalogue/expert-pool.ts";
import { createTenantCatalogue, isCallableHere } from "../../../src/catalogue/query/index.ts";
import type { Endpoint } from "../../../src/domain/endpoints.ts";
import { knownOf, model, own, SPEECH, served, snapshotOf } from "./models.ts";

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
      description: "Transcribes. Sums up.",
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

  it("here and to the catalogue is as its endpoint states, and for the rest as the catalogue has it", async () => {
    const stated = { sameAs: WHISPER, bytes: 2 };
    const endpoint = own(WHISPER, { licence: "MIT", grade: "stand-in", stated });
    const found = (await knownOf(SPEECH, { endpoints: [endpoint] })).find(WHISPER);
    expect(found).toMatchObject({
      ...{ licence: "mit", licenceConfidence: "sure", parameters: 1_550_000_000, bytes: 2, inCatalogue: true },
    });
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

  it.each<[string, Partial<Endpoint>]>([
    ["states nothing", {}],
    ["states all of it", { licence: "GPL-3.0-only", stated: { parameters: 5, languages: ["de"] } }],
    ["says that it is one of the catalogue", { stated: { sameAs: WHISPER } }],
    ["says so, and states a licence", { licence: "GPLv3", stated: { sameAs: WHISPER } }],
    ["says so of another", { stated: { sameAs: "nvidia/parakeet-rnnt-1.1b" } }],
    ["says so for another task", { taskType: "summarization", stated: { sameAs: "nvidia/parakeet-rnnt-1.1b" } }],
  ])("is seen as it is chosen by, where its endpoint %s", async (_, more) => {
    const endpoints = [own(WHISPER, more)];
    const snapshot = await snapshotOf(SPEECH);
    const pool = createExpertPool({ snapshot, endpoints, isOn: () => false, health: () => null });
    const found = createTenantCatalogue(snapshot, { endpoints, isOn: () => false }).find(WHISPER);
    expect(found).toMatchObject({ ...pool.experts(endpoints[0]?.taskType ?? "")[0]?.facts });
  });

  it("to the catalogue stays hidden behind a model of ours with its id that is another", async () => {
    const known = await knownOf(SPEECH, { endpoints: [own(WHISPER)] });
    expect(known.find(WHISPER)).toMatchObject({ inCatalogue: false, licence: "unknown", licenceConfidence: "unsure" });
    const ids = [...known.linkedTo({ kind: "task", name: "automatic-speech-recognition" })].map(({ id }) => id);
    expect(ids.filter((id) => id === WHISPER)).toHaveLength(1);
  });

  it("in nothing is not sure of it", async () => {
    const known = await knownOf([model("a/b", { licenceConfidence: "sure", parametersConfidence: "verified" })]);
    expect(known.find("a/b")).toMatchObject({ licenceConfidence: "unsure", parametersConfidence: "unsure" });
  });

  it("is found by its twin's id at a provider, and has that endpoint once", async () => {
    const stated = { sameAs: "@cf/openai/whisper" };
    const twin = own("@cf/openai/whisper", { provider: "workers-ai", stated });
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
      return found && isCallableHere(found);
    };
    expect(await isCallableWith(() => true)).toBe(expected);
    expect(await isCallableWith(() => false)).toBe(false);
  });

  it("nowhere is null", async () => {
    expect((await knownOf(SPEECH)).find("no/such")).toBeNull();
  });
});
