import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { speakable } from "../../../../src/providers/embedded/audio/speech-text/speakable.ts";
import { chunks, utterances } from "../../../../src/providers/embedded/audio/speech-text/utterances.ts";

const said = (text: string): string => speakable(text).paragraphs.join(" / ");

describe("a text to be read aloud", () => {
  it.each([
    ["EUR 1,234.50", "1,234 euros and 50 cents"],
    [
      "€1,234.50 or 1.234,50 € or 1 234,50 EUR",
      "1,234 euros and 50 cents or 1,234 euros and 50 cents or 1,234 euros and 50 cents",
    ],
    ["$1 and $1.01 and $0.99", "1 dollar and 1 dollar and 1 cent and 99 cents"],
    ["£20k, $1.5 million, €3bn", "20 thousand pounds, 1.5 million dollars, 3 billion euros"],
    ["-$5.00 and −3 €", "minus 5 dollars and minus 3 euros"],
    ["$5-$10 or €5–10", "5 to 10 dollars or 5 to 10 euros"],
    ["CHF 1'234.50", "1,234 Swiss francs and 50 centimes"],
    ["EUR 1.234.567", "1,234,567 euros"],
    ["US$ 3.50 a day", "3 dollars and 50 cents a day"],
    ["$1984", "1,984 dollars"],
    ["prices in EUR", "prices in euros"],
    ["EURO 2024, HEUR 5", "EURO 2024, HEUR 5"],
  ])("says sums of money: %s", (text, words) => expect(said(text)).toBe(words));

  it.each([
    ["2026-12-15", "December 15, 2026"],
    ["15.12.2026 or 12/15/2026 or 15/12/2026", "December 15, 2026 or December 15, 2026 or December 15, 2026"],
    ["2026-12-15T10:30:00Z", "December 15, 2026 at 10:30 U T C"],
    ["29.02.2028", "February 29, 2028"],
    ["2026-02-30", "2026-02-30"],
    ["05/06/2026", "05 slash 06 slash 2026"],
    ["5 Jan. 2027", "5 January 2027"],
    ["at 10:00, 10:30am and 14:05:33", "at 10 o'clock, 10:30 a m and 14:05 and 33 seconds"],
  ])("says dates and times: %s", (text, words) => expect(said(text)).toBe(words));

  it.each([
    ["5.5%, 12 % and 5,5 %", "5.5 percent, 12 percent and 5.5 percent"],
    ["-5 °C at 100 km/h", "-5 degrees Celsius at 100 kilometres per hour"],
    ["1 kg, 1.234 kg, 1,234 kg", "1 kilogram, 1.234 kilograms, 1,234 kilograms"],
    ["½ cup and 1½ cups", "a half cup and 1 and a half cups"],
    ["A & B @ C #5 ~10", "A and B at C number 5 about 10"],
    ["version 1.2.3", "version 1 point 2 point 3"],
    ["IBAN DE89370400440532013000", "IBAN D E 8 9, 3 7 0 4, 0 0 4 4, 0 5 3 2, 0 1 3 0, 0 0"],
    ["12345678901234567", "1 2 3 4, 5 6 7 8, 9 0 1 2, 3 4 5 6, 7"],
    ["see https://www.example.com/a/b?c=1. Then", "see example dot com. Then"],
    ["http://user:secret@example.org:8080/", "example dot org"],
    ["mail a.b_c@example.com!", "mail a dot b underscore c at example dot com!"],
    ["open invoice.png", "open invoice dot png"],
    ["e.g. the U.S.A.", "e.g. the U.S.A."],
  ])("says numbers, signs and addresses: %s", (text, words) => expect(said(text)).toBe(words));

  it.each([
    ["# Title\n\n**Bold** and _it_ and `code`, [link](https://x.y/z).", "Title / Bold and it and code, link."],
    ["- one\n- two\n1. three", "one / two / 1, three"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a, b / 1, 2"],
    ["<p>Fish &amp; <b>chi</b>ps</p><script>alert(1)</script><br>Bye", "Fish and chips / Bye"],
    [
      "This paragraph was wrapped by hand at some sixty characters,\nas letters are. Here it ends.\n\nAnother.",
      "This paragraph was wrapped by hand at some sixty characters, as letters are. Here it ends. / Another.",
    ],
    ["Invoice: 7\nTotal: EUR 50.00\nThank you", "Invoice: 7 / Total: 50 euros / Thank you"],
    ["\u001b[31mred\u001b[0m\u0000 and\u200b so", "red and so"],
  ])("is without its markup: %s", (text, words) => expect(said(text)).toBe(words));

  it.each([
    ["café naïve straße Łódź", "cafe naive strasse Lodz"],
    ["don’t “stop” now…ok", "don't stop now. ok"],
    ["wait — what?!?! ... oh", "wait, what? oh"],
    ["(really) [yes] word(s)", "really, yes, words"],
    ["-voice kal -o /etc/passwd", "voice kal, o etc slash passwd"],
    ["--help", "help"],
    ["'; rm -rf /; \"", "rm, rf"],
    ["😀 👍🏽 ❤️", ""],
    ["", ""],
    ["\u0000\u0001", ""],
    ["...!?", ""],
  ])("is plain: %s", (text, words) => expect(said(text)).toBe(words));

  it("counts the letters of other scripts, which it leaves out", () => {
    expect(speakable("Привет, 世界 and hello")).toEqual({ paragraphs: ["and hello"], letters: 8, foreignLetters: 8 });
  });

  const pieces = fc.constantFrom(
    "$",
    "€1,2",
    "-",
    "'",
    ".",
    " ",
    "\n",
    "1",
    "a",
    "A",
    "(",
    "/",
    "|",
    "*",
    "<b",
    ">",
    "[",
    "](",
    "2026-12-15",
    "%",
    "é",
    "世",
    "EUR",
    "https://a.b/",
    "\u0301",
    "😀",
    "&#x41;",
    ":",
    "!",
    "?",
  );
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.array(pieces, { maxLength: 120 }).map((parts) => parts.join("")),
    fc.tuple(pieces, fc.integer({ min: 1, max: 1_500 })).map(([piece, times]) => piece.repeat(times)),
  );

  it("always ends as words and numbers that cannot trip the synthesizer", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const paragraph of speakable(text).paragraphs) {
          expect(paragraph).toMatch(/^-?[A-Za-z0-9][A-Za-z0-9 .,;:?!'-]*$/);
          expect(paragraph).not.toMatch(/[.,;:?!] ?[.,;:?!]|--/);
          expect(paragraph).not.toMatch(/[A-Za-z]{31}|\d{31}/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is cut into breaths of bounded length without losing a word", () => {
    const words = fc.array(fc.constantFrom("tree", "1,234", "NATO", "yes.", "so,", "thus;", "What?", "X".repeat(30)), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(words, (all) => {
        const text = all.join(" ");
        const parts = utterances(text);
        expect(parts.join(" ")).toBe(text);
        expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(300);
        const texts = chunks(parts);
        expect(texts.join("\n\n")).toBe(parts.join("\n\n"));
        expect(Math.max(...texts.map((chunk) => chunk.length))).toBeLessThanOrEqual(1_300);
      }),
      { numRuns: 200 },
    );
  });

  it("is cut between sentences where it can be", () => {
    const sentence = "The parcel that you ordered on Monday will be brought to your door in the morning.";
    expect(utterances(`${sentence} `.repeat(7))).toEqual(
      [3, 3, 1].map((count) => Array(count).fill(sentence).join(" ")),
    );
  });
});
