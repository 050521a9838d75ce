import { describe, expect, it } from "vitest";
import { watchedProvider } from "../../src/providers/fake-marker.ts";
import type { ExpertCall, ExpertResult } from "../../src/providers/provider.ts";
import { callEndpoint, endpointAt } from "./custom/call-endpoint.ts";

const CALL: ExpertCall = {
  endpoint: {
    provider: "openai",
    model: "m",
    taskType: "text-to-image",
    description: "",
    licence: "mit",
    grade: "full",
  },
  taskType: "text-to-image",
  inputs: {},
  signal: new AbortController().signal,
  progress: () => undefined,
};

/** What a provider makes of an answer with these headers, with a note of its own. */
function called(headers: Readonly<Record<string, string>>): Promise<ExpertResult> {
  const provider = watchedProvider(
    async () => new Response("", { headers }),
    (fetch) => ({
      name: "openai",
      endpoints: () => [],
      call: async () => {
        await fetch("https://models.example/");
        return { outputs: {}, notes: ["drawn small"] };
      },
    }),
  );
  return provider.call(CALL);
}

describe("what a stand-in makes", () => {
  it("says so, whatever it is", async () => {
    expect((await called({ "x-fake": "true" })).notes).toEqual([expect.stringMatching(/^\[fake\] /), "drawn small"]);
  });

  it("is not what a service makes", async () => {
    expect((await called({})).notes).toEqual(["drawn small"]);
  });

  it.each([
    ["a custom endpoint that is one", { "x-fake": "true" }, [expect.stringMatching(/^\[fake\] /)]],
    ["any other custom endpoint", {}, undefined],
  ])("is told of %s", async (_, headers, notes) => {
    const answer = async (): Promise<Response> => Response.json({ outputs: { text: "Short." } }, { headers });
    const result = await callEndpoint(endpointAt("/", {}), undefined, { fetch: answer });
    expect(result.notes).toEqual(notes);
  });
});
