import { describe, expect, it } from "vitest";
import { loadSentenceEncoder } from "../../src/planning/embedded/rank/stored-sentences.ts";
import { MAX_PIECES } from "../../src/words/encoder/piece-encoder.ts";
import { similarity } from "../../src/words/vectors.ts";
import recorded from "../fixtures/words/sentences.json" with { type: "json" };

const encoder = await loadSentenceEncoder();

/** Counts what is encoded, and lets all of it be. */
function meter() {
  const counted = { admitted: 0, spent: [] as number[] };
  return {
    counted,
    admit: (_unit: "pieces", amount: number) => {
      counted.admitted += amount;
    },
    spend: async (_unit: "pieces", amount: number) => {
      counted.spent.push(amount);
    },
  };
}

describe("the sentence encoder", () => {
  it("says how alike sentences are as the encoder that was published does, but for what is rounded", async () => {
    const vectors = await encoder.embed(recorded.sentences, meter());
    const cosines = vectors.map((one) => vectors.map((other) => similarity(one, other)));
    for (const [row, expected] of recorded.cosines.entries())
      for (const [column, cosine] of expected.entries()) expect(cosines[row]?.[column]).toBeCloseTo(cosine, 1);
  });

  it("gives vectors of length 1, for a text without words too", async () => {
    for (const vector of await encoder.embed(["A dog barks.", "", " ", "日本語", "…"], meter())) {
      expect(vector).toHaveLength(encoder.dimensions);
      expect(similarity(vector, vector)).toBeCloseTo(1, 4);
    }
  });

  it("states its work before it begins, and gives the thread back after each layer", async () => {
    const work = meter();
    await encoder.embed(["A dog barks.", "It rains."], work);
    expect(work.counted).toEqual({ admitted: 11, spent: [6, 5].flatMap((pieces) => new Array(6).fill(pieces / 6)) });
  });

  it("goes through fewer layers where fewer will do, which is less work", async () => {
    const work = meter();
    const [half] = await encoder.embed(["It rains."], work, 3);
    expect(work.counted.spent).toEqual(new Array(3).fill(5 / 6));
    expect(half).not.toEqual((await encoder.embed(["It rains."], meter()))[0]);
  });

  it("reads one text between the layers of another", async () => {
    const texts = ["A dog barks at the postman.", "It rains."];
    const alone = [
      ...(await encoder.embed(texts.slice(0, 1), meter())),
      ...(await encoder.embed(texts.slice(1), meter())),
    ];
    const together = await Promise.all(texts.map((text) => encoder.embed([text], meter())));
    expect(together.flat()).toEqual(alone);
  });

  it("reads the beginning of what is longer than it can see at once", async () => {
    const work = meter();
    const start = "one two three four five six seven eight nine ten ".repeat(13);
    const [one, other] = await encoder.embed([`${start}dogs`, start + "x".repeat(100_000)], work);
    expect(work.counted.spent).toEqual(new Array(12).fill(MAX_PIECES / 6));
    expect(one).toEqual(other);
  });
});
