import { describe, expect, it } from "vitest";
import { wordsOfCode } from "../../../../src/providers/embedded/vision/qr-codes.ts";
import { callExpert, dataOf, textOf } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";

const read = async (name: string) => callExpert("barcode-reading", { image: await fixture(name) });

describe("QR codes", () => {
  const cases: readonly (readonly [file: string, texts: readonly string[]])[] = [
    ["qr.png", ["https://example.org/tickets/4711"]],
    ["qr-tiny.png", ["tiny"]],
    ["qr-inverted.png", ["inverted"]],
    ["qr-two.png", ["first", "second"]],
    ["qr-in-12mp.jpg", ["far away"]],
  ];
  for (const [file, texts] of cases) {
    it(file, async () => {
      const result = await read(file);
      expect(textOf(result, "text").split("\n").sort()).toEqual(texts);
      expect(dataOf(result, "codes")).toHaveLength(texts.length);
    });
  }

  it("tell where they are, in pixels of the image as it was given", async () => {
    // Drawn with its four modules of margin at 2900, 2000; six pixels a module, 21 modules.
    const corners = [
      { x: 2924, y: 2024 },
      { x: 3050, y: 2024 },
      { x: 3050, y: 2150 },
      { x: 2924, y: 2150 },
    ];
    const codes = dataOf(await read("qr-in-12mp.jpg"), "codes");
    const found = Array.isArray(codes) ? codes[0] : undefined;
    expect(found).toMatchObject({ format: "qr-code", text: "far away" });
    for (const [index, corner] of corners.entries()) {
      expect(Math.abs(found.corners[index].x - corner.x)).toBeLessThan(8);
      expect(Math.abs(found.corners[index].y - corner.y)).toBeLessThan(8);
    }
  });

  it("none is a plain answer, not an error", async () => {
    const result = await read("invoice.png");
    expect(textOf(result, "text")).toBe("No QR code was found in the image.");
    expect(dataOf(result, "codes")).toEqual([]);
  });
});

describe("what a code says", () => {
  it.each([
    ["https://example.org/a;b", "https://example.org/a;b"],
    ["WIFI:T:WPA;S:CasaLimone;P:Limone-2291;;", "Wi-Fi network: CasaLimone, Wi-Fi password: Limone-2291"],
    ["WIFI:S:a\\;b;T:WPA;P:c\\:d;;", "Wi-Fi network: a;b, Wi-Fi password: c:d"],
    ["WIFI:T:nopass;S:Library;;", "Wi-Fi network: Library, no password"],
    ["WIFI:T:WPA;P:alone;;", "WIFI:T:WPA;P:alone;;"],
  ])("%s", (text, words) => {
    expect(wordsOfCode(text)).toBe(words);
  });

  it("is read with the print of a picture that has little", async () => {
    const result = await callExpert("optical-character-recognition", { image: await fixture("qr.png") });
    expect(textOf(result, "text")).toContain("QR code: https://example.org/tickets/4711");
  });
});
