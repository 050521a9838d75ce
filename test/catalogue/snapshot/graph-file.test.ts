import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { triplesOf } from "../../../src/catalogue/graph.ts";
import { loadGraph, writeGraph } from "../../../src/catalogue/snapshot/graph-file.ts";
import { buildSnapshot, type Snapshot } from "../../../src/catalogue/snapshot/snapshot.ts";
import { type CatalogueModel, NODE_KINDS } from "../../../src/domain/catalogue.ts";
import { anyModels, endpoint, model, score } from "./models.ts";

const ID = "20261122-090000-0123abcd";
const AT = 1_795_338_000_000;

const build = (models: readonly CatalogueModel[]): Promise<Snapshot> =>
  buildSnapshot(models, { id: ID, publishedAt: AT });
const linesOf = async (models: readonly CatalogueModel[]): Promise<readonly string[]> => [
  ...writeGraph(await build(models), AT),
];

/** A file as R2 may give it: in chunks that care neither for lines nor for characters. */
function streamOf(text: string, chunkBytes = 1000): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunkBytes) controller.enqueue(bytes.subarray(at, at + chunkBytes));
      controller.close();
    },
  });
}

const load = (text: string, chunkBytes?: number): Promise<Snapshot> => loadGraph(streamOf(text, chunkBytes), ID);

describe("a snapshot written and loaded", () => {
  it("has everything that was known of every model", async () => {
    await fc.assert(
      fc.asyncProperty(anyModels, fc.integer({ min: 1, max: 5000 }), async (models, chunkBytes) => {
        const snapshot = await load((await linesOf(models)).join(""), chunkBytes);
        expect(snapshot.id).toBe(ID);
        expect(snapshot.publishedAt).toBe(AT);
        expect(new Map(snapshot.models.map((one) => [one.id, one]))).toEqual(
          new Map(models.map((one) => [one.id, one])),
        );
        expect(snapshot.counts).toEqual({
          models: models.length,
          triples: models.reduce((sum, one) => sum + triplesOf(one).length, 0),
          scores: models.reduce((sum, one) => sum + one.scores.length, 0),
          endpoints: models.reduce((sum, one) => sum + one.endpoints.length, 0),
        });
      }),
      { numRuns: 50 },
    );
  });

  it("is read without the columns that came later, with what holds where nobody says", async () => {
    const known = model("a/b", {
      ...{ bytes: 5, bytesConfidence: "verified", downloadsOn: "2026-10-05" },
      ...{ scores: [score("MMLU", 60, { paper: "2009.03300" })] },
      sources: [{ fact: "bytes", source: "https://example.com/", asOf: "2026-10-05" }],
    });
    const later = /^(?:bytesConfidence|downloadsOn|sources|scores\[\]\.paper)/;
    const lines = (await linesOf([known])).map((line) => {
      const { columns, ...rest } = JSON.parse(line);
      const before = Object.entries(columns ?? {}).filter(([name]) => !later.test(name));
      return `${JSON.stringify(columns ? { ...rest, columns: Object.fromEntries(before) } : rest)}\n`;
    });
    const { models } = await load(lines.join(""));
    expect(models).toEqual([
      {
        ...known,
        ...{ bytesConfidence: "sure", downloadsOn: null, sources: [] },
        scores: [score("MMLU", 60)],
      },
    ]);
  });

  it("finds models by id, node and task type as a look at each of them would", async () => {
    await fc.assert(
      fc.asyncProperty(anyModels, async (models) => {
        const snapshot = await load((await linesOf(models)).join(""));
        const rows = snapshot.models;
        expect(rows.map(({ id }) => snapshot.byId.get(id))).toEqual(rows);
        for (const kind of NODE_KINDS) {
          for (const name of ["en", "mit", "summarization", "__proto__", "a/b", "embedded", "none"]) {
            const linked = rows.filter((one) =>
              triplesOf(one).some(({ object }) => object.kind === kind && object.name === name),
            );
            expect(snapshot.linkedTo({ kind, name })).toEqual(linked);
          }
        }
        for (const taskType of ["summarization", "__proto__", "none"]) {
          const able = rows.filter(
            ({ tasks, endpoints }) => tasks.includes(taskType) || endpoints.some((one) => one.taskType === taskType),
          );
          expect(snapshot.modelsFor(taskType)).toEqual(able);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("a file of before cards' code was kept", () => {
  it("is loaded as it was then", async () => {
    const models = [model("a/b", { downloads: 3, tasks: ["translation"] }), model("c/d", { downloads: 2 })];
    const [header = "", block = ""] = await linesOf(models);
    const { columns, ...rest } = JSON.parse(block) as { columns: Record<string, unknown> };
    const { cardCode, ...before } = columns;
    expect(cardCode).toEqual([0, 0]);
    const snapshot = await load(`${header}${JSON.stringify({ ...rest, columns: before })}\n`);
    expect(snapshot.models).toEqual(models);
  });
});

describe("rows", () => {
  it("stand in order of downloads, then of ids; what nobody counted comes last", async () => {
    const snapshot = await build([
      model("z/uncounted"),
      model("b/many", { downloads: 10 }),
      model("c/few", { downloads: 0 }),
      model("a/many", { downloads: 10 }),
      model("a/uncounted"),
      model("d/most", { downloads: 11 }),
    ]);
    expect(snapshot.models.map(({ id }) => id)).toEqual([
      "d/most",
      "a/many",
      "b/many",
      "c/few",
      "a/uncounted",
      "z/uncounted",
    ]);
  });

  it("keep the first of two models with one id", async () => {
    const snapshot = await build([model("a/b", { likes: 1 }), model("a/b", { likes: 2 })]);
    expect(snapshot.models).toEqual([model("a/b", { likes: 1 })]);
  });
});

describe("a damaged file", () => {
  const models = [
    model("a/b", { downloads: 3, tasks: ["translation"], scores: [score("FLORES", 30)] }),
    model("c/d", { downloads: 2, languages: ["en"], endpoints: [endpoint("workers-ai", "@cf/c", "translation")] }),
  ];
  const HEADER = 0;
  const BLOCK = 1;

  /** The file with one of its lines changed. */
  async function changed(line: number, change: (text: string) => string): Promise<string> {
    return (await linesOf(models)).map((text, index) => (index === line ? change(text) : text)).join("");
  }

  it.each<[string, number, (text: string) => string, RegExp]>([
    ["another format", HEADER, (text) => text.replace("impresario-catalogue", "other"), /line 1: it is not written/],
    ["a version to come", HEADER, (text) => text.replace('"version":1', '"version":2'), /line 1/],
    ["another snapshot's header", HEADER, (text) => text.replace("0123abcd", "ffffffff"), /it is of snapshot/],
    ["no header", HEADER, () => "", /line 1/],
    ["fewer models announced", HEADER, (text) => text.replace('"models":2', '"models":1'), /line 2: there are more/],
    ["more models announced", HEADER, (text) => text.replace('"models":2', '"models":3'), /2 models instead of 3/],
    ["more scores announced", HEADER, (text) => text.replace('"scores":1', '"scores":9'), /1 scores instead of 9/],
    ["a line missing", BLOCK, () => "", /0 models instead of 2/],
    ["a line cut off", BLOCK, (text) => text.slice(0, -20), /line 2: it is cut off/],
    ["no JSON", BLOCK, (text) => text.replace("{", ""), /line 2: it is not written/],
    ["a column missing", BLOCK, (text) => text.replace('"licence":', '"license":'), /column "licence" is missing/],
    [
      "a cell missing",
      BLOCK,
      (text) => text.replace('"downloads":[3,2]', '"downloads":[3]'),
      /holds 1 cells instead of 2/,
    ],
    [
      "a cell of another type",
      BLOCK,
      (text) => text.replace('"downloads":[3,2]', '"downloads":["3",2]'),
      /"downloads" holds "3"/,
    ],
    [
      "rows out of order",
      BLOCK,
      (text) => text.replace('"downloads":[3,2]', '"downloads":[2,3]'),
      /c\/d is out of order/,
    ],
    [
      "a figure that is none",
      BLOCK,
      (text) => text.replace('"scores[].value":[30]', '"scores[].value":[null]'),
      /scores\[\]\.value" holds null/,
    ],
    [
      "a length that is none",
      BLOCK,
      (text) => text.replace('"scores.length":[1,0]', '"scores.length":[-1,2]'),
      /is no length/,
    ],
    [
      "lengths beyond the items",
      BLOCK,
      (text) => text.replace('"scores.length":[1,0]', '"scores.length":[1,1]'),
      /1 cells instead of 2/,
    ],
    ["a word that is none", BLOCK, (text) => text.replace('"live"', '"lively"'), /endpoints\[\]\.status" holds/],
    ["code that is none", BLOCK, (text) => text.replace('"cardCode":[0,0]', '"cardCode":[1,0]'), /"cardCode" holds 1/],
    ["strings missing", BLOCK, (text) => text.replace(/"strings":\[[^\]]*\]/, '"strings":[]'), /column "id" holds 1/],
    ["one model twice", BLOCK, (text) => text.replace('"id":[1,', '"id":[1,1],"was":['), /a\/b is there twice/],
  ])("with %s is refused", async (_, line, change, message) => {
    const text = await changed(line, change);
    expect(text).not.toBe((await linesOf(models)).join(""));
    await expect(load(text)).rejects.toThrow(
      expect.objectContaining({ name: "DamagedSnapshot", message: expect.stringMatching(message) }),
    );
  });

  it("that is empty is refused", () => expect(load("")).rejects.toThrow(/is empty/));

  it("that is no UTF-8 is refused", () =>
    expect(loadGraph(new Blob([new Uint8Array([0xff, 0xfe])]).stream(), ID)).rejects.toThrow(/UTF-8/));

  it("with a line without end is given up, and the rest not read", async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(120)),
      cancel: () => {
        cancelled = true;
      },
    });
    await expect(loadGraph(endless, ID)).rejects.toThrow(/longer than/);
    expect(cancelled).toBe(true);
  });

  it("is never taken for a whole one, wherever it ends", async () => {
    const whole = (await linesOf(models)).join("");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
        await expect(load(whole.slice(0, length))).rejects.toThrow(/^Snapshot /);
      }),
    );
  });

  it("is not blamed when the way from R2 breaks", async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError("lost")) });
    await expect(loadGraph(broken, ID)).rejects.toThrow(TypeError);
  });
});
