import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { pictureWork } from "../../../../src/providers/embedded/vision/decode/limits.ts";
import { toImageData } from "../../../../src/providers/embedded/vision/ocr/page-view.ts";
import { decodePage } from "../../../../src/providers/embedded/vision/ocr/read-page.ts";
import { withTesseract } from "../../../../src/providers/embedded/vision/ocr/tesseract.ts";
import { callExpert, dataOf, surroundings, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const NOTE =
  "The museum opens at ten in the morning.\nA ticket for two costs $18.50 in advance.\nDogs must wait outside, please.";

const INVOICE = `Northwind Paper Company
12 Harbour Street, Bristol BS1 4RN
Invoice number: NP-2026-0417
Date: 3 November 2026
Due date: 17 December 2026
Bill to: Eleanor Whitfield, Lantern Books
Description Quantity Unit price Amount
A4 paper, 500 sheets 40 $6.50 $260.00
Envelopes, box of 250 12 $14.25 $171.00
Delivery 1 $18.00 $18.00
Subtotal $449.00
Tax (20%) $89.80
Total due $538.80
Please pay the total due by 17 December 2026 to account 20-44-91 8312 5567.`;

/** Without the row of bars, which is no print. */
const RECEIPT = `CORNER CAFE
22 High Street, Leeds
2 x Flat white 7.60
1 x Cheese toastie 6.50
1 x Carrot cake 4.20
1 x Green tea 2.35
SUBTOTAL 20.65
SERVICE 10% 2.07
TOTAL GBP 22.72
Thank you!`;

const read = async (name: string) => callExpert("optical-character-recognition", { image: await fixture(name) });

/** Several tests look at one reading, as each takes the engine a second. */
const readings = new Map<string, ReturnType<typeof read>>();
const readOnce = (name: string): ReturnType<typeof read> => {
  const reading = readings.get(name) ?? read(name);
  readings.set(name, reading);
  return reading;
};

it("reads a page with a rule above its sum", async () => {
  const text = textOf(await readOnce("bill-with-rule.png"), "text");
  expect(text).toContain("Loyalty credit -£5.00\n");
  expect(text).toContain("Amount due (includes VAT of £7.98) £47.85\n");
});

interface Line {
  readonly text: string;
  readonly confidence: number;
  readonly box: { readonly xmin: number; readonly ymin: number; readonly xmax: number; readonly ymax: number };
}
const isLine = (value: unknown): value is Line =>
  typeof value === "object" && value !== null && "text" in value && "confidence" in value && "box" in value;
const linesOf = (result: Awaited<ReturnType<typeof read>>): Line[] => {
  const lines = dataOf(result, "lines");
  return Array.isArray(lines) ? lines.filter(isLine) : [];
};

describe("print is read exactly", () => {
  it("an invoice, its table row by row", async () => {
    const result = await readOnce("invoice.png");
    expect(textOf(result, "text")).toBe(INVOICE);
    expect(
      linesOf(result)
        .map((line) => line.text)
        .join("\n"),
    ).toBe(INVOICE);
  });

  for (const name of ["receipt.png", "receipt-on-desk.png"]) {
    it(`${name}, its prices whole and on their rows`, async () => {
      expect(textOf(await readOnce(name), "text")).toBe(RECEIPT);
    });
  }

  for (const name of [
    "note-12px.png",
    "note-1bit.png",
    "note-transparent.png",
    "note-white-on-black.png",
    "note-side-light.jpg",
    "note-turned-8.png",
    "note-turned-90.png",
    "note-turned-180.png",
    "note-turned-270.png",
    "note-exif.jpg",
  ]) {
    it(name, async () => {
      expect(textOf(await readOnce(name), "text")).toBe(NOTE);
    });
  }
});

describe("every line tells where it stands and how sure it is", () => {
  // Where Pillow finds the ink of that line; the engine may leave a pixel or two of room.
  const inside = (line: Line | undefined, box: Line["box"]): void => {
    expect(line?.confidence).toBeGreaterThan(0.7);
    expect(line?.confidence).toBeLessThanOrEqual(1);
    for (const [side, value] of Object.entries(box)) {
      expect(line?.box[side as keyof Line["box"]], side).toBeGreaterThanOrEqual(value - 3);
      expect(line?.box[side as keyof Line["box"]], side).toBeLessThanOrEqual(value + 3);
    }
  };

  it("upright", async () => {
    const [, second] = linesOf(await readOnce("note-1bit.png"));
    inside(second, { xmin: 30, ymin: 89, xmax: 519, ymax: 113 });
  });

  it("in a picture that was enlarged to read it", async () => {
    const [, second] = linesOf(await readOnce("note-12px.png"));
    inside(second, { xmin: 12, ymin: 36, xmax: 207, ymax: 45 });
  });

  it("in a picture that was turned by half to read it", async () => {
    const [first] = linesOf(await readOnce("note-turned-180.png"));
    inside(first, { xmin: 134, ymin: 141, xmax: 630, ymax: 168 });
  });

  it("in a picture that was turned by a quarter to read it", async () => {
    const [first] = linesOf(await readOnce("note-turned-90.png"));
    inside(first, { xmin: 141, ymin: 30, xmax: 168, ymax: 526 });
  });
});

describe("what could not be read", () => {
  const LEFT_OUT = "One line could not be read with any certainty and was left out.";

  it("is told of where it looks like print", async () => {
    expect((await readOnce("receipt.png")).notes).toContain(LEFT_OUT);
    expect((await readOnce("receipt-on-desk.png")).notes).toContain(LEFT_OUT);
  });

  it("is nothing on a clean page", async () => {
    expect((await readOnce("invoice.png")).notes).toEqual(["The print was read by Tesseract."]);
  });
});

const WORK = { rest: async () => {} };

describe("the engine", () => {
  it("gives the thread back within each call that takes long, which goes on as it stood", async () => {
    let rests = 0;
    const rest = async (): Promise<void> => {
      rests += 1;
    };
    const { luma } = await decodePage(await fixture("invoice.png"), pictureWork());
    const read = await withTesseract(surroundings, { rest }, async (engine) => {
      await engine.loadImage(toImageData(luma));
      rests = 0;
      await engine.getBoundingBoxes("line");
      expect(rests).toBeGreaterThanOrEqual(1);
      rests = 0;
      const words = await engine.getTextBoxes("word", 12_000);
      expect(rests).toBeGreaterThanOrEqual(10);
      return words.map(({ text }) => text.trim()).join(" ");
    });
    expect(read).toContain("Northwind Paper Company");
  });

  it("ends at the next slice once the attempt is over, and another is made for the next page", async () => {
    const { luma } = await decodePage(await fixture("invoice.png"), pictureWork());
    let rests = 0;
    const rest = async (): Promise<void> => {
      rests += 1;
      if (rests > 4) throw new AppError("timeout", "The attempt was over before it was done", { retryable: true });
    };
    const reading = withTesseract(surroundings, { rest }, async (engine) => {
      await engine.loadImage(toImageData(luma));
      return engine.getTextBoxes("word", 12_000);
    });
    await expect(reading).rejects.toMatchObject({ code: "timeout" });
    expect(rests).toBe(5);
    expect(textOf(await read("note-1bit.png"), "text")).toBe(NOTE);
  });

  it("answers calls made at the same time, each from its own picture", async () => {
    const [note, receipt, again] = await Promise.all([
      read("note-1bit.png"),
      read("receipt.png"),
      read("note-1bit.png"),
    ]);
    expect([textOf(note, "text"), textOf(receipt, "text"), textOf(again, "text")]).toEqual([NOTE, RECEIPT, NOTE]);
  });

  it("comes back after a page that it failed on", async () => {
    const failing = withTesseract(surroundings, WORK, () => {
      throw new Error("trap");
    });
    await expect(failing).rejects.toMatchObject({ name: "AppError", code: "internal" });
    expect(textOf(await read("note-1bit.png"), "text")).toBe(NOTE);
  });

  it("comes back after its language data could not be read", async () => {
    await withTesseract(surroundings, WORK, () => {
      throw new Error("so that the engine is made anew");
    }).catch(() => undefined);
    const absent = { asset: async () => Promise.reject(new AppError("misconfigured", "There is no asset")) };
    await expect(withTesseract(absent, WORK, () => 1)).rejects.toMatchObject({ code: "misconfigured" });
    const broken = { asset: async () => new Blob(["this is no gzip"]).stream() };
    await expect(withTesseract(broken, WORK, () => 1)).rejects.toMatchObject({ code: "misconfigured" });
    const wrong = { asset: async () => new Blob(["no language"]).stream().pipeThrough(new CompressionStream("gzip")) };
    await expect(withTesseract(wrong, WORK, () => 1)).rejects.toMatchObject({ code: "misconfigured" });
    expect(await withTesseract(surroundings, WORK, () => 1)).toBe(1);
  });

  it("leaves WebAssembly.instantiate as it was", async () => {
    const before = WebAssembly.instantiate;
    await Promise.all([read("note-1bit.png"), read("note-12px.png")]);
    expect(WebAssembly.instantiate).toBe(before);
  });
});

describe("what is no print", () => {
  it("a picture without any gives no text, and says so", async () => {
    const result = await read("decode/rgb8.png");
    expect(textOf(result, "text")).toBe("");
    expect(dataOf(result, "lines")).toEqual([]);
    expect(result.notes).toContain("No text was found.");
  });

  it("a GIF is refused, with what is read", async () => {
    await expect(read("decode/picture.gif")).rejects.toMatchObject({
      code: "unsupported-input",
      message: expect.stringContaining("PNG, JPEG and WebP"),
    });
  });
});
