import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { StatedFacts } from "../../src/domain/endpoints.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { createCustomProvider } from "../../src/providers/custom/index.ts";

const endpoint = { model: "our/model", taskType: "image-to-text", url: "https://models.example/caption" };
const read = (facts: object) =>
  readConfig({
    AUTH: "keys",
    IMPRESARIO_SECRET: "0123456789abcdef0123456789abcdef",
    CONFIG: { endpoints: [{ ...endpoint, ...facts }] },
  }).deployment.endpoints;
const statedBy = (facts: object): StatedFacts | undefined =>
  createCustomProvider(read(facts), createOntology()).endpoints()[0]?.stated;

const price = { usd: 0.5, per: "image", asOf: "2026-11-01" };

describe("what the configuration says of an endpoint's model", () => {
  it.each<[string, object, StatedFacts | undefined]>([
    ["nothing", {}, undefined],
    ["its size", { parameters: 7e9, bytes: 15_000_000_000 }, { parameters: 7e9, bytes: 15_000_000_000 }],
    ["that it is a program", { parameters: 0 }, { parameters: 0 }],
    ["its languages", { languages: ["en", "pt-BR", "mul"] }, { languages: ["en", "pt-BR", "mul"] }],
    ["that it needs none", { languages: [] }, { languages: [] }],
    ["who may have it", { gated: false }, { gated: false }],
    [
      "what it costs",
      { prices: [price] },
      { prices: [{ ...price, per: "image", source: "stated with the endpoint" }] },
    ],
  ])("is what its endpoint states: %s", (_, facts, stated) => {
    expect(statedBy(facts)).toEqual(stated);
  });

  it.each<[string, object]>([
    ["half a parameter", { parameters: 0.5 }],
    ["fewer than none", { parameters: -1 }],
    ["more than there can be", { parameters: 1e15 }],
    ["a size in words", { bytes: "15 GB" }],
    ["a language by its name", { languages: ["English"] }],
    ["an unknown fact", { parameters: null }],
    ["a negative price", { prices: [{ ...price, usd: -1 }] }],
    ["a price for what is not charged for", { prices: [{ ...price, per: "smile" }] }],
    ["a price of no day", { prices: [{ usd: 1, per: "image" }] }],
    ["a price of a day that never was", { prices: [{ ...price, asOf: "2026-02-30" }] }],
    ["two prices for one unit", { prices: [price, price] }],
  ])("is refused where it makes no sense: %s", (_, facts) => {
    expect(() => read(facts)).toThrow(/^Impresario is not configured\. CONFIG\.endpoints\.0\./);
  });
});
