import { describe, expect, it } from "vitest";
import { createEmbeddedProvider } from "../../../src/providers/embedded/index.ts";

const provider = createEmbeddedProvider({
  asset: () => Promise.reject(new Error("Nothing is read here")),
  vectors: () => Promise.reject(new Error("Nothing is read here")),
  sentences: () => Promise.reject(new Error("Nothing is read here")),
  reader: () => Promise.reject(new Error("Nothing is read here")),
  senses: () => Promise.reject(new Error("Nothing is read here")),
  loader: undefined,
});

describe("every embedded expert", () => {
  it.each(provider.endpoints())("states what it costs, who may have it, its size and its languages: $model", (one) => {
    expect(one.stated).toMatchObject({
      gated: false,
      prices: [{ usd: 0, per: "call" }],
      parameters: expect.any(Number),
      bytes: expect.any(Number),
      languages: expect.any(Array),
    });
  });

  it("is a program without weights where it only computes", () => {
    const programs = provider.endpoints().filter(({ stated }) => stated?.parameters === 0);
    expect([...new Set(programs.map(({ model }) => model))].toSorted()).toEqual([
      "canny",
      "image-js",
      "jsqr",
      "quickjs",
    ]);
    for (const { stated } of programs) expect(stated?.languages).toEqual([]);
  });
});
