import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRICE_UNITS, type Price } from "../../src/domain/catalogue.ts";
import {
  type Amount,
  amountOf,
  amountToCome,
  costOf,
  estimateCall,
  estimateOf,
  isFree,
} from "../../src/domain/costs.ts";
import { BASE_KINDS, type Kind } from "../../src/domain/kinds.ts";
import type { Resource, Value } from "../../src/domain/resources.ts";
import { estimateTask, type KnownInputs } from "../../src/domain/run/cost-estimate.ts";
import type { Candidate } from "../../src/domain/selection.ts";
import type { Measured } from "../../src/domain/usage.ts";
import { price } from "./simulate.ts";

const text = (words: string): Value => ({ as: "text", kind: "text", text: words });
const file = (kind: Kind, mediaType: string, bytes: number): Value => {
  const resource: Resource = {
    ...{ id: "res_1", name: "a file", kind, mediaType, bytes, sha256: "00", createdAt: 0, origin: { by: "upload" } },
  };
  return { as: "resource", kind, resource };
};
const foreseen = (values: readonly Value[], makes: readonly Kind[] = ["text"]): Measured =>
  estimateCall(values.map(amountOf), makes);

describe("what a call is foreseen to measure", () => {
  it.each<[string, Measured, Measured]>([
    ["a token for two letters", foreseen([text("a".repeat(1_000))]), { inputTokens: 2_500, characters: 1_000 }],
    ["three for two Chinese characters", foreseen([text("你".repeat(1_000))]), { inputTokens: 3_500 }],
    ["data as its text", foreseen([{ as: "data", kind: "data", data: ["ab"] }]), { inputTokens: 2_003 }],
    ["a text in a file by its bytes", foreseen([file("text", "text/plain", 10_000)]), { inputTokens: 7_000 }],
    [
      "two pictures, and one that is made",
      foreseen([file("image", "image/png", 9), file("image/depth", "image/png", 9)], ["text", "image"]),
      { inputTokens: 6_000, images: 3 },
    ],
    ["no picture where none is seen or made", foreseen([text("a")]), { images: 0 }],
    ["wave sound at telephone quality", foreseen([file("audio", "audio/wav", 80_000)]), { seconds: 10 }],
    ["packed sound at the lowest rate", foreseen([file("audio", "audio/mpeg", 80_000)]), { seconds: 80 }],
    ["a video", foreseen([file("video", "video/mp4", 80_000)]), { seconds: 10 }],
    ["a video that is made", foreseen([text("")], ["video"]), { seconds: 10 }],
    ["words that are spoken slowly", foreseen([text("a".repeat(800))], ["audio"]), { seconds: 130 }],
    ["no more than any model takes", foreseen([file("document", "application/pdf", 95e6)]), { inputTokens: 1_000_000 }],
    ["the longest answer", foreseen([]), { outputTokens: 4_096 }],
  ])("is %s", (_, told, expected) => {
    expect(told).toMatchObject(expected);
  });

  it("is a longer answer where a text is held to a form", () => {
    const known: KnownInputs = { kindAt: () => "text", makes: ["text"], resources: [], made: () => undefined };
    const literal = (value: string) => ({ from: "literal", value }) as const;
    const task = { id: 0, type: "text-generation", args: { text: literal("a") } };
    expect(estimateTask(task, known).outputTokens).toBe(4_096);
    expect(estimateTask({ ...task, args: { ...task.args, schema: literal("{}") } }, known).outputTokens).toBe(8_192);
  });

  it("never falls when more goes in", () => {
    const amount: fc.Arbitrary<Amount> = fc.record({
      kind: fc.constantFrom(...BASE_KINDS),
      bytes: fc.nat(1e9),
      isWave: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 5 }), amount, (inputs, more) => {
        const [less, all] = [estimateCall(inputs, ["audio"]), estimateCall([...inputs, more], ["audio"])];
        for (const [part, value] of Object.entries(less)) {
          expect(all[part as keyof Measured]).toBeGreaterThanOrEqual(value);
        }
      }),
    );
  });

  it.each(BASE_KINDS)("allows for a %s that is yet to be made", (kind) => {
    expect(amountToCome(kind)).toMatchObject({ kind });
    expect(amountToCome(kind).bytes).toBeGreaterThan(0);
  });
});

describe("what a call of a model may cost at most", () => {
  const of = (provider: Candidate["provider"], prices?: readonly Price[]): number | null =>
    estimateOf({ provider, ...(prices ? { prices } : {}) }, foreseen([text("a".repeat(1_000))]));

  it.each<[string, number | null, number | null]>([
    ["nothing inside the Worker", of("embedded"), 0],
    ["nothing at a server of one's own", of("custom"), 0],
    ["what a server of one's own states", of("custom", [price(0.5)]), 0.5],
    ["nothing where that is its price", of("openai", [price(0)]), 0],
    ["unknown where nothing is known", of("huggingface"), null],
    [
      "tokens in and out",
      of("openai", [price(1, "million-input-tokens"), price(10, "million-output-tokens")]),
      0.043_46,
    ],
    ["the dearer of two ways to pay", of("workers-ai", [price(0.000_1), price(1, "thousand-neurons")]), 5.298],
  ])("is %s", (_, estimate, usd) => {
    if (usd === null) expect(estimate).toBeNull();
    else expect(estimate).toBeCloseTo(usd, 3);
  });

  it("is never less than what it costs, whatever it measures of what was foreseen", () => {
    const inputs = [text("a".repeat(500)), file("image", "image/png", 1_000), file("audio", "audio/wav", 100_000)];
    const most = foreseen(inputs, ["video", "audio"]);
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
    const measured = fc
      .tuple(...Object.entries(most).map(([part, value]) => share.map((of) => [part, of && value * of] as const)))
      .map((parts): Measured => Object.fromEntries(parts.filter(([, value]) => value !== undefined)));
    const prices = fc.array(
      fc
        .tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.constantFrom(...PRICE_UNITS))
        .map(([usd, per]) => price(usd, per)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(prices, measured, (asked, told) => {
        const estimate = estimateOf({ provider: "huggingface", prices: asked }, most);
        expect((costOf(asked, told) ?? 0) - (estimate ?? 0)).toBeLessThanOrEqual(1e-9);
      }),
    );
  });

  it.each<[Pick<Candidate, "provider" | "prices">, boolean]>([
    [{ provider: "embedded" }, true],
    [{ provider: "custom" }, true],
    [{ provider: "custom", prices: [price(0.1)] }, false],
    [{ provider: "workers-ai" }, false],
    [{ provider: "workers-ai", prices: [price(0), price(0, "second")] }, true],
  ])("%j: known to be free is %s", (candidate, free) => {
    expect(isFree(candidate)).toBe(free);
  });
});
