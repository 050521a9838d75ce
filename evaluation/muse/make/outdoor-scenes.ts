import { Canvas, type Colour } from "./canvas.ts";

const WIDTH = 480;
const HEIGHT = 360;
const WHITE: Colour = [248, 248, 246];
const BLACK: Colour = [28, 28, 32];
const RED: Colour = [206, 44, 40];
const YELLOW: Colour = [246, 204, 62];
const GREEN: Colour = [78, 148, 66];
const BLUE: Colour = [58, 110, 190];
const BROWN: Colour = [122, 82, 48];

const outdoors = (horizon: number, ground: Colour): Canvas => {
  const canvas = new Canvas(WIDTH, HEIGHT, ground);
  canvas.gradient(0, 0, WIDTH, horizon, [118, 176, 232], [214, 232, 246]);
  return canvas;
};

const tree = (canvas: Canvas, x: number, y: number, size: number): void => {
  canvas.rectangle(x - size / 8, y - size / 2, size / 4, size / 2, BROWN);
  canvas.ellipse(x, y - size * 0.85, size * 0.45, size * 0.55, GREEN);
};

const car = (canvas: Canvas, x: number, y: number, colour: Colour): void => {
  canvas.polygon(
    [
      [x + 18, y],
      [x + 32, y - 22],
      [x + 76, y - 22],
      [x + 92, y],
    ],
    colour,
  );
  canvas.polygon(
    [
      [x + 26, y],
      [x + 36, y - 17],
      [x + 72, y - 17],
      [x + 82, y],
    ],
    [200, 224, 236],
  );
  canvas.rectangle(x, y, 110, 24, colour);
  for (const wheel of [x + 26, x + 84]) {
    canvas.ellipse(wheel, y + 24, 13, 13, BLACK);
    canvas.ellipse(wheel, y + 24, 6, 6, [170, 170, 176]);
  }
};

/** Three cars in front of two houses, and a traffic light that shows red. */
export function street(): Canvas {
  const canvas = outdoors(230, [92, 94, 100]);
  for (const [x, wall] of [
    [40, [224, 186, 140]],
    [210, [186, 120, 104]],
  ] as const) {
    canvas.rectangle(x, 110, 130, 120, wall);
    canvas.polygon(
      [
        [x - 10, 110],
        [x + 65, 60],
        [x + 140, 110],
      ],
      [118, 60, 50],
    );
    for (const offset of [16, 84]) canvas.rectangle(x + offset, 130, 30, 34, [190, 222, 240]);
    canvas.rectangle(x + 52, 176, 28, 54, BROWN);
  }
  canvas.rectangle(0, 226, WIDTH, 10, [176, 176, 172]);
  canvas.rectangle(410, 110, 8, 126, BLACK);
  canvas.rectangle(398, 80, 32, 78, BLACK);
  [RED, [70, 64, 30] as const, [34, 66, 40] as const].forEach((light, index) => {
    canvas.ellipse(414, 96 + index * 23, 9, 9, light);
  });
  car(canvas, 20, 256, RED);
  car(canvas, 180, 280, BLUE);
  car(canvas, 340, 262, YELLOW);
  return canvas;
}

/** A striped umbrella on the sand, a sailing boat at sea, the sun. */
export function beach(): Canvas {
  const canvas = outdoors(170, [236, 212, 158]);
  canvas.gradient(0, 170, WIDTH, 80, [28, 106, 168], [88, 178, 206]);
  canvas.ellipse(400, 60, 30, 30, YELLOW);
  canvas.polygon(
    [
      [90, 184],
      [170, 184],
      [154, 206],
      [106, 206],
    ],
    WHITE,
  );
  canvas.polygon(
    [
      [130, 90],
      [130, 178],
      [180, 178],
    ],
    WHITE,
  );
  canvas.polygon(
    [
      [124, 100],
      [124, 178],
      [92, 178],
    ],
    RED,
  );
  canvas.line([310, 190], [330, 330], 6, BROWN);
  for (let stripe = 0; stripe < 6; stripe++) {
    const x = 230 + stripe * 28;
    canvas.polygon(
      [
        [310, 176],
        [x, 240],
        [x + 28, 240],
      ],
      stripe % 2 === 0 ? RED : WHITE,
    );
  }
  return canvas;
}

/** Five balloons above a meadow. */
export function balloons(): Canvas {
  const canvas = outdoors(300, GREEN);
  const places = [
    [80, 110, RED],
    [160, 70, YELLOW],
    [240, 120, BLUE],
    [330, 80, [150, 70, 160]],
    [410, 130, WHITE],
  ] as const;
  for (const [x, y, colour] of places) {
    canvas.line([x, y + 40], [x + 8, y + 110], 2, BLACK);
    canvas.ellipse(x, y, 32, 40, colour);
    canvas.ellipse(x - 10, y - 14, 6, 9, [255, 255, 255]);
  }
  return canvas;
}

/** A lake before two snowy mountains, a cabin and trees on the near shore. */
export function mountains(): Canvas {
  const canvas = outdoors(200, [96, 140, 78]);
  canvas.polygon(
    [
      [0, 200],
      [140, 50],
      [280, 200],
    ],
    [110, 118, 134],
  );
  canvas.polygon(
    [
      [108, 84],
      [140, 50],
      [172, 84],
      [140, 100],
    ],
    WHITE,
  );
  canvas.polygon(
    [
      [190, 200],
      [330, 30],
      [480, 200],
    ],
    [92, 100, 120],
  );
  canvas.polygon(
    [
      [297, 70],
      [330, 30],
      [365, 70],
      [330, 88],
    ],
    WHITE,
  );
  canvas.gradient(0, 200, WIDTH, 70, [70, 128, 170], [120, 172, 196]);
  canvas.rectangle(300, 236, 100, 64, BROWN);
  canvas.polygon(
    [
      [288, 238],
      [350, 196],
      [412, 238],
    ],
    [84, 50, 34],
  );
  canvas.rectangle(338, 262, 24, 38, [60, 38, 24]);
  for (const [x, y, size] of [
    [60, 320, 70],
    [140, 340, 84],
    [440, 330, 76],
  ] as const)
    tree(canvas, x, y, size);
  return canvas;
}

/** Seven red tulips in front of a white fence. */
export function garden(): Canvas {
  const canvas = outdoors(190, GREEN);
  for (let x = 6; x < WIDTH; x += 40)
    canvas.polygon(
      [
        [x, 230],
        [x, 130],
        [x + 14, 112],
        [x + 28, 130],
        [x + 28, 230],
      ],
      WHITE,
    );
  for (const y of [150, 200]) canvas.rectangle(0, y, WIDTH, 12, WHITE);
  for (let flower = 0; flower < 7; flower++) {
    const [x, y] = [50 + flower * 62, 236 + (flower % 2) * 22];
    canvas.line([x, y + 10], [x, y + 90], 6, [50, 110, 46]);
    canvas.ellipse(x, y, 18, 22, RED);
    canvas.polygon(
      [
        [x - 18, y],
        [x - 16, y - 30],
        [x, y - 12],
        [x + 16, y - 30],
        [x + 18, y],
      ],
      RED,
    );
  }
  return canvas;
}

/** A snowman with a hat and a person who waves beside it, arms up. */
export function snowman(): Canvas {
  const canvas = outdoors(220, [236, 240, 246]);
  canvas.ellipse(170, 270, 70, 62, WHITE);
  canvas.ellipse(170, 180, 50, 46, [244, 246, 250]);
  canvas.ellipse(170, 108, 34, 34, WHITE);
  canvas.rectangle(132, 74, 76, 8, BLACK);
  canvas.rectangle(146, 30, 48, 46, BLACK);
  for (const x of [158, 182]) canvas.ellipse(x, 100, 4, 4, BLACK);
  canvas.polygon(
    [
      [170, 108],
      [206, 116],
      [170, 118],
    ],
    [236, 130, 40],
  );
  for (const y of [160, 182, 204]) canvas.ellipse(170, y, 5, 5, BLACK);
  canvas.ellipse(350, 130, 24, 26, [226, 180, 150]);
  canvas.rectangle(322, 158, 56, 80, RED);
  canvas.line([326, 166], [292, 112], 16, RED);
  canvas.line([374, 166], [408, 112], 16, RED);
  for (const x of [336, 364]) canvas.line([x, 238], [x, 312], 20, [44, 60, 110]);
  return canvas;
}
