import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanFileName, contentDisposition, extensionOf, fileNameIn } from "../../src/resources/file-name.ts";

describe("a file name", () => {
  it.each([
    ["photo.jpg", "photo.jpg"],
    ["/etc/passwd", "passwd"],
    ["..\\..\\windows\\system.ini", "system.ini"],
    ["../..", "file"],
    ["", "file"],
    ["   ", "file"],
    ["a\u0000b\r\nc.txt", "abc.txt"],
    ["invoice\u202Egnp.exe", "invoicegnp.exe"],
    ["many   blanks .txt", "many blanks .txt"],
    ["Ünï😀.png", "Ünï😀.png"],
    ["\ud800.png", "\ufffd.png"],
  ])("%j is kept as %j", (given, kept) => expect(cleanFileName(given)).toBe(kept));

  it("is cut, its extension kept and no character split", () => {
    const cut = cleanFileName(`${"😀".repeat(300)}.jpeg`);
    expect(cut).toMatch(/^(?:😀)+\.jpeg$/u);
    expect(cut.length).toBeLessThanOrEqual(200);
  });

  it("is always fit to store, whatever was given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (given) => {
        const kept = cleanFileName(given);
        expect(kept.length).toBeGreaterThan(0);
        expect(kept.length).toBeLessThanOrEqual(200);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).not.toMatch(/[/\\\p{Cc}]/u);
      }),
    );
  });

  it.each([
    ["a.PNG", "png"],
    ["a.tar.gz", "gz"],
    ["a", ""],
    ["a.", ""],
  ])("%j ends in %j", (name, extension) => expect(extensionOf(name)).toBe(extension));
});

describe("Content-Disposition", () => {
  it("carries any name there and back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 100 }).map(cleanFileName), (name) => {
        const header = contentDisposition("attachment", name);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(fileNameIn(header)).toBe(name);
      }),
    );
  });

  it.each([
    ['attachment; filename="a b.txt"', "a b.txt"],
    ["attachment; filename=a.txt", "a.txt"],
    ['form-data; name="file"; filename="x\\"y.txt"', 'x"y.txt'],
    ["attachment; filename*=UTF-8''%e2%82%ac.txt; filename=e.txt", "€.txt"],
    ["attachment; filename*=UTF-8''%ff; filename=e.txt", "e.txt"],
    ["attachment", null],
    [null, null],
  ])("of %j names %j", (header, name) => expect(fileNameIn(header)).toBe(name));
});
