import fc from "fast-check";
import jsonld from "jsonld";
import { Parser, Writer } from "n3";
import { describe, expect, it } from "vitest";
import { triplesOf } from "../../../src/catalogue/graph.ts";
import { type RdfType, writeRdf } from "../../../src/catalogue/query/rdf/index.ts";
import type { CatalogueModel } from "../../../src/domain/catalogue.ts";
import { knownOf, model, own, SPEECH, score } from "../../catalogue/query/models.ts";

const WHISPER = "urn:impresario:model:openai/whisper-large-v2";
const IMP = "urn:impresario:vocabulary:";

/** Models of a catalogue and one of our own, written as RDF. */
async function write(type: RdfType, models: readonly CatalogueModel[]): Promise<string> {
  const known = await knownOf(models, { endpoints: [own("ours/one", { licence: "MIT" })] });
  const all = [...models.map(({ id }) => id), "ours/one"].flatMap((id) => known.find(id) ?? []);
  return writeRdf(type, all, all.flatMap(triplesOf));
}

/** Turtle as N-Quads, line by line. */
const linesOfTurtle = (text: string): readonly string[] =>
  new Writer({ format: "N-Quads" })
    .quadsToString(new Parser({ format: "text/turtle" }).parse(text))
    .trim()
    .split("\n")
    .toSorted();

/** As N-Quads, by a processor that is not ours. */
async function linesOfJsonLd(text: string): Promise<readonly string[]> {
  const lines = await jsonld.toRDF(JSON.parse(text), { format: "application/n-quads" });
  return String(lines).trim().split("\n").toSorted();
}

describe("the graph as RDF", () => {
  it("says the same in Turtle and in JSON-LD, to parsers that are not ours", async () => {
    const turtle = linesOfTurtle(await write("text/turtle", SPEECH));
    expect(turtle.length).toBeGreaterThan(100);
    expect(await linesOfJsonLd(await write("application/ld+json", SPEECH))).toEqual(turtle);
  });

  it("is well-formed whatever stands in names, texts and numbers", async () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
    const source = fc.oneof(
      text,
      text.map((end) => `https://example.com/${end}`),
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        source,
        fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
        async (a, b, from, value) => {
          const odd = model(`x/${a}`, {
            description: b,
            licence: a,
            tasks: [b],
            datasets: [a],
            papers: [b],
            scores: [score(a, value, { config: b, source: from })],
            facts: [{ relation: "input-limit", object: b, sentence: a }],
          });
          const turtle = linesOfTurtle(await write("text/turtle", [odd]));
          expect(await linesOfJsonLd(await write("application/ld+json", [odd]))).toEqual(turtle);
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    [WHISPER, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", `${IMP}Model`],
    [WHISPER, "http://purl.org/dc/terms/license", "https://spdx.org/licenses/Apache-2.0"],
    [WHISPER, "http://purl.org/dc/terms/publisher", "urn:impresario:organization:openai"],
    [WHISPER, `${IMP}does`, "urn:impresario:task:automatic-speech-recognition"],
    [WHISPER, "https://schema.org/inLanguage", "urn:impresario:language:mul"],
    [WHISPER, "https://schema.org/citation", "https://arxiv.org/abs/2212.04356"],
    [WHISPER, "https://schema.org/isBasedOn", "urn:impresario:model:openai/whisper-large"],
    [WHISPER, "https://schema.org/sameAs", "https://huggingface.co/openai/whisper-large-v2"],
    [WHISPER, `${IMP}scoredOn`, "urn:impresario:benchmark:Common%20Voice%209.0"],
    [
      "urn:impresario:model:facebook/mms-1b-all",
      "http://purl.org/dc/terms/license",
      "https://spdx.org/licenses/CC-BY-NC-4.0",
    ],
  ])("has %s %s %s", async (subject, predicate, object) => {
    expect(linesOfTurtle(await write("text/turtle", SPEECH))).toContain(`<${subject}> <${predicate}> <${object}> .`);
  });

  it("has figures as nodes with value, metric, split, source and confidence", async () => {
    const lines = linesOfTurtle(await write("text/turtle", SPEECH));
    const figure = `<${WHISPER}#figure/LibriSpeech//test-clean/wer/2.7>`;
    expect(lines).toContain(`<${WHISPER}> <${IMP}figure> ${figure} .`);
    expect(lines.filter((line) => line.startsWith(figure))).toEqual([
      `${figure} <http://purl.org/dc/terms/source> <https://example.com/card> .`,
      `${figure} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${IMP}Figure> .`,
      `${figure} <https://schema.org/value> "2.7"^^<http://www.w3.org/2001/XMLSchema#decimal> .`,
      `${figure} <${IMP}benchmark> <urn:impresario:benchmark:LibriSpeech> .`,
      `${figure} <${IMP}confidence> "sure" .`,
      `${figure} <${IMP}higherIsBetter> "false"^^<http://www.w3.org/2001/XMLSchema#boolean> .`,
      `${figure} <${IMP}metric> "wer" .`,
      `${figure} <${IMP}split> "test-clean" .`,
    ]);
  });

  it("leads from benchmarks to their papers, by which those of different names are one", async () => {
    const measured = [
      model("a/one", { scores: [score("MMLU", 60, { paper: "2009.03300" })] }),
      model("a/two", { scores: [score("hendrycks_test", 70, { paper: "2009.03300" })] }),
    ];
    const lines = linesOfTurtle(await write("text/turtle", measured));
    const paper = "<https://arxiv.org/abs/2009.03300>";
    expect(lines.filter((line) => line.endsWith(`${paper} .`))).toEqual([
      `<urn:impresario:benchmark:MMLU> <https://schema.org/citation> ${paper} .`,
      `<urn:impresario:benchmark:hendrycks_test> <https://schema.org/citation> ${paper} .`,
      `<urn:impresario:model:a/one> <${IMP}measuredBy> ${paper} .`,
      `<urn:impresario:model:a/two> <${IMP}measuredBy> ${paper} .`,
    ]);
  });

  it("says where facts were read, and when", async () => {
    const sources = [{ fact: "bytes", source: "https://example.com/files", asOf: "2026-11-27" }] as const;
    const lines = linesOfTurtle(await write("text/turtle", [model("a/one", { bytes: 5, sources })]));
    const source = "<urn:impresario:model:a/one#source/bytes>";
    expect(lines).toContain(`<urn:impresario:model:a/one> <${IMP}factSource> ${source} .`);
    expect(lines.filter((line) => line.startsWith(source))).toEqual([
      `${source} <http://purl.org/dc/terms/source> <https://example.com/files> .`,
      `${source} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${IMP}FactSource> .`,
      `${source} <${IMP}asOf> "2026-11-27" .`,
      `${source} <${IMP}fact> "bytes" .`,
    ]);
  });

  it("says which sentence a fact was read from, and what can be called here", async () => {
    const lines = linesOfTurtle(await write("text/turtle", SPEECH)).join("\n");
    expect(lines).toContain(`<${IMP}sentence> "It is intended for research."`);
    expect(lines.match(/callableHere> "true"/g)).toHaveLength(1);
  });
});
