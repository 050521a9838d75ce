import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { madeBy, resultName } from "../../../src/domain/run/result-names.ts";

describe("the name of a result", () => {
  it.each([
    ["photo.jpg", [], "blurred", "jpg", "photo-blurred.jpg"],
    ["photo-blurred.jpg", [], "rotated", "jpg", "photo-blurred-rotated.jpg"],
    ["photo.jpg", ["photo-blurred.jpg"], "blurred", "jpg", "photo-blurred-2.jpg"],
    ["photo-blurred.jpg", ["photo-blurred.jpg"], "blurred", "jpg", "photo-blurred-2.jpg"],
    ["photo-blurred-2.jpg", ["photo-blurred.jpg", "photo-blurred-2.jpg"], "blurred", "jpg", "photo-blurred-3.jpg"],
    ["talk.mp3", [], "denoised", "wav", "talk-denoised.wav"],
    ["a.b.c", [], "summary", "txt", "a.b-summary.txt"],
    ["no extension", [], "edges", "png", "no extension-edges.png"],
    [".png", [], "edges", "png", "edges.png"],
    [null, [], "image", "png", "image.png"],
    [null, ["image.png"], "image", "png", "image-2.png"],
  ])("of %s beside %j is made of what was done (%s, %s): %s", (source, taken, made, extension, name) => {
    expect(resultName(made, extension, { source, taken })).toBe(name);
  });

  it("is another than all that are taken, and of bounded length", () => {
    const names = fc.array(fc.string({ maxLength: 300 }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), names, (source, others) => {
        const first = resultName("grey", "png", { source, taken: others });
        const second = resultName("grey", "png", { source, taken: [...others, first] });
        expect([...others, first]).not.toContain(second);
        expect(second.length).toBeLessThan(100);
      }),
    );
  });

  it.each([
    ["summarization", "summary"],
    ["canny-control", "canny"],
    ["their-own-type", "their-own-type"],
    ["constructor", "constructor"],
  ])("of %s says %s", (type, made) => {
    expect(madeBy(type)).toBe(made);
  });
});
