import { encodeJpeg, encodePng, Image } from "image-js";

/** Red, green, blue; 0 to 255. */
export type Colour = readonly [number, number, number];
type Point = readonly [number, number];

/** Drawn this many times larger in both directions, then averaged: edges come out soft. */
const OVERSAMPLING = 2;
const JPEG_QUALITY = 82;

/** A sheet to draw filled shapes on; coordinates in pixels of the finished image, from the top left. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * OVERSAMPLING ** 2 * 3);
    this.rectangle(0, 0, width, height, background);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#fill(x, y, x + width, y + height, colour, () => true);
  }

  /** A rectangle whose colour goes from one at the top to another at the bottom. */
  gradient(x: number, y: number, width: number, height: number, top: Colour, bottom: Colour): void {
    for (let row = 0; row < height; row++) {
      const share = row / height;
      const mix = (from: number, to: number) => Math.round(from + (to - from) * share);
      this.rectangle(x, y + row, width, 1, [mix(top[0], bottom[0]), mix(top[1], bottom[1]), mix(top[2], bottom[2])]);
    }
  }

  ellipse(x: number, y: number, radiusX: number, radiusY: number, colour: Colour): void {
    const inside = (px: number, py: number) => ((px - x) / radiusX) ** 2 + ((py - y) / radiusY) ** 2 <= 1;
    this.#fill(x - radiusX, y - radiusY, x + radiusX, y + radiusY, colour, inside);
  }

  /** A straight stroke with round ends. */
  line(from: Point, to: Point, thickness: number, colour: Colour): void {
    const [x, y] = from;
    const [dx, dy] = [to[0] - x, to[1] - y];
    const squared = dx * dx + dy * dy;
    const half = thickness / 2;
    const inside = (px: number, py: number) => {
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((px - x) * dx + (py - y) * dy) / squared));
      return (px - x - along * dx) ** 2 + (py - y - along * dy) ** 2 <= half * half;
    };
    const [left, right] = [Math.min(x, to[0]) - half, Math.max(x, to[0]) + half];
    this.#fill(left, Math.min(y, to[1]) - half, right, Math.max(y, to[1]) + half, colour, inside);
  }

  /** A filled polygon, by the even-odd rule. */
  polygon(points: readonly Point[], colour: Colour): void {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const inside = (px: number, py: number) => {
      let odd = false;
      points.forEach(([x1, y1], index) => {
        const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
        if (y1 > py !== y2 > py && px < ((x2 - x1) * (py - y1)) / (y2 - y1) + x1) odd = !odd;
      });
      return odd;
    };
    this.#fill(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), colour, inside);
  }

  png(): Uint8Array {
    return encodePng(this.#image());
  }

  jpeg(): Uint8Array {
    return encodeJpeg(this.#image(), { quality: JPEG_QUALITY });
  }

  #fill(
    left: number,
    top: number,
    right: number,
    bottom: number,
    colour: Colour,
    inside: (x: number, y: number) => boolean,
  ): void {
    const width = this.width * OVERSAMPLING;
    const lastRow = Math.min(this.height * OVERSAMPLING, Math.ceil(bottom * OVERSAMPLING));
    const lastColumn = Math.min(width, Math.ceil(right * OVERSAMPLING));
    for (let row = Math.max(0, Math.floor(top * OVERSAMPLING)); row < lastRow; row++) {
      for (let column = Math.max(0, Math.floor(left * OVERSAMPLING)); column < lastColumn; column++) {
        if (inside((column + 0.5) / OVERSAMPLING, (row + 0.5) / OVERSAMPLING)) {
          this.#pixels.set(colour, (row * width + column) * 3);
        }
      }
    }
  }

  #image(): Image {
    const image = new Image(this.width, this.height, { colorModel: "RGB" });
    const wide = this.width * OVERSAMPLING;
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        for (let channel = 0; channel < 3; channel++) {
          let sum = 0;
          for (let dy = 0; dy < OVERSAMPLING; dy++) {
            for (let dx = 0; dx < OVERSAMPLING; dx++) {
              sum += this.#pixels[((y * OVERSAMPLING + dy) * wide + x * OVERSAMPLING + dx) * 3 + channel] ?? 0;
            }
          }
          image.setValue(x, y, channel, Math.round(sum / OVERSAMPLING ** 2));
        }
      }
    }
    return image;
  }
}
