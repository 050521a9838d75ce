import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOntology } from "../../../../src/domain/task-types/index.ts";
import { createHuggingFaceProvider } from "../../../../src/providers/huggingface/index.ts";
import type { InputValue } from "../../../../src/providers/provider.ts";
import type { FakeModels } from "../../../fakes/huggingface/hub.ts";
import { type FakeHuggingFace, startHuggingFaceServer } from "../../../fakes/huggingface/server.ts";

const MODELS: FakeModels = {
  "facebook/bart-large-cnn": {
    "hf-inference": { status: "live", providerId: "facebook/bart-large-cnn", task: "summarization" },
  },
  "openai/gpt-oss-120b": {
    groq: { status: "live", providerId: "openai/gpt-oss-120b", task: "conversational" },
  },
};

let fake: FakeHuggingFace;
beforeAll(async () => {
  fake = await startHuggingFaceServer(MODELS);
});
afterAll(() => {
  fake.server.closeAllConnections();
  fake.server.close();
});

const text: InputValue = {
  kind: "text",
  mediaType: "text/plain",
  name: "text",
  size: 5,
  text: async () => "Long.",
  json: async () => "Long.",
  bytes: async () => new TextEncoder().encode("Long."),
  stream: async () => new Blob(["Long."]).stream(),
};

describe("the stand-in with models of a playground's own", () => {
  it.each(Object.keys(MODELS))("answers for %s, and says that it is none", async (model) => {
    const marks: (string | null)[] = [];
    const provider = createHuggingFaceProvider({
      token: "hf_test",
      hubUrl: fake.url,
      routerUrl: fake.url,
      ontology: createOntology(),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        marks.push(response.headers.get("x-fake"));
        return response;
      },
      now: () => 0,
    });
    const endpoint = await provider.find?.(model, "summarization");
    if (!endpoint) throw new Error("There is no endpoint");
    const { outputs } = await provider.call({
      endpoint,
      taskType: "summarization",
      inputs: { text: [text] },
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    expect(outputs.text).toMatchObject({ as: "text", text: expect.stringMatching(/^\[fake\]/) });
    expect(marks).toEqual(["true", "true"]);
  });

  it("knows no other model", async () => {
    for (const path of ["/api/models/some/other?expand[]=inferenceProviderMapping", "/nowhere"]) {
      expect((await fetch(`${fake.url}${path}`)).status).toBe(404);
    }
  });
});
