import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { callExpert, dataOf, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";
import { concat, deflate } from "./make-png.ts";

const read = (image: Uint8Array) => callExpert("optical-character-recognition", { image });
const text = (source: string): Uint8Array => new TextEncoder().encode(source);
const TOO_LARGE = { code: "resource-too-large" };
/** 60 MB in some 60 KB. */
const bomb = (): Promise<Uint8Array> => deflate(new Uint8Array(60_000_000).fill(32));
const pdfOf = (...parts: readonly Uint8Array[]): Uint8Array => concat([text("%PDF-1.7\n"), ...parts]);
const object = (entries: string, data: Uint8Array): Uint8Array =>
  concat([text(`1 0 obj\n<< /Length ${data.length} ${entries} >>\nstream\n`), data, text("\nendstream\nendobj\n")]);

function toBase85(data: Uint8Array): string {
  const padded = concat([data, new Uint8Array((4 - (data.length % 4)) % 4)]);
  const view = new DataView(padded.buffer);
  let out = "";
  for (let at = 0; at < padded.length; at += 4) {
    const digits = [4, 3, 2, 1, 0].map((power) => Math.floor(view.getUint32(at) / 85 ** power) % 85);
    out += String.fromCharCode(...digits.map((digit) => digit + 0x21));
  }
  return out;
}

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

  it.each<[string, string]>([
    ["plainly named", "/Filter /FlateDecode"],
    ["named in short", "/F /Fl"],
    ["named with an escape", "/Filter /#46lateDecode"],
    ["named with every letter escaped", "/#46ilter [/#46#6c#61#74#65#44#65#63#6f#64#65]"],
    ["behind a string that holds an object", "/Filter /FlateDecode /Title (2 0 obj <<)"],
    ["behind a comment that holds an object", "/Filter /FlateDecode % 2 0 obj <<\n"],
  ])("is a decompression bomb, %s", async (_, filter) => {
    await expect(read(pdfOf(object(filter, await bomb())))).rejects.toMatchObject(TOO_LARGE);
  });

  it("is a bomb after which the line goes on", async () => {
    const file = pdfOf(object("/Filter /FlateDecode", concat([await bomb(), text("\n")])));
    await expect(read(file)).rejects.toMatchObject(TOO_LARGE);
  });

  it("is a bomb with a comment between dictionary and data, or words behind the keyword", async () => {
    const data = await bomb();
    const commented = concat([text("%PDF-1.7\n1 0 obj\n<< /Filter /FlateDecode >> %x\nstream\n"), data]);
    await expect(read(commented)).rejects.toMatchObject(TOO_LARGE);
    const worded = concat([text("%PDF-1.7\n1 0 obj\n<< /Filter /FlateDecode >> stream %x\n"), data]);
    await expect(read(worded)).rejects.toMatchObject(TOO_LARGE);
  });

  it("is a bomb whose data pretends to end before it", async () => {
    const end = text("\nendstream\n");
    const stored = Uint8Array.of(0, end.length, 0, ~end.length, 0xff);
    const data = await bomb();
    const file = object("/Filter /FlateDecode", concat([data.subarray(0, 2), stored, end, data.subarray(2)]));
    await expect(read(pdfOf(text("1 0 obj << /Length 7 >> "), file))).rejects.toMatchObject(TOO_LARGE);
    const untold = new TextDecoder("latin1").decode(file.subarray(0, 30)).replace(/\/Length \d+/, "/Length 7");
    const misled = concat([text(untold), file.subarray(30)]);
    await expect(read(pdfOf(misled))).rejects.toMatchObject(TOO_LARGE);
  });

  it("is a bomb in the data of another stream", async () => {
    const hidden = object("/Filter /FlateDecode", await bomb());
    await expect(read(pdfOf(object("", hidden)))).rejects.toMatchObject(TOO_LARGE);
  });

  it.each(["/ASCIIHexDecode", "/AHx"])("is a bomb in hexadecimal (%s)", async (filter) => {
    const data = text(`${(await bomb()).toHex()}>`);
    await expect(read(pdfOf(object(`/Filter [${filter} /FlateDecode]`, data)))).rejects.toMatchObject(TOO_LARGE);
  });

  it("is a bomb in base 85", async () => {
    const data = text(`${toBase85(await bomb())}~>`);
    await expect(read(pdfOf(object("/Filter [/A85 /Fl]", data)))).rejects.toMatchObject(TOO_LARGE);
  });

  it.each<[string, number]>([
    ["LZWDecode", 10_000],
    ["LZW", 10_000],
    ["RunLengthDecode", 600_000],
    ["RL", 600_000],
    ["#4cZWDecode", 10_000],
  ])("may be a bomb of %s", async (filter, size) => {
    await expect(read(pdfOf(object(`/Filter /${filter}`, new Uint8Array(size))))).rejects.toMatchObject(TOO_LARGE);
  });

  it("is a bomb in a bomb", async () => {
    const nested = await deflate(await deflate(new Uint8Array(1_000_000)));
    const file = pdfOf(object("/Filter [/FlateDecode /FlateDecode]", nested));
    await expect(read(file)).rejects.toMatchObject(TOO_LARGE);
  });

  it.each<[string, Uint8Array]>([
    ["a filter nobody knows", object("/Filter /Inflate", text("x"))],
    ["a filter that cannot be counted", object("/Filter /BrotliDecode", text("x"))],
    ["a filter in another object", object("/Filter 7 0 R", text("x"))],
    ["filters in other objects", object("/Filter [ 7 0 R ]", text("x"))],
    ["a comment before its filter", object("/Filter %x\\n/LZWDecode", text("x"))],
    ["a list of filters without end", object(`/Filter [${" ".repeat(500)}/LZWDecode]`, text("x"))],
    ["a dictionary past all measure", object(`/Filter /FlateDecode /Title (${"x".repeat(10_000)})`, text("x"))],
    ["comments past all measure", text(`1 0 obj << /Filter /FlateDecode >>\n${"%x\n".repeat(4_000)}stream\nx`)],
    ["encryption", text("1 0 obj << /#45ncrypt 2 0 R >>")],
    ["too many parts", text("1 0 obj <<>> stream\nendstream\n".repeat(20_001))],
  ])("has %s", async (_, part) => {
    await expect(read(pdfOf(part))).rejects.toMatchObject({ code: "unsupported-input" });
  });
});

describe("a PDF whose pages are all damaged", () => {
  // pdf.js leaves a rejected promise behind for these two: see `onUnhandledError` in vitest.config.ts.
  it.each<[string, Readonly<Record<string, string>>, object]>([
    [
      "is read where they are found by searching",
      { "0000000199": "0000000201", "0000000402": "0000000404" },
      { outputs: { text: { as: "text" } } },
    ],
    [
      "is refused where they cannot be parsed",
      { "3 0 obj\n<": "3 0 obj\n)", "4 0 obj\n<": "4 0 obj\n)" },
      { code: "unreadable-resource" },
    ],
  ])("%s", async (_, damage, expected) => {
    let file = new TextDecoder("latin1").decode(await fixture("agreement.pdf"));
    for (const [sound, broken] of Object.entries(damage)) {
      expect(file).toContain(sound);
      file = file.replace(sound, broken);
    }
    const outcome = await read(Uint8Array.from(file, (letter) => letter.charCodeAt(0))).catch(
      (thrown: unknown) => thrown,
    );
    expect(outcome).toMatchObject(expected);
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
