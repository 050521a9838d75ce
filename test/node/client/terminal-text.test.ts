import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clean, cleanLine, cut, pad, paint, span, widthOf, wrap } from "../../../src/client/command-line/terminal.ts";
import { CONTROL, hostileText } from "./hostile.ts";

describe("text from outside", () => {
  it.each([
    ["\u001b[31mred\u001b[0m", "red"],
    ["a\u001b]8;;https://evil.test\u0007b\u001b]8;;\u0007c", "abc"],
    ["two\r\nlines\rthree", "two\nlines\nthree"],
    ["\u202efdp.exe", "fdp.exe"],
    ["tab\tbell\u0007", "tab  bell"],
    ["c1\u009b2J", "c1"],
    ["zero\u200bwidth\ufeff", "zerowidth"],
    ["family 👩‍👩‍👧 stays", "family 👩‍👩‍👧 stays"],
    ["lone \ud800", "lone \ufffd"],
  ])("%j is shown as %j", (text, shown) => {
    expect(clean(text)).toBe(shown);
  });

  it("never reaches a terminal with a control in it, nor beyond the width", () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.nat(40), (first, second, width) => {
        const line = paint([span(first), span(second, "red")], width, false);
        expect(line).not.toMatch(CONTROL);
        expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("is coloured by our own sequences only, which change nothing of the words", () => {
    fc.assert(
      fc.property(hostileText, fc.nat(40), (text, width) => {
        const plain = paint([span(text, "green"), span(text)], width, false);
        const coloured = paint([span(text, "green"), span(text)], width, true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
        expect(coloured.replaceAll(/\u001b\[(32|39)m/g, "")).toBe(plain);
      }),
    );
  });
});

describe("width", () => {
  it.each([
    ["plain", 5],
    ["größe", 5],
    ["日本", 4],
    ["한글", 4],
    ["Ａ", 2],
    ["👍🏽", 2],
    ["👩‍👩‍👧‍👦", 2],
    ["🇩🇪", 2],
    ["e\u0301", 1],
    ["\u0301", 0],
    ["├▶○ ⠋", 5],
    ["", 0],
  ])("%j takes %i columns", (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  it("is kept by cutting and filling", () => {
    fc.assert(
      fc.property(hostileText.map(cleanLine), fc.nat(30), (line, width) => {
        expect(widthOf(cut(line, width))).toBeLessThanOrEqual(width);
        expect(widthOf(pad(cut(line, width), width))).toBe(width);
        if (widthOf(line) <= width) expect(cut(line, width)).toBe(line);
      }),
    );
  });

  it("is kept by wrapping, which breaks no word and loses nothing but spaces", () => {
    fc.assert(
      fc.property(hostileText.map(cleanLine), fc.integer({ min: 2, max: 30 }), (line, width) => {
        const lines = wrap(line, width);
        const words = new Set(line.split(" "));
        for (const wrapped of lines) expect(widthOf(wrapped) <= width || words.has(wrapped)).toBe(true);
        expect(lines.join(" ")).toBe(line);
      }),
    );
  });
});
