import { describe, expect, it } from "vitest";
import { BASE_KINDS, baseKind, fits, fitsAny, isKind, type Kind } from "../../src/domain/kinds.ts";

describe("a kind", () => {
  it.each<[Kind, Kind, boolean]>([
    ["image", "image", true],
    ["image/canny", "image", true],
    ["image/canny", "image/canny", true],
    ["image", "image/canny", false],
    ["image/depth", "image/canny", false],
    ["image/canny-soft", "image/canny", false],
    ["text", "image", false],
    ["data", "table", false],
  ])("%s where %s is asked for: %s", (actual, wanted, expected) => {
    expect(fits(actual, wanted)).toBe(expected);
  });

  it("fits a port that takes any of several", () => {
    expect(fitsAny("image/pose", ["document", "image"])).toBe(true);
    expect(fitsAny("audio", ["document", "image"])).toBe(false);
    expect(fitsAny("audio", [])).toBe(false);
  });

  it.each([...BASE_KINDS, "image/canny", "data/boxes"])("is read from %s, and has a base", (text) => {
    expect(isKind(text)).toBe(true);
    if (isKind(text)) expect(BASE_KINDS).toContain(baseKind(text));
  });

  it.each(["", "/", "picture", "image/", "/canny", "image/a/b", "Image", "image ", "constructor"])(
    "is not read from %j",
    (text) => {
      expect(isKind(text)).toBe(false);
    },
  );
});
