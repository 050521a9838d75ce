import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linksOf, triplesOf } from "../../src/catalogue/graph.ts";
import { type CatalogueModel, NODE_KINDS, RELATIONS, type Triple } from "../../src/domain/catalogue.ts";
import { anyModel, endpoint, model, score } from "./snapshot/models.ts";

/** The triples without their subject, which is the model throughout. */
const said = (more: Partial<CatalogueModel>): readonly Omit<Triple, "subject">[] =>
  triplesOf(model("maker/model", more)).map(({ subject, ...rest }) => {
    expect(subject).toBe("maker/model");
    return rest;
  });

const wer = score("LibriSpeech", 4.2, { metric: "wer", higherIsBetter: false });
const whisper = endpoint("workers-ai", "@cf/openai/whisper", "automatic-speech-recognition");

describe("what the graph says of a model", () => {
  it.each<[string, Partial<CatalogueModel>, readonly Omit<Triple, "subject">[]]>([
    ["nothing where nothing is known", {}, []],
    [
      "its task types",
      { tasks: ["translation", "summarization"] },
      [
        { relation: "does", object: { kind: "task", name: "translation" } },
        { relation: "does", object: { kind: "task", name: "summarization" } },
      ],
    ],
    [
      "a licence of its own",
      { licence: "other" },
      [{ relation: "licensed-under", object: { kind: "licence", name: "other" } }],
    ],
    [
      "its maker",
      { organization: "maker" },
      [{ relation: "published-by", object: { kind: "organization", name: "maker" } }],
    ],
    [
      "its papers",
      { papers: ["2212.04356"] },
      [{ relation: "described-in", object: { kind: "paper", name: "2212.04356" } }],
    ],
    [
      "what it was made from",
      { baseModels: ["a/b"] },
      [{ relation: "derived-from", object: { kind: "model", name: "a/b" } }],
    ],
    [
      "a figure",
      { scores: [wer] },
      [{ relation: "scored-on", object: { kind: "benchmark", name: "LibriSpeech" }, score: wer }],
    ],
    [
      "where it runs",
      { endpoints: [whisper] },
      [{ relation: "runs-at", object: { kind: "provider", name: "workers-ai" }, endpoint: whisper }],
    ],
    [
      "a language once, with the sentence that says it",
      {
        languages: ["de", "en"],
        facts: [
          { relation: "knows-language", object: "de", sentence: "It speaks German." },
          { relation: "knows-language", object: "de", sentence: "German works too." },
          { relation: "knows-language", object: "fr", sentence: "And French." },
        ],
      },
      [
        { relation: "knows-language", object: { kind: "language", name: "de" }, sentence: "It speaks German." },
        { relation: "knows-language", object: { kind: "language", name: "en" } },
        { relation: "knows-language", object: { kind: "language", name: "fr" }, sentence: "And French." },
      ],
    ],
    [
      "what only its card's text tells",
      {
        datasets: ["a/data"],
        facts: [
          { relation: "trained-on", object: "b/data", sentence: "Trained on b/data." },
          { relation: "intended-for", object: "medicine", sentence: "For doctors." },
          { relation: "input-limit", object: "512 tokens", sentence: "At most 512 tokens." },
        ],
      },
      [
        { relation: "trained-on", object: { kind: "dataset", name: "a/data" } },
        { relation: "trained-on", object: { kind: "dataset", name: "b/data" }, sentence: "Trained on b/data." },
        { relation: "intended-for", object: { kind: "domain", name: "medicine" }, sentence: "For doctors." },
        { relation: "input-limit", object: { kind: "limit", name: "512 tokens" }, sentence: "At most 512 tokens." },
      ],
    ],
  ])("is %s", (_, more, expected) => expect(said(more)).toEqual(expected));

  it("is bounded, however much a card claims", () => {
    const names = Array.from({ length: 3000 }, (_, index) => `dataset-${index}`);
    const claims = model("a/b", { datasets: names, tasks: names });
    expect(triplesOf(claims)).toHaveLength(1000);
    expect(linksOf(claims, "dataset").size).toBe(500);
  });

  it("links to the nodes that its triples lead to, and no others", () => {
    fc.assert(
      fc.property(anyModel, fc.constantFrom(...NODE_KINDS), (given, kind) => {
        const names = triplesOf(given).flatMap(({ object }) => (object.kind === kind ? [object.name] : []));
        expect(linksOf(given, kind)).toEqual(new Set(names));
      }),
    );
  });

  it("uses relations that the domain knows, each to one kind of node", () => {
    const kinds = new Map<string, string>();
    fc.assert(
      fc.property(anyModel, (given) => {
        for (const { relation, object } of triplesOf(given)) {
          expect(RELATIONS).toContain(relation);
          expect(kinds.get(relation) ?? object.kind).toBe(object.kind);
          kinds.set(relation, object.kind);
        }
      }),
    );
  });
});
