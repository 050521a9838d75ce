import { describe, expect, it } from "vitest";
import { factsOf } from "../../../../web/catalogue/facts.ts";

const MODEL: Parameters<typeof factsOf>[0] = {
  organization: "a",
  tasks: ["summarization"],
  licence: "mit",
  licenceConfidence: "unsure",
  parameters: 72_600_000,
  parametersConfidence: "sure",
  bytes: 151e6,
  bytesConfidence: "unsure",
  languages: null,
  downloads: 12_345,
  downloadsOn: "2026-10-05",
  gated: false,
  datasets: Array.from({ length: 40 }, (_, place) => `set-${place}`),
  baseModels: ["b/base"],
  papers: ["2212.04356"],
  triples: [
    { from: "model:a/b", relation: "does", to: "task:summarization" },
    { from: "model:a/b", relation: "licensed-under", to: "licence:mit" },
    { from: "model:a/b", relation: "described-in", to: "paper:2212.04356" },
    { from: "model:a/b", relation: "derived-from", to: "model:b/base" },
    { from: "model:a/b", relation: "published-by", to: "organization:a" },
  ],
};

const partsOf = (title: string) => factsOf(MODEL).find((fact) => fact.title === title)?.parts;

describe("what is known of a model", () => {
  it.each([
    ["Tasks", [{ words: "summarization", node: "task:summarization" }]],
    ["Published by", [{ words: "a", node: "organization:a" }]],
    ["Licence", [{ words: "mit (not sure)", node: "licence:mit" }]],
    ["Derived from", [{ words: "b/base", node: "model:b/base" }]],
    ["Papers", [{ words: "arXiv:2212.04356", node: "paper:2212.04356" }]],
    ["Parameters", [{ words: "72.6 M", node: null }]],
    ["Weights", [{ words: "open to everybody", node: null }]],
    ["Languages", []],
    ["Size on disk", [{ words: "151 MB (not sure)", node: null }]],
    ["Downloads", [{ words: "12,345 a month (2026-10-05)", node: null }]],
  ])("%s: leads to the graph where the graph has it", (title, parts) => {
    expect(partsOf(title)).toEqual(parts);
  });

  it("leads to no node that the graph does not have", () => {
    expect(partsOf("Trained on")?.[0]).toEqual({ words: "set-0", node: null });
  });

  it("says of many how many more there are", () => {
    const trained = factsOf(MODEL).find(({ title }) => title === "Trained on");
    expect([trained?.parts.length, trained?.more]).toEqual([30, 10]);
  });
});
