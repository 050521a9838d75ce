import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { callExpert, dataOf, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";
import { concat, deflate } from "./make-png.ts";

const read = (image: Uint8Array) => callExpert("optical-character-recognition", { image });
const NOTE =
  "The museum opens at ten in the morning.\nA ticket for two costs $18.50 in advance.\nDogs must wait outside, please.";

describe("a PDF with text of its own", () => {
  it("is read line by line, with the page of every line", async () => {
    const result = await read(await fixture("agreement.pdf"));
    expect(textOf(result, "text")).toBe(
      [
        "Rental agreement",
        "Landlord: Harriet Vaughan, 4 Mill Lane, York",
        "Tenant: Samuel Okoye",
        "The monthly rent is $1,250 and is due on the first day of each month.",
        "Deposit $2,500",
        "The tenancy begins on 1 February 2027 and ends on 31 January 2028.",
        "Either side may end it with two months' notice.",
      ].join("\n"),
    );
    const lines = dataOf(result, "lines");
    expect(lines).toMatchObject([
      { text: "Rental agreement", page: 1, confidence: 1, box: { xmin: 60, ymax: 62 } },
      {},
      {},
      {},
      {},
      { page: 2 },
      { page: 2 },
    ]);
  });
});

describe("a PDF of scans", () => {
  it("is read from its JPEG pages, in order", async () => {
    const result = await read(await fixture("scan-jpeg.pdf"));
    const lines = textOf(result, "text").split("\n");
    expect(lines.slice(0, 3).join("\n")).toBe(NOTE);
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.at(-1)).toBe("tells the rest of the story.");
    expect(result.notes?.join()).toContain("scanned pages");
  });

  it("is read from pages compressed in other ways", async () => {
    expect(textOf(await read(await fixture("scan-flate.pdf")), "text")).toBe(NOTE);
  });

  for (const name of ["scan-fax.pdf", "drawing.pdf"]) {
    it(`${name} is refused with what to do`, async () => {
      await expect(read(await fixture(name))).rejects.toMatchObject({
        code: "unsupported-input",
        message: expect.stringContaining("PNG or JPEG"),
      });
    });
  }
});

describe("a PDF that cannot be read", () => {
  it("is locked", async () => {
    await expect(read(await fixture("locked.pdf"))).rejects.toMatchObject({
      code: "unsupported-input",
      message: expect.stringContaining("password"),
    });
  });

  it("is cut off at its first object", async () => {
    await expect(read((await fixture("agreement.pdf")).slice(0, 60))).rejects.toMatchObject({
      code: "unreadable-resource",
    });
  });

  it("is only a header", async () => {
    await expect(read(new TextEncoder().encode("%PDF-1.7\n"))).rejects.toMatchObject({ code: "unreadable-resource" });
  });

  it("is a decompression bomb", async () => {
    const bomb = await deflate(new Uint8Array(60_000_000).fill(32));
    const text = (source: string): Uint8Array => new TextEncoder().encode(source);
    const file = concat([
      text(`%PDF-1.7\n1 0 obj\n<< /Length ${bomb.length} /Filter /FlateDecode >>\nstream\n`),
      bomb,
      text("\nendstream\nendobj\n"),
    ]);
    await expect(read(file)).rejects.toMatchObject({ code: "resource-too-large" });
  });

  it("is a bomb in a bomb", async () => {
    const nested = await deflate(await deflate(new Uint8Array(1_000_000)));
    const text = (source: string): Uint8Array => new TextEncoder().encode(source);
    const file = concat([
      text(`%PDF-1.7\n1 0 obj\n<< /Filter [/FlateDecode /FlateDecode] /Length ${nested.length} >>\nstream\r\n`),
      nested,
      text("\nendstream\nendobj\n"),
    ]);
    await expect(read(file)).rejects.toMatchObject({ code: "resource-too-large" });
  });
});

it("damaged PDFs give text or a refusal, nothing else", async () => {
  const seed = await fixture("agreement.pdf");
  const change = fc.record({ at: fc.integer({ min: 0, max: seed.length - 1 }), to: fc.integer({ min: 0, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 20 }),
      fc.option(fc.integer({ min: 9, max: seed.length }), { freq: 3 }),
      async (changes, cut) => {
        const file = seed.slice(0, cut ?? seed.length);
        for (const { at, to } of changes) if (at >= 8 && at < file.length) file[at] = to;
        const outcome = await read(file).catch((thrown: unknown) => thrown);
        if (outcome instanceof AppError)
          expect(["unreadable-resource", "unsupported-input", "resource-too-large"]).toContain(outcome.code);
        else expect(outcome).toMatchObject({ outputs: { text: { as: "text" }, lines: { as: "data" } } });
      },
    ),
    { numRuns: 60 },
  );
});
