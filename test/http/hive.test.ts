import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { PlanView } from "../../src/http/schemas/plan-view.ts";
import type { ResourceView, RunView } from "../../src/http/schemas/views.ts";
import { UNTIL_ENDED } from "../patience.ts";
import { expectStatus, ORIGIN, post } from "./caller.ts";

/**
 * HIVE's section 4.5 (arXiv 2412.12839) through the whole Worker: its query in its words, its three models as models of
 * one's own behind URLs, and what the catalogue that comes with the code knows of them.
 */
const QUERY = "Transcribe the audio from audio_1.wav and find entity tokens";
const RECOGNITION = "automatic-speech-recognition";
const WHISPER = "openai/whisper-large-v2";
const PARAKEET = "nvidia/parakeet-rnnt-1.1b";
const NER = "dslim/bert-base-NER";

async function call(
  path: string,
  { json, ...init }: RequestInit & { readonly json?: unknown } = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return exports.default.fetch(new URL(path, ORIGIN).href, { ...init, ...body, headers });
}

/** A second of silence, as small as a WAV file can be. */
function silence(): Uint8Array<ArrayBuffer> {
  const samples = 8_000;
  const bytes = new Uint8Array(44 + samples).fill(128);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, 36 + samples, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint32(28, 8_000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, "data");
  view.setUint32(40, samples, true);
  return bytes;
}

let audio: ResourceView;
beforeAll(async () => {
  for (const [id, task] of [
    [WHISPER, RECOGNITION],
    [PARAKEET, RECOGNITION],
    [NER, "token-classification"],
  ]) {
    await expectStatus(await call("/v1/models", post({ id, task, sameAs: id, url: inject("expertUrl") })), 201);
  }
  const headers = { "x-filename": "audio_1.wav", "content-type": "audio/wav" };
  audio = await (await call("/v1/resources", { method: "POST", body: silence(), headers })).json();
});

/** The models of the transcription and of the entities, in their order, with built-in methods left out. */
async function modelsFor(words: string, constraints?: object) {
  const body = { text: `${QUERY}${words}`, resources: [audio.id], ...(constraints ? { constraints } : {}) };
  const response = await call("/v1/plan", post(body));
  await expectStatus(response, 200);
  const { tasks }: PlanView = await response.json();
  expect(tasks.map(({ task }) => task)).toEqual([RECOGNITION, "token-classification"]);
  return tasks.map(({ candidates, ...rest }) => ({
    ...rest,
    models: candidates.filter(({ provider }) => provider === "custom").map((one) => one.model),
    reasons: candidates.map(({ reason }) => reason),
  }));
}

describe("HIVE's query, through the whole Worker", () => {
  it("is done by the models that were added, and needs nothing else", async () => {
    const [recognition, entities] = await modelsFor("");
    expect(recognition?.models).toHaveLength(2);
    expect(entities?.models).toEqual([NER]);
  });

  it.each<[string, string, object?]>([
    ["its words", ", with the smallest models"],
    ["the caller", "", { size: { prefer: "smallest" } }],
  ])("takes the smallest where %s ask for it, and calls it that", async (_, words, constraints) => {
    const [recognition] = await modelsFor(words, constraints);
    expect(recognition?.models).toEqual([PARAKEET, WHISPER]);
    expect(recognition?.reasons[0]).toMatch(/^The smallest; .*1\.1 billion parameters/);
  });

  it("keeps to a size on disk", async () => {
    const [recognition] = await modelsFor("", { size: { maxBytes: 5e9 } });
    expect(recognition?.models).toEqual([PARAKEET]);
  });

  it.each<[string, string, object?]>([
    ["its words", ". Use the speech recognition model that is best on common voice."],
    ["the caller", "", { benchmark: { name: "common voice", prefer: "best", for: RECOGNITION } }],
  ])("takes the best on a benchmark where %s ask for it", async (_, words, constraints) => {
    const [recognition] = await modelsFor(words, constraints);
    expect(recognition?.models).toEqual([PARAKEET, WHISPER]);
  });

  it.each<[string, readonly string[], string]>([
    ["sure", ["our/ear", PARAKEET, WHISPER], "Best word error rate on common_voice_9_0 (en, test): 3.1 %, from stated"],
    ["unsure", [PARAKEET, WHISPER, "our/ear"], "By an unsure figure, so behind sure ones, word error rate on"],
  ])("weighs a %s figure that somebody states of a model of one's own", async (confidence, models, said) => {
    const figure = { benchmark: "common_voice_9_0", config: "en", split: "test", metric: "wer", value: 3.1 };
    const own = { id: "our/ear", task: RECOGNITION, url: inject("expertUrl"), scores: [{ ...figure, confidence }] };
    await expectStatus(await call("/v1/models", post(own)), 201);
    const best = { benchmark: { name: "common voice 9", prefer: "best", for: RECOGNITION } };
    const [recognition] = await modelsFor("", best);
    await expectStatus(await call("/v1/models/our/ear", { method: "DELETE" }), 204);
    expect(recognition?.models).toEqual(models);
    expect(recognition?.reasons[models.indexOf("our/ear")]).toContain(said);
  });

  it("takes no model under licences that none has, says so, and runs nothing", async () => {
    const text = `${QUERY}. Only use models under OpenRAIL++ or DeepSeek licences.`;
    const message = { text, resources: [audio.id] };
    const response = await call("/v1/runs", post(message, { prefer: UNTIL_ENDED }));
    await expectStatus(response, 200);
    const run: RunView = await response.json();
    expect(run.status).toBe("failed");
    expect(run.tasks[0]).toMatchObject({
      candidates: [],
      missing: expect.stringContaining(WHISPER),
      error: { code: "no-model" },
      attempts: [],
    });
    expect(run.answer).toContain("OpenRAIL++");
    const report = await (await call(`/v1/runs/${run.id}/report`, { headers: { accept: "text/markdown" } })).text();
    expect(report).toContain("Removed by “Only models under OpenRAIL++ or DeepSeek”");
  });

  it("is refused where constraints contradict each other, and both are named", async () => {
    const message = { text: QUERY, resources: [audio.id], constraints: { size: { min: 7e9, max: 3e9 } } };
    const response = await call("/v1/plan", post(message));
    await expectStatus(response, 422);
    expect(await response.json()).toMatchObject({
      code: "contradictory-constraints",
      detail: expect.stringMatching(/7 billion.*3 billion|3 billion.*7 billion/),
    });
  });
});
