import { Canvas, type Colour } from "./canvas.ts";

const WIDTH = 480;
const HEIGHT = 360;
const WHITE: Colour = [248, 248, 246];
const BLACK: Colour = [28, 28, 32];
const RED: Colour = [206, 44, 40];
const YELLOW: Colour = [246, 204, 62];
const BLUE: Colour = [58, 110, 190];
const BROWN: Colour = [122, 82, 48];

/** A blue bowl with three red apples, and two bananas beside it. */
export function fruit(): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, [226, 220, 208]);
  canvas.gradient(0, 240, WIDTH, 120, [160, 112, 70], [128, 84, 48]);
  for (const x of [160, 215, 270]) {
    canvas.ellipse(x, 172, 32, 32, RED);
    canvas.line([x, 144], [x + 5, 128], 4, BROWN);
    canvas.ellipse(x - 10, 160, 7, 9, [230, 110, 100]);
  }
  canvas.polygon(
    [
      [100, 180],
      [330, 180],
      [282, 272],
      [148, 272],
    ],
    BLUE,
  );
  for (const y of [262, 286]) {
    const points = [
      [330, y],
      [356, y + 22],
      [392, y + 26],
      [432, y + 6],
    ] as const;
    points.forEach((point, index) => {
      canvas.line(points[index - 1] ?? point, point, 20, YELLOW);
    });
  }
  return canvas;
}

/** A living room: a sofa, a floor lamp, a window, a clock on the wall, a black cat on the sofa. */
export function room(): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, [228, 214, 190]);
  canvas.gradient(0, 262, WIDTH, 98, [150, 106, 72], [118, 78, 48]);
  canvas.rectangle(50, 50, 120, 110, WHITE);
  canvas.gradient(56, 56, 108, 98, [130, 190, 240], [220, 238, 250]);
  canvas.rectangle(107, 56, 6, 98, WHITE);
  canvas.ellipse(300, 80, 34, 34, WHITE);
  canvas.ellipse(300, 80, 30, 30, [252, 250, 240]);
  canvas.line([300, 80], [300, 58], 4, BLACK);
  canvas.line([300, 80], [318, 80], 4, BLACK);
  canvas.rectangle(90, 190, 270, 70, [70, 116, 110]);
  canvas.rectangle(76, 222, 298, 66, [86, 136, 128]);
  for (const x of [92, 342]) canvas.rectangle(x, 288, 16, 22, BROWN);
  canvas.ellipse(240, 214, 44, 24, BLACK);
  canvas.ellipse(286, 198, 18, 17, BLACK);
  canvas.polygon(
    [
      [272, 190],
      [276, 170],
      [286, 184],
    ],
    BLACK,
  );
  canvas.polygon(
    [
      [288, 184],
      [298, 170],
      [301, 190],
    ],
    BLACK,
  );
  canvas.ellipse(281, 196, 3, 4, YELLOW);
  canvas.ellipse(292, 196, 3, 4, YELLOW);
  canvas.line([200, 220], [176, 190], 8, BLACK);
  canvas.rectangle(424, 130, 6, 180, BLACK);
  canvas.polygon(
    [
      [400, 132],
      [412, 88],
      [442, 88],
      [454, 132],
    ],
    YELLOW,
  );
  return canvas;
}
