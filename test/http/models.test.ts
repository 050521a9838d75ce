import { describe, expect, it } from "vitest";
import { type ModelListView, type ModelView, modelListView, modelView } from "../../src/http/schemas/catalogue.ts";
import { model, own, SPEECH } from "../catalogue/query/models.ts";
import { ALICE, BOB, createCaller, expectStatus, problemOf } from "./caller.ts";
import { createCataloguing } from "./catalogue-double.ts";

const WHISPER = "openai/whisper-large-v2";
const { as, bare } = createCaller(
  createCataloguing(
    [...SPEECH, model("impresario/summary-minilm", { tasks: ["summarization"], licence: "apache-2.0" })],
    [own("alice/ears", { licence: "MIT" })],
  ),
);
const alice = as(ALICE);
const bob = as(BOB);

async function list(query: string, call = alice): Promise<ModelListView> {
  const response = await call(`/v1/models${query}`);
  await expectStatus(response, 200);
  return modelListView.strict().parse(await response.json());
}

const idsOf = ({ models }: ModelListView): readonly string[] => models.map(({ id }) => id);

async function read(id: string, call = alice): Promise<ModelView> {
  const response = await call(`/v1/models/${id}`);
  await expectStatus(response, 200);
  return modelView.strict().parse(await response.json());
}

describe("GET /v1/models", () => {
  it("lists all models, the catalogue's, the deployment's and the tenant's", async () => {
    const view = await list("");
    expect(view).toMatchObject({ snapshot: "2026-11-22", changed: false, total: 8, next: null, measure: null });
    expect(view.models.filter(({ here }) => here).map(({ id }) => id)).toEqual(["a/expert", "alice/ears"]);
    expect(view.models.find(({ id }) => id === WHISPER)).toMatchObject({
      licence: "apache-2.0",
      providers: ["huggingface", "workers-ai"],
      inCatalogue: true,
      url: `/v1/models/${WHISPER}`,
    });
  });

  it("never lists a tenant's own models to another", async () => {
    expect(idsOf(await list("", bob))).not.toContain("alice/ears");
    expect((await problemOf(await bob("/v1/models/alice/ears"))).code).toBe("not-found");
  });

  it.each([
    ["?task=Speech%20Recognition&licence=permissive", [WHISPER, "nvidia/parakeet-rnnt-1.1b", "alice/ears"]],
    ["?task=asr&licence=cc-by-4.0,MIT", ["nvidia/parakeet-rnnt-1.1b", "alice/ears"]],
    ["?licence=GPL", []],
    ["?licence=unknown", ["someone/whisper-tiny-tune"]],
    ["?q=parakeet", ["nvidia/parakeet-rnnt-1.1b"]],
    ["?minParameters=1e9&order=parameters", ["nvidia/parakeet-rnnt-1.1b", WHISPER]],
    ["?minParameters=1e9&order=-parameters", [WHISPER, "nvidia/parakeet-rnnt-1.1b"]],
    ["?benchmark=librispeech&order=benchmark", ["nvidia/parakeet-rnnt-1.1b", WHISPER]],
    ["?provider=custom", ["a/expert", "alice/ears"]],
    ["?availability=here&order=name", ["a/expert", "alice/ears"]],
    ["?organization=facebook&language=de", ["facebook/mms-1b-all"]],
  ])("knows %s", async (query, expected) => {
    expect(idsOf(await list(query))).toEqual(expected);
  });

  it("has pages that follow on one another", async () => {
    const first = await list("?limit=5");
    expect(first.models).toHaveLength(5);
    const second = await list(`?limit=5&cursor=${first.next}`);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(first.total);
    expect(second.next).toBeNull();
  });

  it.each([
    ["?limit=0", "limit"],
    ["?limit=101", "limit"],
    ["?order=age", "order"],
    ["?order=benchmark", "order"],
    ["?order=match", "order"],
    ["?provider=nobody", "provider"],
    ["?availability=somewhere", "availability"],
    ["?maxParameters=large", "maxParameters"],
    ["?maxParameters=", "maxParameters"],
    ["?minParameters=-1", "minParameters"],
    ["?minParameters=0x10", "minParameters"],
    ["?language=german", "language"],
    ["?language=", "language"],
    ["?task=nonsense", "task"],
    ["?licence=nonsense", "licence"],
    ["?licence=mit,", "licence"],
    ["?licence=mit,GLP-3.0", "licence"],
    ["?licenses=mit", "licenses"],
    ["?licence=mit&licence=apache-2.0", "licence"],
    [`?q=${"x".repeat(201)}`, "q"],
  ])("refuses %s", async (query, path) => {
    const problem = await problemOf(await alice(`/v1/models${query}`));
    expect(problem).toMatchObject({ code: "invalid-request", issues: [expect.objectContaining({ path })] });
  });

  it("names the nearest of task types that there are", async () => {
    const { issues } = await problemOf(await alice("/v1/models?task=Sumarisation"));
    expect(issues).toEqual([{ path: "task", message: "is no task type; the nearest is summarization" }]);
  });

  it("names the licences that nobody knows", async () => {
    const { issues } = await problemOf(await alice("/v1/models?licence=mit,GLP-3.0,nonsense"));
    expect(issues).toEqual([
      { path: "licence", message: "names no licence that is known here: “GLP-3.0”, “nonsense”" },
    ]);
  });

  it("says of each how sure its licence and its size are", async () => {
    const { models } = await list("?q=whisper-large");
    expect(models).toMatchObject([{ licenceConfidence: "verified", parametersConfidence: "sure" }]);
  });

  it("refuses a cursor that is none", async () => {
    expect((await problemOf(await alice("/v1/models?cursor=x"))).code).toBe("invalid-request");
  });

  it("wants a key", async () => {
    expect((await bare("/v1/models")).status).toBe(401);
  });
});

describe("GET /v1/models/{id}", () => {
  it("shows all that is known, with sources, confidences, triples and code", async () => {
    const view = await read(WHISPER);
    expect(view).toMatchObject({ id: WHISPER, licenceConfidence: "verified", snapshot: "2026-11-22" });
    expect(view.scores[0]).toMatchObject({ source: "https://example.com/card", confidence: "verified" });
    expect(view.facts).toEqual([
      { relation: "intended-for", object: "research", sentence: "It is intended for research." },
    ]);
    expect(view.triples).toContainEqual({
      from: `model:${WHISPER}`,
      relation: "licensed-under",
      to: "licence:apache-2.0",
    });
    expect(view.snippets.map(({ language }) => language)).toEqual(["python", "javascript", "curl"]);
  });

  it("shows the code of its card with its licence, and the function with typed inputs, outputs and defaults", async () => {
    expect((await read("facebook/bart-large-cnn")).cardCode).toEqual({
      language: "python",
      code: expect.stringMatching(/^shorten = pipeline\(.*\nshorten\(news, max_length=130\)$/),
      licence: "mit",
      function: {
        name: "summarization",
        inputs: [
          { name: "text", kinds: ["text"], required: true, many: false },
          { name: "length", kinds: ["text"], required: false, many: false },
        ],
        outputs: [{ name: "text", kinds: ["text"] }],
        defaults: { max_length: 130 },
      },
    });
    for (const id of [WHISPER, "a/expert", "alice/ears"]) expect((await read(id)).cardCode).toBeNull();
  });

  it.each([
    ["with its slash encoded", encodeURIComponent(WHISPER), WHISPER],
    ["by the id that Workers AI has for it", "@cf/openai/whisper", WHISPER],
    ["in our own name", "impresario/summary-minilm", "impresario/summary-minilm"],
    ["of this deployment alone", "a/expert", "a/expert"],
    ["of the tenant alone", "alice/ears", "alice/ears"],
  ])("finds a model %s", async (_, path, id) => {
    expect((await read(path)).id).toBe(id);
  });

  it("shows how to call what can be called here", async () => {
    const { endpoints, snippets } = await read("alice/ears");
    expect(endpoints).toMatchObject([{ provider: "custom", here: true, stated: { licence: "MIT" } }]);
    expect(snippets).toMatchObject([{ language: "curl", calls: "impresario" }]);
    expect(snippets[0]?.code).toContain("http://localhost:8787/v1/runs");
  });

  it.each(["no/such", "openai", "openai/whisper-large-v2/more", "x".repeat(3_000)])("knows no %s", async (id) => {
    const problem = await problemOf(await alice(`/v1/models/${id}`));
    expect(problem.code).toBe("not-found");
    expect(problem.detail.length).toBeLessThan(300);
  });

  it("is Turtle or JSON-LD for who asks for it", async () => {
    const get = (accept: string) => alice(`/v1/models/${WHISPER}`, { headers: { accept } });
    const turtle = await get("text/turtle");
    expect(turtle.headers.get("content-type")).toBe("text/turtle; charset=utf-8");
    expect(turtle.headers.get("vary")).toContain("Accept");
    expect(await turtle.text()).toContain("dcterms:license spdx:Apache-2.0");
    const jsonLd = await get("application/ld+json");
    expect(jsonLd.headers.get("content-type")).toBe("application/ld+json");
    expect(await jsonLd.json()).toHaveProperty("@context.schema", "https://schema.org/");
  });

  it("answers 304 to who has it already, in that media type", async () => {
    const get = (accept: string, etag = "") =>
      alice(`/v1/models/${WHISPER}`, { headers: { accept, "if-none-match": etag } });
    const etag = (await get("text/turtle")).headers.get("etag") ?? "";
    const again = await get("text/turtle", etag);
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get("application/json", etag)).status).toBe(200);
  });
});
