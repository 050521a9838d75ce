import { afterAll, describe, expect, it } from "vitest";
import { findServers, PLACES, type Place } from "../../../../scripts/local-models/servers.ts";
import { ROOT } from "../../../../scripts/server.ts";
import { LLAMA_CPP_ROUTER, OLLAMA_TAGS, PROXY_LIST } from "../../../fakes/local-models/answers.ts";
import {
  LLAMA_CPP,
  LM_STUDIO,
  type LocalServer,
  OLD_LM_STUDIO,
  OLLAMA,
  type Routes,
  startLocalServer,
  VLLM,
} from "../../../fakes/local-models/server.ts";
import { json, type Reply } from "../../../fakes/openai/reply.ts";
import { readSources, SYSTEM } from "../../imports/graph.ts";

const started: LocalServer[] = [];
afterAll(() => {
  for (const { server } of started) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(routes: Routes): Promise<LocalServer> {
  const one = await startLocalServer(routes);
  started.push(one);
  return one;
}

/** The place of a program, moved to where another listens. */
const placeOf = (port: number, url: string): Place => {
  const place = PLACES.find((one) => new URL(one.url).port === String(port));
  if (!place) throw new Error(`Nothing is looked for at ${port}`);
  return { ...place, url };
};
const NEVER = new AbortController().signal;
const OLLAMA_PORT = 11_434;
const LM_STUDIO_PORT = 1_234;
const LLAMA_CPP_PORT = 8_080;
const VLLM_PORT = 8_000;

describe("a server of models on this machine", () => {
  it("is looked for on this machine alone, where the programs document that they listen", () => {
    expect(PLACES.map(({ url }) => url)).toEqual(
      [11_434, 1_234, 8_080, 8_000].map((port) => `http://127.0.0.1:${port}`),
    );
  });

  it.each<[string, number, Routes, string, readonly string[]]>([
    [
      "Ollama",
      OLLAMA_PORT,
      OLLAMA,
      "Ollama",
      ["gemma4:latest vision", "llama3.2:1b chat", "nomic-embed-text:latest embeddings"],
    ],
    [
      "LM Studio",
      LM_STUDIO_PORT,
      LM_STUDIO,
      "LM Studio",
      [
        "qwen2-vl-7b-instruct vision",
        "meta-llama-3.1-8b-instruct chat",
        "text-embedding-nomic-embed-text-v1.5 embeddings",
      ],
    ],
    [
      "an older LM Studio",
      LM_STUDIO_PORT,
      OLD_LM_STUDIO,
      "LM Studio",
      ["google/gemma-4-12b-qat chat", "text-embedding-nomic-embed-text-v1.5 embeddings"],
    ],
    ["llama.cpp", LLAMA_CPP_PORT, LLAMA_CPP, "llama.cpp", ["../models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf vision"]],
    ["vLLM", VLLM_PORT, VLLM, "vLLM", ["Qwen/Qwen2.5-7B-Instruct chat"]],
    ["vLLM where llama.cpp would be", LLAMA_CPP_PORT, VLLM, "vLLM", ["Qwen/Qwen2.5-7B-Instruct chat"]],
  ])("is found with its models: %s", async (_, port, routes, program, models) => {
    const { url } = await start(routes);
    const [found, ...others] = await findServers({ places: [placeOf(port, url)], signal: NEVER });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ program, url });
    expect(found?.models.map(({ name, does }) => `${name} ${does}`)).toEqual(models);
  });

  it("is found beside others, in the order of the places", async () => {
    const [ollama, lmStudio, vllm] = await Promise.all([start(OLLAMA), start(LM_STUDIO), start(VLLM)]);
    const nobody = placeOf(LLAMA_CPP_PORT, "http://127.0.0.1:1");
    const places = [
      placeOf(OLLAMA_PORT, ollama.url),
      placeOf(LM_STUDIO_PORT, lmStudio.url),
      nobody,
      placeOf(VLLM_PORT, vllm.url),
    ];
    const found = await findServers({ places, signal: NEVER });
    expect(found.map(({ program }) => program)).toEqual(["Ollama", "LM Studio", "vLLM"]);
  });

  it("is asked for no more than what it lists, and to load nothing", async () => {
    const several = await start({ "GET /v1/models": () => json(LLAMA_CPP_ROUTER) });
    await findServers({ places: [placeOf(LLAMA_CPP_PORT, several.url)], signal: NEVER });
    expect(several.asked).toEqual(["GET /v1/models"]);
    const many = Array.from({ length: 500 }, (_, n) => ({ name: `m${n}` }));
    const full = await start({ ...OLLAMA, "GET /api/tags": () => json({ models: many }) });
    await findServers({ places: [placeOf(OLLAMA_PORT, full.url)], signal: NEVER });
    expect(full.asked).toHaveLength(42);
  });
});

const elsewhere = await start({ "GET /api/tags": () => json(OLLAMA_TAGS) });

describe("the search", () => {
  it("is made by npm start alone: no demo, script, test of the Worker or deployment makes it", () => {
    const sources = [SYSTEM, "{evaluation,scripts,bench}"].flatMap((folders) => readSources(ROOT, folders));
    const importing = sources
      .flatMap(({ imports }) => imports)
      .filter(({ to, isTypeOnly }) => to === "scripts/local-models/servers.ts" && !isTypeOnly);
    expect(importing.map(({ from }) => from)).toEqual(["scripts/start.ts"]);
  });
});

describe("whatever else listens there", () => {
  const HTML = { status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html><title>An app</title>" };
  const good = JSON.stringify(OLLAMA_TAGS);
  const JSON_TYPE = { "content-type": "application/json" };

  it.each<[string, Reply]>([
    ["a page", HTML],
    ["a page said to be JSON", { ...HTML, headers: JSON_TYPE }],
    ["a list said to be a page", { ...HTML, body: good }],
    ["an error", json({ error: "Unauthorized" }, 401)],
    ["a list with an error", json(OLLAMA_TAGS, 500)],
    ["a redirect to a good list", { status: 307, headers: { location: `${elsewhere.url}/api/tags` }, body: "" }],
    ["nothing", { status: 200, headers: JSON_TYPE, body: "" }],
    ["half a list", { status: 200, headers: JSON_TYPE, body: good.slice(0, 400) }],
    ["a list that breaks off", { status: 200, headers: JSON_TYPE, body: good, breaks: "cut" }],
    ["a broken connection", { status: 200, headers: JSON_TYPE, body: "", breaks: "before" }],
    ["a list without end", { status: 200, headers: JSON_TYPE, body: `${" ".repeat(2 * 1024 * 1024)}${good}` }],
    ["deep brackets", { status: 200, headers: JSON_TYPE, body: "[".repeat(200_000) }],
    ["another program's list", json(PROXY_LIST)],
    ["a list of nothing that is known", json({ object: "list", data: [{ id: "m" }] })],
  ])("is no server of models, and hurts nobody: %s", async (_, reply) => {
    const all = ["GET /api/tags", "GET /api/ps", "GET /api/v0/models", "GET /v1/models", "GET /props"];
    const other = await start(Object.fromEntries(all.map((route) => [route, () => reply])));
    const places = [OLLAMA_PORT, LM_STUDIO_PORT, LLAMA_CPP_PORT, VLLM_PORT].map((port) => placeOf(port, other.url));
    expect(await findServers({ places, signal: NEVER })).toEqual([]);
    expect(elsewhere.asked).toEqual([]);
  });

  it.each<[string, Reply["breaks"] | "never"]>([
    ["does not answer", "never"],
    ["does not come to an end", "stall"],
  ])("is not waited for longer than there is time: one that %s", async (_, breaks) => {
    const time = new AbortController();
    const slow = await start({
      "GET /v1/models": () => ({ status: 200, headers: JSON_TYPE, body: good, breaks: "stall" }),
    });
    const quick = await start(VLLM);
    const ended: Place = {
      url: quick.url,
      look: async (ask) => {
        const found = await placeOf(VLLM_PORT, quick.url).look(ask);
        time.abort();
        return found;
      },
    };
    const fetching: typeof fetch = (input, init) =>
      breaks === "never" && String(input).startsWith(slow.url)
        ? new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("late"))))
        : fetch(input, init);
    const places = [placeOf(VLLM_PORT, slow.url), ended];
    const found = await findServers({ places, fetch: fetching, signal: time.signal });
    expect(found.map(({ url }) => url)).toEqual([quick.url]);
  });

  it("does not keep Ollama from being used that it says nothing more of its models in time", async () => {
    const time = new AbortController();
    const ollama = await start({
      ...OLLAMA,
      "POST /api/show": () => {
        time.abort();
        return { status: 200, headers: JSON_TYPE, body: good, breaks: "stall" };
      },
    });
    const [found] = await findServers({ places: [placeOf(OLLAMA_PORT, ollama.url)], signal: time.signal });
    expect(found?.models.map(({ name, does }) => `${name} ${does}`)).toEqual([
      "gemma4:latest chat",
      "llama3.2:1b chat",
      "nomic-embed-text:latest embeddings",
    ]);
  });
});
