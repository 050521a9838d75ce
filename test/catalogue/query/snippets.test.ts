import { describe, expect, it } from "vitest";
import { snippetsOf } from "../../../src/catalogue/query/index.ts";
import type { CatalogueEndpoint } from "../../../src/domain/catalogue.ts";
import type { Endpoint } from "../../../src/domain/endpoints.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { knownOf, model, own, served } from "./models.ts";

const ontology = createOntology();
const API = { origin: "http://localhost:8787", taskType: ontology.get };

const at = (more: Partial<CatalogueEndpoint>): CatalogueEndpoint =>
  served({ provider: "huggingface", via: "hf-inference", model: "openai/whisper-large-v3", ...more });

async function snippets(id: string, endpoints: readonly CatalogueEndpoint[], ours: readonly Endpoint[] = []) {
  const found = (await knownOf([model(id, { endpoints })], { endpoints: ours })).find(id);
  return found ? snippetsOf(found, API) : [];
}

const WHISPER = "openai/whisper-large-v3";

describe("snippets", () => {
  it("are made in three languages for a model that Hugging Face serves", async () => {
    const made = await snippets(WHISPER, [at({})]);
    expect(made.map(({ language, client, calls }) => ({ language, client, calls }))).toEqual([
      { language: "python", client: "huggingface_hub", calls: "huggingface/hf-inference" },
      { language: "javascript", client: "huggingface.js", calls: "huggingface/hf-inference" },
      { language: "curl", client: "curl", calls: "huggingface/hf-inference" },
    ]);
    const [python, javascript, curl] = made.map(({ code }) => code);
    expect(python).toContain(`client.automatic_speech_recognition("sample1.flac", model="${WHISPER}")`);
    expect(javascript).toContain("client.automaticSpeechRecognition(");
    expect(curl).toContain(`https://router.huggingface.co/hf-inference/models/${WHISPER}`);
  });

  it("read tokens from the environment and hold none", async () => {
    const made = await snippets(WHISPER, [at({})], [own(WHISPER, { stated: { sameAs: WHISPER } })]);
    expect(made).toHaveLength(4);
    for (const { code } of made) {
      expect(code).toMatch(/HF_TOKEN|IMPRESARIO_KEY/);
      expect(code).not.toMatch(/hf_|placeholder|imp_/);
    }
  });

  it("ask a model that stands in as a chat", async () => {
    const id = "meta-llama/Llama-3.1-8B-Instruct";
    const made = await snippets(id, [at({ via: "groq", model: id, taskType: "summarization", standsIn: true })]);
    expect(made.map(({ code }) => code.includes(`${id}:groq`))).toEqual([true, true, true]);
  });

  it("name a provider's own id to curl only where the Hub has told it", async () => {
    const languages = async (status: "live" | "unknown") =>
      (await snippets(WHISPER, [at({ via: "fal-ai", model: "fal-ai/whisper", status })])).map(
        ({ language }) => language,
      );
    expect(await languages("live")).toEqual(["python", "javascript", "curl"]);
    expect(await languages("unknown")).toEqual(["python", "javascript"]);
  });

  it.each<[string, Partial<CatalogueEndpoint>]>([
    ["is gone", { status: "gone" }],
    ["is elsewhere", { provider: "workers-ai", via: null }],
    ["does a task that the library has no code for", { taskType: "depth-estimation" }],
    ["is at a company that the library does not know", { via: "nobody" }],
    ["has an id that a shell would run", { model: "a';rm -rf /;'" }],
    ["has an id that is a program", { model: "$(reboot)" }],
  ])("are none where the only endpoint %s", async (_, more) => {
    expect(await snippets(WHISPER, [at(more)])).toEqual([]);
  });

  it.each(["a'; reboot; '", "a`b`", 'a"b', "a\nb", "../../x y"])("are none for a hostile id: %s", async (id) => {
    expect(await snippets(id, [at({})])).toEqual([]);
  });

  it("run a plan of our own where the model can be called here", async () => {
    const [made, ...others] = await snippets("it's/mine", [], [own("it's/mine", { taskType: "summarization" })]);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ language: "curl", calls: "impresario" });
    expect(made?.code).toContain("curl -s http://localhost:8787/v1/runs");
    const body = /-d '(.*)'$/s.exec(made?.code ?? "")?.[1]?.replaceAll("'\\''", "'");
    expect(JSON.parse(body ?? "")).toEqual({
      plan: [{ task: "summarization", id: 0, dep: [-1], args: { text: "Your text" }, model: "custom:it's/mine" }],
    });
  });

  it("ask for files as ids of uploads", async () => {
    const [made] = await snippets("our/ears", [], [own("our/ears")]);
    expect(made?.code).toContain('"args":{"audio":"res_…"}');
  });
});
