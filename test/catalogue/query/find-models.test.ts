import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModels, type ModelQuery, type TenantCatalogue } from "../../../src/catalogue/query/index.ts";
import { knownOf, model, own, SPEECH, score, served } from "./models.ts";

const find = (known: TenantCatalogue, query: Partial<ModelQuery>) =>
  findModels(known, { order: "downloads", reversed: false, limit: 100, ...query });

const idsOf = (known: TenantCatalogue, query: Partial<ModelQuery>): readonly string[] =>
  find(known, query).models.map((found) => found.model.id);

/** Short names of the models of the fixture. */
const WHISPER = "openai/whisper-large-v2";
const PARAKEET = "nvidia/parakeet-rnnt-1.1b";
const MMS = "facebook/mms-1b-all";
const TINY = "someone/whisper-tiny-tune";
const BART = "facebook/bart-large-cnn";
const OURS = "ours/recognizer";

const HERE = {
  endpoints: [
    own(OURS, { description: "Our own recognizer", licence: "MIT", stated: { parameters: 5_000_000 } }),
    own(BART, { taskType: "summarization", stated: { sameAs: BART } }),
  ],
};

describe("models are found", () => {
  it.each<[string, Partial<ModelQuery>, readonly string[]]>([
    ["by nothing: all of them", {}, [BART, WHISPER, MMS, PARAKEET, OURS, TINY]],
    ["by task", { task: "summarization" }, [BART]],
    ["by licence, however it is spelled", { licence: ["MIT"] }, [BART, OURS]],
    ["by one of several licences", { licence: ["MIT", "CC-BY-4.0"] }, [BART, PARAKEET, OURS]],
    ["by a family of licences", { licence: ["permissive"] }, [BART, WHISPER, PARAKEET, OURS]],
    [
      "by a family of which no unknown licence is",
      { licence: ["non-commercial-excluded"] },
      [BART, WHISPER, PARAKEET, OURS],
    ],
    ["by a licence that is not known", { licence: ["unknown"] }, [TINY]],
    ["by their smallest size, none of unknown size", { minParameters: 1_000_000_000 }, [WHISPER, PARAKEET]],
    ["by their largest size, none of unknown size", { maxParameters: 965_000_000 }, [BART, MMS, OURS]],
    ["by a language, or a hundred and more", { language: "de" }, [WHISPER, MMS]],
    ["by a language of which a variety is known", { language: "PT" }, [WHISPER, MMS]],
    ["by organization", { organization: "Facebook" }, [BART, MMS]],
    ["by a benchmark that they have a figure on", { benchmark: "common voice" }, [WHISPER, MMS, PARAKEET]],
    [
      "by a benchmark and its part, in any words",
      { benchmark: "the Common Voice 9 benchmark, English" },
      [WHISPER, PARAKEET],
    ],
    ["by whole words of a benchmark's name", { benchmark: "common voi" }, []],
    ["by provider", { provider: "huggingface" }, [WHISPER, MMS]],
    ["all, those first that can be called here", { order: "here" }, [BART, OURS, WHISPER, MMS, PARAKEET, TINY]],
    ["by what can be called here", { availability: "here" }, [BART, OURS]],
    ["by what cannot", { availability: "elsewhere" }, [WHISPER, MMS, PARAKEET, TINY]],
    ["by several conditions at once", { licence: ["permissive"], language: "en", maxParameters: 1e9 }, [BART]],
    ["by none that no model satisfies", { task: "text-to-video" }, []],
  ])("%s", async (_, query, expected) => {
    expect(idsOf(await knownOf(SPEECH, HERE), query)).toEqual(expected);
  });

  it("by a licence and a size that are sure alone, as the models of a plan", async () => {
    const doubtful = model("a/doubtful", {
      ...{ licence: "mit", licenceConfidence: "unsure", parameters: 1e9, parametersConfidence: "unsure" },
    });
    const known = await knownOf([doubtful, model("a/sure", { licence: "mit", parameters: 2e9 })]);
    expect(idsOf(known, { licence: ["MIT"] })).toEqual(["a/sure"]);
    expect(idsOf(known, { licence: ["unknown"] })).toEqual(["a/doubtful"]);
    expect(idsOf(known, { maxParameters: 3e9 })).toEqual(["a/sure"]);
    expect(idsOf(known, { minParameters: 1 })).toEqual(["a/sure"]);
    expect(idsOf(known, { order: "parameters" })).toEqual(["a/sure", "a/doubtful"]);
  });

  it.each([
    ["pt-PT", [WHISPER]],
    ["pt-BR", [WHISPER, MMS]],
    ["de-AT", [WHISPER, MMS]],
    ["en-GB", [BART, WHISPER, PARAKEET]],
  ])("by a variant of a language that they know as a whole: %s", async (language, expected) => {
    expect(idsOf(await knownOf(SPEECH), { language })).toEqual(expected);
  });

  it("where a provider of the catalogue is on, except at endpoints that are gone", async () => {
    const known = await knownOf(SPEECH, { isOn: (provider) => provider === "huggingface" });
    expect(idsOf(known, { availability: "here" })).toEqual([WHISPER]);
  });

  it("where the task that is asked for is done, and not another of the model's", async () => {
    const translator = model("a/translator", {
      tasks: ["translation", "summarization"],
      endpoints: [served({ provider: "huggingface", model: "a/translator", taskType: "translation" })],
    });
    const known = await knownOf([translator], {
      isOn: () => true,
      endpoints: [own(OURS, { taskType: "translation" })],
    });
    expect(idsOf(known, { task: "translation", availability: "here" })).toEqual(["a/translator", OURS]);
    expect(idsOf(known, { task: "summarization", availability: "here" })).toEqual([]);
    expect(idsOf(known, { task: "summarization", availability: "elsewhere" })).toEqual(["a/translator"]);
  });

  it.each<[string, readonly string[]]>([
    ["whisper", [WHISPER, TINY]],
    ["large whisper", [WHISPER]],
    ["ENGLISH speech", [PARAKEET]],
    ["transcribes", [WHISPER, MMS, PARAKEET]],
    ["bart-large-cnn", [BART]],
    ["whisper klingon", []],
  ])("by all the words of a search: %s", async (q, expected) => {
    expect(idsOf(await knownOf(SPEECH), { q, order: "match" })).toEqual(expected);
  });

  it("with the best match first: the id, its last part, its beginning, all words in it, the description", async () => {
    const matches = [
      model("a/other", { description: "Not a bert at all.", downloads: 9 }),
      model("a/tiny-bert", { downloads: 8 }),
      model("a/bert-base", { downloads: 7 }),
      model("a/bert", { downloads: 6 }),
      model("bert", { downloads: 5 }),
    ];
    const ids = ["bert", "a/bert", "a/bert-base", "a/tiny-bert", "a/other"];
    expect(idsOf(await knownOf(matches), { q: "bert", order: "match" })).toEqual(ids);
  });
});

describe("a list is in order", () => {
  it.each<[string, Partial<ModelQuery>, readonly string[]]>([
    ["most downloads first, then by id", {}, [BART, WHISPER, MMS, PARAKEET, TINY]],
    ["fewest downloads first, unknown last", { reversed: true }, [MMS, PARAKEET, WHISPER, BART, TINY]],
    ["most likes first", { order: "likes" }, [PARAKEET, WHISPER, MMS, BART, TINY]],
    ["the smallest first", { order: "parameters" }, [BART, MMS, PARAKEET, WHISPER, TINY]],
    ["the largest first, unknown last", { order: "parameters", reversed: true }, [WHISPER, PARAKEET, MMS, BART, TINY]],
    ["by name", { order: "name" }, [BART, MMS, PARAKEET, WHISPER, TINY]],
    ["by name the other way round", { order: "name", reversed: true }, [TINY, WHISPER, PARAKEET, MMS, BART]],
    ["the best figure first", { benchmark: "librispeech", order: "benchmark" }, [PARAKEET, WHISPER]],
    ["the worst figure first", { benchmark: "librispeech", order: "benchmark", reversed: true }, [WHISPER, PARAKEET]],
  ])("%s", async (_, query, expected) => {
    expect(idsOf(await knownOf(SPEECH), query)).toEqual(expected);
  });

  it("compares only figures that are measured alike: those that most models have", async () => {
    const { models, measure } = find(await knownOf(SPEECH), { benchmark: "Common Voice", order: "benchmark" });
    expect(measure).toMatchObject({ benchmark: "Common Voice 9.0", config: "en", metric: "wer" });
    expect(models.map(({ model: { id }, figure }) => [id, figure?.value ?? null])).toEqual([
      [PARAKEET, 5.8],
      [WHISPER, 9.0],
      [MMS, null],
    ]);
  });

  it("goes by the surest of a model's figures, and of these by the worst, as selection does", async () => {
    const known = await knownOf([
      model("a/boaster", { scores: [score("X", 1, { confidence: "unsure" }), score("X", 8), score("X", 7)] }),
      model("a/modest", { scores: [score("X", 5)] }),
    ]);
    const { models } = find(known, { benchmark: "x", order: "benchmark" });
    expect(models.map(({ figure }) => figure?.value)).toEqual([5, 8]);
  });

  it("puts unsure figures behind those that are sure, unless all are unsure", async () => {
    const unsure = (value: number) => [score("X", value, { confidence: "unsure" })];
    const models = [
      model("a/guess", { scores: unsure(1) }),
      model("a/better-guess", { scores: unsure(0.5) }),
      model("a/sure", { scores: [score("X", 5)] }),
    ];
    const order = async (some: typeof models) => idsOf(await knownOf(some), { benchmark: "x", order: "benchmark" });
    expect(await order(models)).toEqual(["a/sure", "a/better-guess", "a/guess"]);
    expect(await order(models.slice(0, 2))).toEqual(["a/better-guess", "a/guess"]);
  });
});

describe("pages", () => {
  it("together hold every model once, in order, whatever their size", async () => {
    const known = await knownOf(SPEECH, HERE);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom("here", "downloads", "likes", "parameters", "name"),
        fc.boolean(),
        async (limit, order, reversed) => {
          const all = idsOf(known, { order, reversed });
          const paged: string[] = [];
          let cursor: string | undefined;
          for (let page = 0; page < all.length + 1; page++) {
            const found = find(known, { order, reversed, limit, cursor });
            expect(found.total).toBe(all.length);
            paged.push(...found.models.map((one) => one.model.id));
            if (found.next === null) break;
            cursor = found.next;
          }
          expect(paged).toEqual(all);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("go on in a newer snapshot behind the same place, and say that it is another", async () => {
    const first = find(await knownOf(SPEECH), { limit: 2 });
    expect(first.models.map((found) => found.model.id)).toEqual([BART, WHISPER]);
    const newer = [...SPEECH.filter(({ id }) => id !== WHISPER), model("a/new", { downloads: 400 })];
    const second = find(await knownOf(newer, {}, "second"), { cursor: first.next ?? "", limit: 2 });
    expect(second).toMatchObject({ snapshot: "second", changed: true });
    expect(second.models.map((found) => found.model.id)).toEqual(["a/new", MMS]);
    expect(first.changed).toBe(false);
  });

  it.each([
    ["empty", ""],
    ["no base64", "not a cursor!"],
    ["no JSON", "AAAA"],
    ["of other fields", btoa('["a"]')],
    ["of other types", btoa('["a","downloads","x",null,"b"]')],
    ["too long", "A".repeat(3_000)],
    ["of another order", btoa('["first","likes",-20,-500,"a"]')],
  ])("refuse a cursor that is %s", async (_, cursor) => {
    const known = await knownOf(SPEECH);
    expect(() => find(known, { cursor })).toThrowError(expect.objectContaining({ code: "invalid-request" }));
  });

  it("refuse every made-up cursor or take it for a place", async () => {
    const known = await knownOf(SPEECH);
    fc.assert(
      fc.property(fc.base64String(), (cursor) => {
        try {
          expect(find(known, { cursor }).total).toBe(SPEECH.length);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: "invalid-request" });
        }
      }),
    );
  });
});
