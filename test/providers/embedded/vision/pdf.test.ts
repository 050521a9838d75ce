import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { pdfFile, pdfPage } from "../../../fixtures/vision/make-pdf.ts";
import { callExpert, dataOf, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";
import { concat, deflate } from "./make-png.ts";

const read = (image: Uint8Array) => callExpert("optical-character-recognition", { image });
const text = (source: string): Uint8Array => new TextEncoder().encode(source);
const TOO_COMPLEX = { code: "resource-too-complex" };
/** 60 MB in some 60 KB. */
const bomb = (): Promise<Uint8Array<ArrayBuffer>> => deflate(new Uint8Array(60_000_000).fill(32));

/** A PDF of one page with these contents, and the name of a filter as its last object. */
const pageOf = (entries: string, contents: Uint8Array): Uint8Array =>
  pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>",
    { dict: entries, data: Array.from(contents, (byte) => String.fromCharCode(byte)).join(""), packed: false },
    "/FlateDecode",
  ]);

/** So many zeros: each code of twelve bits stands for one more than the one before, until the table is full. */
function lzwBomb(bytes: number): Uint8Array {
  const bits: string[] = [];
  const CLEAR = 256;
  for (let made = 0; made < bytes; ) {
    let width = 9;
    bits.push(CLEAR.toString(2).padStart(width, "0"), "0".repeat(width));
    for (let code = 258; code < 4095; code++) {
      if (code + 1 >= 2 ** width && width < 12) width += 1;
      bits.push(code.toString(2).padStart(width, "0"));
      made += code - 256;
    }
    // The table is cleared in its widest codes, and what follows is narrow again.
    bits.push(CLEAR.toString(2).padStart(12, "0"));
    bits.push("0".repeat((8 - (bits.join("").length % 8)) % 8));
  }
  const all = bits.join("");
  return Uint8Array.from({ length: all.length >> 3 }, (_, at) => Number.parseInt(all.slice(at * 8, at * 8 + 8), 2));
}

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
});

describe("a decompression bomb", () => {
  it.each<[string, string]>([
    ["plainly named", "/Filter /FlateDecode"],
    ["named in short", "/F /Fl"],
    ["named with an escape", "/Filter /#46lateDecode"],
    ["named with every letter escaped", "/#46ilter [/#46#6c#61#74#65#44#65#63#6f#64#65]"],
    ["behind a string that holds an object", "/Filter /FlateDecode /Title (2 0 obj <<)"],
    ["behind a comment that holds an object", "/Filter /FlateDecode % 2 0 obj <<\n"],
    ["whose filter is in another object", "/Filter 5 0 R"],
  ])("is given up, %s", async (_, filter) => {
    await expect(read(pageOf(filter, await bomb()))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it("is given up where the data pretends to end before it", async () => {
    const end = text("\nendstream\n");
    const stored = Uint8Array.of(0, end.length, 0, ~end.length, 0xff);
    const data = await bomb();
    const hidden = concat([data.subarray(0, 2), stored, end, data.subarray(2)]);
    await expect(read(pageOf("/Filter /FlateDecode", hidden))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it.each(["/ASCIIHexDecode", "/AHx"])("is given up in hexadecimal (%s)", async (filter) => {
    const data = text(`${(await bomb()).toHex()}>`);
    await expect(read(pageOf(`/Filter [${filter} /FlateDecode]`, data))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it("is given up in base 85", async () => {
    const data = text(`${toBase85(await bomb())}~>`);
    await expect(read(pageOf("/Filter [/A85 /Fl]", data))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it("is given up in a bomb", async () => {
    const nested = await deflate(new Uint8Array(await bomb()));
    await expect(read(pageOf("/Filter [/FlateDecode /FlateDecode]", nested))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it.each(["RunLengthDecode", "RL"])("is given up as runs of a byte (%s)", async (filter) => {
    const runs = Uint8Array.from({ length: 600_000 }, (_, at) => (at % 2 === 0 ? 129 : 32));
    await expect(read(pageOf(`/Filter /${filter}`, runs))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it.each(["LZWDecode", "#4cZWDecode"])("is given up as %s", async (filter) => {
    await expect(read(pageOf(`/Filter /${filter}`, lzwBomb(8_000_000)))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it("is given up as Brotli", async () => {
    await expect(read(pageOf("/Filter /BrotliDecode", text("x")))).rejects.toMatchObject(TOO_COMPLEX);
  });

  it("is given up as a map of letters, and as a table of objects", async () => {
    const packed = new TextDecoder("latin1").decode(await bomb());
    const map = pdfPage({ content: "BT /F1 12 Tf (a) Tj ET", more: [], toUnicode: " ".repeat(40_000_000) });
    await expect(read(map)).rejects.toMatchObject(TOO_COMPLEX);
    const table = pdfFile([{ dict: "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", data: packed, packed: false }]);
    await expect(read(table)).rejects.toMatchObject({
      code: expect.stringMatching(/resource-too-complex|unreadable-resource/),
    });
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
          expect(["unreadable-resource", "unsupported-input", "resource-too-complex"]).toContain(outcome.code);
        else expect(outcome).toMatchObject({ outputs: { text: { as: "text" }, lines: { as: "data" } } });
      },
    ),
    { numRuns: 60 },
  );
});
