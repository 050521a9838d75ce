import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { publishSnapshot } from "../../src/catalogue/snapshot/publish.ts";
import type { RunReport } from "../../src/domain/report.ts";
import type { RunView } from "../../src/http/schemas/views.ts";
import { endpoint, model } from "../catalogue/snapshot/models.ts";
import { UNTIL_ENDED } from "../patience.ts";
import { expectStatus, ORIGIN, post } from "./caller.ts";

/** Told by its name, the stand-in serves it at hf-inference. */
const SHORTENER = "hf-inference/summarization.of-a-card";
const CATALOGUE = [
  model(SHORTENER, {
    tasks: ["summarization"],
    licence: "mit",
    cardCode: {
      language: "python",
      code: `pipeline("summarization", model="${SHORTENER}")(news, max_length=5000, num_beams=4)`,
      licence: "mit",
      function: { name: "summarization", defaults: { max_length: 5_000, num_beams: 4 } },
    },
    endpoints: [endpoint("huggingface", SHORTENER, "summarization", { via: "hf-inference" })],
  }),
];

const call = (path: string, { json, headers = {} }: Partial<ReturnType<typeof post>> = {}): Promise<Response> => {
  const sent = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
  const kinds = { "content-type": "application/json", ...headers };
  return exports.default.fetch(new URL(path, ORIGIN).href, { ...sent, headers: kinds });
};

beforeAll(() => publishSnapshot(env.RESOURCES, CATALOGUE, { source: "the tests", now: Date.now }));

describe("the function that a model's card shows", () => {
  it("is called with the card's arguments, within bounds, and the report says so", async () => {
    const candidate = `huggingface:${SHORTENER}:hf-inference`;
    const plan = [{ task: "summarization", id: 0, dep: [-1], args: { text: "A long story." }, model: candidate }];
    const headers = { prefer: UNTIL_ENDED, "x-hf-token": `hf_${"a".repeat(30)}` };
    const response = await call("/v1/runs", post({ text: "Sum up.", plan }, headers));
    await expectStatus(response, 200);
    const run: RunView = await response.json();
    const called = { function: "summarization", arguments: { max_length: 1_024, num_beams: 4 } };
    expect(run.tasks).toMatchObject([
      { status: "succeeded", candidates: [{ defaults: { max_length: 5_000, num_beams: 4 } }], called },
    ]);

    const seen = await (await fetch(`${inject("huggingFaceUrl")}/calls/${SHORTENER}`)).json();
    expect(seen).toMatchObject([
      { json: { inputs: "A long story.", parameters: { generate_parameters: called.arguments } } },
    ]);
    const report: RunReport = await (await call(`/v1/runs/${run.id}/report`)).json();
    expect(report.tasks).toMatchObject([{ called }]);
    const told = await (await call(`/v1/runs/${run.id}/events`)).text();
    expect(told).toContain(JSON.stringify({ called }).slice(1, -1));
  });
});
