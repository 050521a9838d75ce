import { describe, expect, it } from "vitest";
import { kindWords, plainWords, shareWords, shownName, sizeWords, timeWords } from "../../../../web/values/words.ts";

describe("what is shown of a file in words", () => {
  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1_000, "1.0 kB"],
    [9_940, "9.9 kB"],
    [9_960, "10 kB"],
    [100_658, "101 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [3_833_804, "3.8 MB"],
    [2_500_000_000, "2.5 GB"],
    [9e18, "9000000 TB"],
    [Number.NaN, "size not known"],
    [-1, "size not known"],
  ])("has %d bytes as %s", (bytes, words) => expect(sizeWords(bytes)).toBe(words));

  it.each([
    [0, "0:00"],
    [6.99, "0:06"],
    [59.999, "0:59"],
    [60, "1:00"],
    [750, "12:30"],
    [3_723, "1:02:03"],
    [Number.NaN, "0:00"],
    [Number.POSITIVE_INFINITY, "0:00"],
  ])("has %d seconds as %s", (seconds, words) => expect(timeWords(seconds)).toBe(words));

  it.each([
    [0, "0%"],
    [0.0004, "<0.1%"],
    [0.038, "3.8%"],
    [0.5, "50%"],
    [0.962, "96%"],
    [0.995, "99.5%"],
    [0.99999, ">99.9%"],
    [1, "100%"],
  ])("has a share of %d as %s", (share, words) => expect(shareWords(share)).toBe(words));

  it("names what the kinds are", () => {
    expect(kindWords("image/canny")).toBe("edges (Canny)");
    expect(kindWords("image")).toBe("image");
    expect(kindWords("data/own-kind")).toBe("data, own-kind");
  });

  it("shows a name without what would make it look like another", () => {
    expect(shownName("bin\u202egnp.exe")).toBe("bingnp.exe");
    expect(shownName("two\nlines\u200b.txt")).toBe("twolines.txt");
    expect(shownName("Rechnung – März.pdf")).toBe("Rechnung – März.pdf");
    expect(shownName("\u200f")).toBe("without a name");
  });

  it("reads the names of ports as words", () => {
    expect(plainWords("target-lang_code")).toBe("target lang code");
    expect(plainWords("_")).toBe("_");
  });
});
