import { describe, expect, it } from "vitest";
import { withoutSurroundings } from "../../../../src/providers/embedded/vision/ocr/surroundings.ts";
import type { Luma } from "../../../../src/providers/embedded/vision/raster.ts";

const WIDTH = 480;
const HEIGHT = 360;
const PAPER = 230;
const DESK = 90;
const INK = 20;

const drawn = (shade: (x: number, y: number) => number): Luma => ({
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => shade(at % WIDTH, Math.floor(at / WIDTH))),
});

/** Words of dashes in rows, away from the edges of the picture. */
const isPrint = (x: number, y: number): boolean =>
  x > 100 && x < 380 && y > 80 && y < 280 && y % 24 < 8 && x % 60 < 48 && x % 6 < 3;

/** A sheet that is tilted by some three degrees. */
const isSheet = (x: number, y: number): boolean => {
  const [across, down] = [x - WIDTH / 2 + y * 0.05, y - HEIGHT / 2 - x * 0.05 + 12];
  return Math.abs(across) < 190 && Math.abs(down) < 150;
};

describe("the surroundings of a page", () => {
  it("become paper where a sheet lies on a desk, and the print stays as it is", () => {
    const page = drawn((x, y) => (isPrint(x, y) ? INK : isSheet(x, y) ? PAPER : DESK));
    const expected = drawn((x, y) => (isPrint(x, y) ? INK : PAPER)).data;
    // Counted, as comparing so many values one by one with a matcher takes seconds.
    expect(withoutSurroundings(page)?.data.filter((value, at) => value !== expected[at])).toHaveLength(0);
  });

  it("become paper where a camera has blurred the sheet's edge over some pixels", () => {
    const page = drawn((x, y) => {
      if (isPrint(x, y)) return INK;
      const beyond = Math.max(Math.abs(x - WIDTH / 2 + y * 0.05) - 190, Math.abs(y - HEIGHT / 2 - x * 0.05 + 12) - 150);
      const share = Math.min(Math.max((beyond + 1.5) / 3, 0), 1);
      return Math.round(PAPER + (DESK - PAPER) * share);
    });
    const shades = withoutSurroundings(page)?.data ?? new Uint8Array();
    expect(shades.filter((value, at) => value < 100 && !isPrint(at % WIDTH, Math.floor(at / WIDTH)))).toHaveLength(0);
    expect(shades).toHaveLength(WIDTH * HEIGHT);
  });

  const LEFT_ALONE: Readonly<Record<string, (x: number, y: number) => number>> = {
    "print on white": (x, y) => (isPrint(x, y) ? INK : PAPER),
    "an empty picture": () => PAPER,
    "white print on black": (x, y) => (isPrint(x, y) ? PAPER : INK),
    "a dark panel with print beside the page": (x, y) =>
      x < 160 ? (isPrint(x + 60, y) ? PAPER : INK) : isPrint(x, y) ? INK : PAPER,
    "a dark panel with grey print beside the page": (x, y) =>
      x < 160 ? (isPrint(x + 60, y) ? 110 : INK) : isPrint(x, y) ? INK : PAPER,
    "paper that a lamp leaves in the dark on one side": (x, y) =>
      (isPrint(x, y) ? INK : PAPER) * (0.25 + (0.75 * x) / WIDTH),
  };
  for (const [name, shade] of Object.entries(LEFT_ALONE)) {
    it(`are not looked for in ${name}`, () => {
      expect(withoutSurroundings(drawn(shade))).toBeNull();
    });
  }
});
