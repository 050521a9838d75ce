import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AsciiText, isDataUrl, openDataUrl, readBase64, readDataUrl } from "../../src/http/inline-files.ts";

const ascii = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
const both: [string, (text: string) => AsciiText][] = [
  ["a text", (text) => text],
  ["bytes", ascii],
];

describe.each(both)("base64 in %s", (_, of) => {
  it("is what it was made of, padded or not, in either alphabet, broken into lines or not", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.record({ alphabet: fc.constantFrom("base64", "base64url"), omitPadding: fc.boolean() } as const),
        fc.boolean(),
        (given, options, inLines) => {
          const plain = new Uint8Array(given).toBase64(options);
          const text = inLines ? plain.replaceAll(/(.{76})/g, "$1\r\n") : plain;
          expect(readBase64(of(text))).toEqual(new Uint8Array(given));
        },
      ),
    );
  });

  it.each([0, 1, 2])("is whole where it is decoded in several parts, %i bytes off", (more) => {
    const given = new Uint8Array(1_500_000 + more).map((_, at) => (at * 7) % 251);
    const text = given.toBase64().replaceAll(/(.{76})/g, "$1\n");
    expect(readBase64(of(text)).toHex()).toBe(given.toHex());
  });

  it.each([
    ["other signs", "iVBO!Rw0"],
    ["too little", "A"],
    ["more behind the padding", `${"A".repeat(1_000)}==AAAA`],
    ["more behind the padding, far in", `${"A".repeat(512 * 1024 - 4)}AA==${"A".repeat(400)}`],
    ["signs that are not ASCII", "äöüß"],
  ])("is refused with %s", (_, text) => {
    expect(() => readBase64(of(text))).toThrow("no base64");
  });

  it.each(["", "  \n"])("is refused when there is nothing in it: %j", (text) => {
    expect(() => readBase64(of(text))).toThrow("empty");
  });

  it.each([
    ["data:image/png;base64,AAEC", "image/png"],
    ["DATA:Image/PNG;BASE64,AAEC", "image/png"],
    ["data:audio/wav;codecs=1;rate=16000;base64,AAEC", "audio/wav"],
    ["data:;base64,AAEC", null],
  ])("may be a data URL: %s", (url, mediaType) => {
    expect(isDataUrl(url)).toBe(true);
    expect(readDataUrl(of(url))).toEqual({ mediaType, bytes: Uint8Array.of(0, 1, 2) });
    expect(openDataUrl(of(url))).toMatchObject({ mediaType, from: url.length - 4 });
  });

  it.each([
    "data:text/plain,hello",
    "data:image/png;base64",
    "data:a b;base64,AAEC",
    `data:${"x".repeat(600)};base64,AA`,
  ])("is no data URL: %.40s", (url) => expect(() => readDataUrl(of(url))).toThrow("A data URL is"));
});

describe("an address", () => {
  it.each(["https://example.com/a.png", "res_00", "", "database"])("is no data URL: %j", (text) =>
    expect(isDataUrl(text)).toBe(false),
  );
});
