import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressAt, addressesIn, addressesInPlan, isAddress, MAX_ADDRESS_CHARS } from "../../src/domain/addresses.ts";

const WIKIPEDIA = "https://en.wikipedia.org/wiki/Python_(programming_language)";

const TEXTS: readonly (readonly [text: string, addresses: readonly string[]])[] = [
  ["nothing here", []],
  ["See https://a.example/x.png.", ["https://a.example/x.png"]],
  ["See https://a.example/x?y=1&z=2#w, please!", ["https://a.example/x?y=1&z=2#w"]],
  ["Do you know https://a.example/?", ["https://a.example/"]],
  ["HTTP://A.example and http://b.example:8080/c", ["HTTP://A.example", "http://b.example:8080/c"]],
  [`Sum up ${WIKIPEDIA}`, [WIKIPEDIA]],
  [`Sum up ${WIKIPEDIA}.`, [WIKIPEDIA]],
  [`Sum it up (${WIKIPEDIA}).`, [WIKIPEDIA]],
  ["(https://a.example/b)", ["https://a.example/b"]],
  ["(see https://a.example/b).", ["https://a.example/b"]],
  ["[https://a.example/b[1]]", ["https://a.example/b[1]"]],
  ["[words](https://a.example/b)", ["https://a.example/b"]],
  ["{https://a.example/{id}}", ["https://a.example/{id}"]],
  ["<https://a.example/b>", ["https://a.example/b"]],
  ['"https://a.example/b", “https://c.example/d”', ["https://a.example/b", "https://c.example/d"]],
  ["请看https://a.example/b，然后总结。", ["https://a.example/b"]],
  ["（https://a.example/b）", ["https://a.example/b"]],
  ["https://zh.wikipedia.org/wiki/中文", ["https://zh.wikipedia.org/wiki/中文"]],
  ["https://bücher.example/", ["https://bücher.example/"]],
  ["http://[2606:4700::1]/a", ["http://[2606:4700::1]/a"]],
  ["https://web.archive.org/web/2020/https://a.example/", ["https://web.archive.org/web/2020/https://a.example/"]],
  ["https://a.example/ https://a.example/", ["https://a.example/"]],
  ["https:// and http://... and https:///x", []],
  ["xhttps://a.example ftp://b.example file:///c mailto:d@e.example", []],
  [`https://a.example/${"x".repeat(MAX_ADDRESS_CHARS)} https://b.example/`, ["https://b.example/"]],
];

describe("the addresses in a text", () => {
  it.each(TEXTS)("of %j are %j", (text, addresses) => expect(addressesIn(text)).toEqual(addresses));

  it("are each an address by itself, and stand where they are looked for", () => {
    const piece = fc.constantFrom(
      "https://",
      "http://",
      "a.example",
      "/b",
      "(",
      ")",
      "]",
      ".",
      " ",
      "é",
      "，",
      "h",
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const at = Array.from(text, (_, start) => addressAt(text, start, text.length));
        for (const address of addressesIn(text)) {
          expect(isAddress(address)).toBe(true);
          expect(at).toContain(address);
          expect(addressesIn(address)).toEqual([address]);
        }
      }),
    );
  });

  it("end where the part of the text ends that they are looked for in", () => {
    const text = "see https://a.example/b";
    expect(addressAt(text, 4, text.length - 2)).toBe("https://a.example");
    expect(addressAt(text, 5, text.length)).toBeNull();
  });

  it("are found without end in a text made to be slow", () => {
    for (const filling of ["https://", "(https://a", "https://a", `https://a${")".repeat(4000)} `]) {
      const text = filling.repeat(Math.ceil(100_000 / filling.length));
      for (const { length } of addressesIn(text)) expect(length).toBeLessThanOrEqual(MAX_ADDRESS_CHARS);
    }
  });
});

describe("a text", () => {
  it.each([
    "https://a.example/",
    " https://a.example/ ",
    "HTTP://a",
    "ftp://a.example/b",
    "file:///etc/passwd",
    "http:\\\\a",
  ])("%j is an address", (text) => expect(isAddress(text)).toBe(true));
  it.each(["", "a.example", "https://a.example/ and more", "see https://a.example/", "res_1", "a: //b", "//a.example"])(
    "%j is none",
    (text) => expect(isAddress(text)).toBe(false),
  );
});

describe("the addresses in a plan", () => {
  it("are whole arguments, however deep, in their order", () => {
    const plan = [
      { task: "t", args: { image: "https://a.example/b.png", text: "see https://c.example/" } },
      { task: "t", args: { images: [["ftp://d.example/"], { deep: { deeper: ["https://e.example/"] } }], none: null } },
    ];
    expect(addressesInPlan(plan)).toEqual(["https://a.example/b.png", "ftp://d.example/", "https://e.example/"]);
    expect(addressesInPlan(undefined)).toEqual([]);
  });
});
