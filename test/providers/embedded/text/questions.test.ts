import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { indexTerms } from "../../../../src/providers/embedded/text/bm25.ts";
import { choose, likeliestWords, shown, unitShares } from "../../../../src/providers/embedded/text/questions/choose.ts";
import type { ReadWord } from "../../../../src/providers/embedded/text/questions/reader.ts";
import { type LikelySpan, likelySpans } from "../../../../src/providers/embedded/text/questions/spans.ts";
import { unitsOf } from "../../../../src/providers/embedded/text/questions/units.ts";
import {
  likeliestWindows,
  MAX_WINDOWS,
  termsOf,
  type Window,
  windowsOf,
} from "../../../../src/providers/embedded/text/questions/windows.ts";

const reader = await loadReader();

/** Words of some pieces each, one character apart; every tenth ends a line. */
const wordsOf = (sizes: readonly number[]): readonly ReadWord[] =>
  sizes.map((size, at) => ({
    start: 2 * at,
    end: 2 * at + 1,
    endsLine: at % 10 === 9,
    divides: at % 10 === 9,
    pieces: Array.from({ length: size }, () => 7),
  }));

const piecesOf = (window: Window): number => window.reduce((sum, { pieces }) => sum + pieces.length, 0);

describe("the words of a text", () => {
  it("are where they say, and leave out blanks alone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const words = reader.wordsOf(text);
        for (const [at, word] of words.entries()) {
          expect(word.pieces.length).toBeGreaterThan(0);
          expect(word.start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0);
          expect(word.endsLine).toBe(text.slice(word.start, word.end) === "\n");
        }
        const rest = words.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
        expect(rest.trim()).toBe("");
      }),
    );
  });
});

describe("windows", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 400 });

  it("hold every word of a text, in order, and no more than there is room for", () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 8, max: 200 }), (given, room) => {
        const words = wordsOf(given);
        const windows = windowsOf(words, room);
        expect([...new Set(windows.flat())]).toEqual(words);
        for (const [at, window] of windows.entries()) {
          expect(piecesOf(window)).toBeLessThanOrEqual(room);
          if (at > 0) expect(window[0]?.start).toBeGreaterThan(windows[at - 1]?.[0]?.start ?? 0);
        }
      }),
    );
  });

  it("begin with a line where one begins in what is read again", () => {
    const windows = windowsOf(wordsOf(Array.from({ length: 100 }, () => 1)), 40);
    expect(windows.slice(1).map(([first]) => (first?.start ?? 1) % 20)).toEqual([0, 0]);
  });

  it("of a long text are few: its first, its last, and those with the question's words", () => {
    const filler = "The weather stayed as it was and nobody said much about it.\n".repeat(200);
    const text = `${filler}The lighthouse keeper is Agnes Holm.\n${filler}`;
    const all = windowsOf(reader.wordsOf(text), 180);
    const chosen = likeliestWindows(reader.wordsOf("Who is the lighthouse keeper?"), all, indexTerms(all.map(termsOf)));
    expect(chosen).toHaveLength(MAX_WINDOWS);
    expect([chosen[0], chosen.at(-1)]).toEqual([all[0], all.at(-1)]);
    const at = text.indexOf("Agnes");
    expect(chosen.some((window) => window.some(({ start }) => start === at))).toBe(true);
  });
});

describe("likely spans", () => {
  const window = wordsOf([1, 1, 1, 1]);
  const odds = (...values: readonly number[]) => Float32Array.from(values);

  it("share what the odds beside silence say", () => {
    const bounds = { starts: odds(-20, Math.log(3), -20, -20), ends: odds(-20, -20, 0, -20) };
    const [first, ...others] = likelySpans([{ window, bounds }], []);
    expect(first).toMatchObject({ start: 2, end: 5 });
    expect(first?.share).toBeCloseTo(3 / 4, 5);
    for (const { share } of others) expect(share).toBeLessThan(1e-6);
  });

  it("that two windows share count once, by the surer one", () => {
    const [sure, unsure] = [Math.log(3), Math.log(1)].map((start) => ({
      starts: odds(-20, start, -20, -20),
      ends: odds(-20, -20, 0, -20),
    }));
    if (!sure || !unsure) throw new Error("Both are there");
    const [first] = likelySpans(
      [
        { window, bounds: unsure },
        { window, bounds: sure },
      ],
      [],
    );
    expect(first?.share).toBeCloseTo(3 / 4, 5);
  });

  it("that run from one sentence into another are much less likely", () => {
    const bounds = { starts: odds(-20, 0, -20, -20), ends: odds(-20, -20, 0, -20) };
    const units = [0, 4].map((start) => ({ start, end: start + 3, text: "" }));
    expect(likelySpans([{ window, bounds }], units)[0]?.share).toBeCloseTo(0.02 / 1.02, 5);
  });

  it("share no more than all there is, the likeliest first", () => {
    const number = fc.double({ min: -30, max: 30, noNaN: true });
    const four = fc.tuple(number, number, number, number);
    fc.assert(
      fc.property(four, four, (starts, ends) => {
        const shares = likelySpans([{ window, bounds: { starts: odds(...starts), ends: odds(...ends) } }], []).map(
          ({ share }) => share,
        );
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
        expect(shares).toEqual(shares.toSorted((one, other) => other - one));
      }),
    );
  });
});

describe("an answer", () => {
  const text = "The boat is red. Anna sails it on Sundays. The captain is Dr Moreau, or Moreau.";
  const units = unitsOf(text);
  const at = (words: string, share: number) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length, share };
  };
  const chosen = (spans: readonly LikelySpan[], least = 2 / 3) => {
    const best = choose(text, spans, unitShares(units, spans), least);
    return best && { says: shown(text, best.span), isSentence: best.isSentence };
  };

  it("is the likeliest words, towards which nearly the same ones and the same elsewhere count", () => {
    const last = text.lastIndexOf("Moreau");
    const spans = [
      at("Sundays", 0.4),
      at("Dr Moreau", 0.3),
      at("Moreau", 0.2),
      { start: last, end: last + 6, share: 0.09 },
    ];
    expect(likeliestWords(text, spans)).toMatchObject({ ...at("Moreau", 0), share: expect.closeTo(0.59, 5) });
    expect(likeliestWords(text, [])).toBeNull();
  });

  it("is the sentence where that is sure and its words are not", () => {
    expect(chosen([at("red", 0.999)])).toEqual({ says: "red", isSentence: false });
    const words = ["Anna", "Anna sails", "sails it", "on Sundays", "Sundays"].map((one) => at(one, 0.1998));
    expect(chosen(words)).toEqual({ says: "Anna sails it on Sundays.", isSentence: true });
  });

  it("is the best of those that are not sure, for whoever asks", () => {
    expect(chosen([at("red", 0.1), at("Anna", 0.05)])).toEqual({ says: "red", isSentence: false });
    expect(chosen([])).toBeNull();
  });
});

describe("units", () => {
  it("are sentences of running text, and lines of anything else", () => {
    const text = "INVOICE 7\nTotal: 5.00\n\nWe thank you for your order of last week. It is on its way.";
    expect(unitsOf(text).map((unit) => unit.text)).toEqual([
      "INVOICE 7",
      "Total: 5.00",
      "We thank you for your order of last week.",
      "It is on its way.",
    ]);
    for (const { start, end, text: own } of unitsOf(text)) expect(text.slice(start, end)).toBe(own);
  });
});
