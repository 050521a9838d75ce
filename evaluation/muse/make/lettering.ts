import type { Canvas, Colour } from "./canvas.ts";

/**
 * Capitals and digits as strokes on a grid 4 wide and 6 high: each stroke is a row of "xy" points.
 * Strokes, as no library here can set type in a picture.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: "06 20 46|14 34",
  B: "00 06 36 45 44 33 03|00 30 41 42 33",
  C: "41 30 10 01 05 16 36 45",
  D: "00 06 26 44 42 20 00",
  E: "40 00 06 46|03 33",
  F: "40 00 06|03 33",
  G: "41 30 10 01 05 16 36 45 43 23",
  H: "00 06|40 46|03 43",
  I: "20 26|10 30|16 36",
  J: "40 45 36 16 05",
  K: "00 06|40 03 46",
  L: "00 06 46",
  M: "06 00 23 40 46",
  N: "06 00 46 40",
  O: "10 01 05 16 36 45 41 30 10",
  P: "06 00 30 41 42 33 03",
  Q: "10 01 05 16 36 45 41 30 10|24 46",
  R: "06 00 30 41 42 33 03|23 46",
  S: "41 30 10 01 02 13 33 44 45 36 16 05",
  T: "00 40|20 26",
  U: "00 05 16 36 45 40",
  V: "00 26 40",
  W: "00 16 23 36 40",
  X: "00 46|40 06",
  Y: "00 23 40|23 26",
  Z: "00 40 06 46",
  0: "10 01 05 16 36 45 41 30 10",
  1: "11 20 26|16 36",
  2: "01 10 30 41 42 06 46",
  3: "00 40 22 33 44 45 36 16 05",
  4: "36 30 04 44",
  5: "40 00 02 32 43 45 36 16 05",
  6: "40 20 02 05 16 36 45 44 33 13 04",
  7: "00 40 16",
  8: "10 01 02 13 33 42 41 30 10|13 04 05 16 36 45 44 33",
  9: "42 33 13 02 01 10 30 41 43 26 06",
  ".": "26 26",
  ",": "25 17",
  ":": "22 22|25 25",
  "-": "13 33",
};

const ADVANCE = 6;
const STROKE_WIDTH = 0.85;

/** Writes one line; `size` is the width of a grid square in pixels, (x, y) the top left. Unknown signs leave a gap. */
export function write(canvas: Canvas, text: string, x: number, y: number, size: number, ink: Colour): void {
  [...text].forEach((sign, index) => {
    for (const stroke of STROKES[sign]?.split("|") ?? []) {
      const points = stroke.split(" ").map((point): [number, number] => {
        const [column = 0, row = 0] = [...point].map(Number);
        return [x + (index * ADVANCE + column) * size, y + row * size];
      });
      points.forEach((point, at) => {
        canvas.line(points[at - 1] ?? point, point, STROKE_WIDTH * size, ink);
      });
    }
  });
}
