import { describe, expect, it } from "vitest";
import { catalogueView, type GraphView, graphView } from "../../src/http/schemas/catalogue.ts";
import { own, SPEECH } from "../catalogue/query/models.ts";
import { ALICE, BOB, type Call, createCaller, expectStatus, problemOf } from "./caller.ts";
import { createCataloguing } from "./catalogue-double.ts";

const { as } = createCaller(createCataloguing(SPEECH, [own("alice/ears")]));
const alice = as(ALICE);

async function graph(query: string, call: Call = alice): Promise<GraphView> {
  const response = await call(`/v1/catalogue/graph?${query}`);
  await expectStatus(response, 200);
  return graphView.strict().parse(await response.json());
}

describe("GET /v1/catalogue", () => {
  it("says which snapshot is in use, and 304 while it stays", async () => {
    const response = await alice("/v1/catalogue");
    expect(catalogueView.strict().parse(await response.json())).toMatchObject({
      snapshot: "2026-11-22",
      publishedAt: null,
      counts: { models: SPEECH.length, scores: 5, endpoints: 3 },
    });
    const again = await alice("/v1/catalogue", {
      headers: { "if-none-match": response.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  });
});

describe("GET /v1/catalogue/graph", () => {
  it("shows what is near a node", async () => {
    const view = await graph("center=licence:cc-by-4.0");
    expect(view).toEqual({
      snapshot: "2026-11-22",
      center: "licence:cc-by-4.0",
      depth: 1,
      nodes: [
        { id: "licence:cc-by-4.0", kind: "licence", name: "cc-by-4.0", distance: 0 },
        { id: "model:nvidia/parakeet-rnnt-1.1b", kind: "model", name: "nvidia/parakeet-rnnt-1.1b", distance: 1 },
      ],
      edges: [{ from: "model:nvidia/parakeet-rnnt-1.1b", relation: "licensed-under", to: "licence:cc-by-4.0" }],
      truncated: false,
    });
  });

  it("knows a task by its other spellings", async () => {
    expect((await graph("center=task:asr")).center).toBe("task:automatic-speech-recognition");
  });

  it.each([
    ["center=task:asr&center=task:ner", "center"],
    ["center=task:asr&dept=2", "dept"],
    ["center=task:asr&depth=", "depth"],
  ])("refuses ?%s", async (query, path) => {
    const problem = await problemOf(await alice(`/v1/catalogue/graph?${query}`));
    expect(problem).toMatchObject({ code: "invalid-request", issues: [expect.objectContaining({ path })] });
  });

  it("shows a tenant's own models to that tenant alone", async () => {
    const query = "center=task:automatic-speech-recognition";
    const names = async (call: Call) => (await graph(query, call)).nodes.map(({ name }) => name);
    expect(await names(alice)).toContain("alice/ears");
    expect(await names(as(BOB))).not.toContain("alice/ears");
  });

  it("holds as many nodes as are asked for, and says that there are more", async () => {
    const view = await graph("center=model:openai/whisper-large-v2&depth=3&limit=10");
    expect(view.nodes).toHaveLength(10);
    expect(view.truncated).toBe(true);
  });

  it("is Turtle or JSON-LD for who asks for it", async () => {
    const get = (accept: string) => alice("/v1/catalogue/graph?center=licence:mit", { headers: { accept } });
    expect(await (await get("text/turtle")).text()).toContain(
      "<urn:impresario:model:facebook/bart-large-cnn> a imp:Model",
    );
    expect(await (await get("application/ld+json")).json()).toMatchObject({
      "@graph": expect.arrayContaining([expect.objectContaining({ "@id": "https://spdx.org/licenses/MIT" })]),
    });
  });

  it.each([
    "",
    "center=",
    "center=mit",
    "center=thing:mit",
    "center=licence:mit&depth=4",
    "center=licence:mit&limit=5001",
  ])("refuses ?%s", async (query) => {
    expect((await problemOf(await alice(`/v1/catalogue/graph?${query}`))).code).toBe("invalid-request");
  });

  it("knows nothing of a node without edges", async () => {
    expect((await problemOf(await alice("/v1/catalogue/graph?center=licence:none"))).code).toBe("not-found");
  });
});
