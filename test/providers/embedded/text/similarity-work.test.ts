import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { AppError } from "../../../../src/domain/errors.ts";
import { loadSentenceEncoder } from "../../../../src/planning/embedded/rank/stored-sentences.ts";
import { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import type { InputValue } from "../../../../src/providers/provider.ts";
import { MAX_PIECES } from "../../../../src/words/encoder/piece-encoder.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { entryFor, textValue } from "./calls.ts";

interface Counted {
  /** Characters and pieces that were worked on. */
  readonly characters: number;
  readonly pieces: number;
  readonly rests: number;
}

/** Compares texts, and counts the work. */
async function compare(
  sentence: InputValue,
  sentences: readonly InputValue[],
  taskType = "sentence-similarity",
): Promise<Counted> {
  const { load, memoryBytes: _memory, work: bounds, available: _available, ...endpoint } = entryFor(taskType);
  const { signal } = new AbortController();
  const spent = { characters: 0, pieces: 0 };
  let rests = 0;
  const work = new WorkBudget(bounds, signal, async () => {
    rests += 1;
  });
  const spend = work.spend.bind(work);
  work.spend = async (unit, amount) => {
    if (unit === "characters" || unit === "pieces") spent[unit] += amount;
    await spend(unit, amount);
  };
  const call = {
    endpoint: { provider: "embedded", ...endpoint } as const,
    taskType,
    signal,
    progress: () => undefined,
  };
  const inputs = taskType === "sentence-similarity" ? { sentence: [sentence], sentences } : { text: [sentence] };
  await (await load()).run(
    { ...call, inputs },
    {
      asset: async () => new Blob([]).stream(),
      loader: undefined,
      vectors: loadWordVectors,
      sentences: loadSentenceEncoder,
      reader: loadReader,
      senses: () => Promise.reject(new Error("No words are looked up here")),
      work,
    },
  );
  return { ...spent, rests };
}

const LONG = "The harbour was full of boats that morning. ".repeat(4_000);

describe("comparing texts", () => {
  it("reads the beginning of a long one alone, and once, however often it comes", async () => {
    const once = await compare(textValue("Hello"), [textValue(LONG)]);
    const often = await compare(
      textValue("Hello"),
      Array.from({ length: 5 }, () => textValue(LONG)),
    );
    expect(often).toEqual(once);
    expect(once.pieces).toBeLessThanOrEqual(7 * MAX_PIECES);
  });

  it("is refused before any of it where there is more to understand than a call may take", async () => {
    const many = Array.from({ length: 200 }, (_, at) => textValue(`${at} ${LONG.slice(0, 4_500)}`));
    const fault = await compare(textValue("Hello"), many).catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ code: "resource-too-complex" });
  });

  it("is refused before any of it where all texts together are too long, and reads no more of them", async () => {
    let read = 0;
    const counted = {
      ...textValue(LONG),
      text: async () => {
        read += 1;
        return LONG;
      },
    };
    const fault = await compare(
      textValue("Hello"),
      Array.from({ length: 200 }, () => counted),
    ).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(AppError);
    expect(fault).toMatchObject({ code: "resource-too-complex" });
    expect(read).toBeLessThanOrEqual(6);
  });

  it.each(["token-classification", "text-classification", "sentence-similarity"])(
    "gives the thread back between pieces of a long text: %s",
    async (taskType) => {
      const { rests, characters, pieces } = await compare(textValue(LONG), [textValue("Hello")], taskType);
      expect(rests).toBeGreaterThan(0);
      expect(rests).toBeGreaterThanOrEqual(Math.floor(characters / 40_000 + pieces / 200));
    },
  );
});
