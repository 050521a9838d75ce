import { afterAll, describe, expect, it } from "vitest";
import { chooseModels } from "../../../scripts/local-models/choose.ts";
import { findServers, PLACES } from "../../../scripts/local-models/servers.ts";
import { varsFor } from "../../../scripts/local-models/settings.ts";
import { OLLAMA, startLocalServer } from "../../fakes/local-models/server.ts";
import type { OpenAiCall } from "../../fakes/openai/server.ts";
import { upload, useServer } from "../use-server.ts";

const CHAT = "gemma4:latest";
const EMBEDS = "nomic-embed-text:latest";
const LIMIT_MS = 60_000;

const ollama = await startLocalServer(OLLAMA);
afterAll(() => {
  ollama.server.closeAllConnections();
  ollama.server.close();
});
const places = PLACES.filter(({ url }) => url.endsWith(":11434")).map((place) => ({ ...place, url: ollama.url }));
const choice = chooseModels(await findServers({ places, signal: new AbortController().signal }));
if (!choice) throw new Error("Nothing was found to use");

/** As `npm start` does where Ollama runs, and nothing is set. */
const { client } = useServer({ ...varsFor(choice, {}, "2026-11-27") });

const callsOf = async (model: string): Promise<readonly OpenAiCall[]> =>
  (await fetch(`${ollama.url}/calls/${encodeURIComponent(model)}`)).json();

/** What may be used is on this machine, and costs nothing. */
const AT_HOME = { constraints: { provider: { allow: ["local"] } }, budget: { usd: 0.001 } };

describe("a server that npm start has started beside Ollama", { timeout: LIMIT_MS }, () => {
  it("has its chat model to plan with, in light mode", async () => {
    const api = client();
    const health = await api.health();
    expect(health).toMatchObject({
      languageModel: `openai:${CHAT}`,
      controllers: { first: "auto", planning: "light", configured: ["embedded", "openai"] },
    });
    const { id } = await api.start({ text: "Summarize this: It rained all day.", controller: "openai" });
    expect((await api.wait(id)).status).toBe("succeeded");
    const [planning] = await callsOf(CHAT);
    expect(planning).toMatchObject({
      authorization: null,
      body: {
        ...{ model: CHAT, reasoning_effort: "none" },
        messages: [{ content: expect.stringMatching(/^You choose the tasks/) }, {}],
      },
    });
  });

  it.each([
    ["image-to-text", {}],
    ["visual-question-answering", { text: "What is the person doing?" }],
  ])("has its vision model do %s, where nothing may leave the machine or cost anything", async (task, asked) => {
    const api = client();
    const { id: image } = await upload(api, "photo.jpg");
    const plan = [{ task, id: 0, dep: [-1], args: { image, ...asked } }];
    const { id } = await api.start({ text: "Look at this", resources: [image], plan, ...AT_HOME });
    expect(await api.wait(id)).toMatchObject({
      status: "succeeded",
      tasks: [{ task, status: "succeeded", attempts: [{ model: `openai:${CHAT}` }] }],
      usage: { usd: 0 },
    });
  });

  it("has its embedding model compare texts, where another than what is built in is asked for", async () => {
    const api = client();
    const args = { sentence: "It rains.", sentences: ["It is raining.", "A train leaves."] };
    const { id } = await api.start({
      text: "Compare them",
      plan: [{ task: "sentence-similarity", id: 0, dep: [-1], args }],
      constraints: { provider: { allow: ["openai"] } },
    });
    const run = await api.wait(id);
    expect(run.tasks).toMatchObject([{ task: "sentence-similarity", status: "succeeded" }]);
    expect((await callsOf(EMBEDS)).map(({ path }) => path)).toEqual(["/v1/embeddings"]);
  });
});
