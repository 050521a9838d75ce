import type { PixelWork } from "../decode/limits.ts";
import type { Luma, Size } from "../raster.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A picture turned clockwise about its centre and enlarged, with as much room as that needs. */
export interface PageView extends Size {
  /** The place in the source of a place in the view. */
  toSource(point: Point): Point;
}

/** `degrees` clockwise, `scale` 1 for the same size. */
export function viewOf(source: Size, degrees: number, scale: number): PageView {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const width = Math.max(1, Math.round(scale * (Math.abs(source.width * cos) + Math.abs(source.height * sin))));
  const height = Math.max(1, Math.round(scale * (Math.abs(source.width * sin) + Math.abs(source.height * cos))));
  return {
    width,
    height,
    toSource: ({ x, y }) => {
      const dx = (x - width / 2) / scale;
      const dy = (y - height / 2) / scale;
      return { x: source.width / 2 + dx * cos + dy * sin, y: source.height / 2 - dx * sin + dy * cos };
    },
  };
}

/** Draws a view of the picture, bilinearly; outside it, paper in the colour of `outside`. @throws {AppError} as `spend` does */
export async function draw(source: Luma, view: PageView, outside: number, work: PixelWork): Promise<Luma> {
  const { width, height } = view;
  const out = new Uint8Array(width * height);
  // Pixel centres; a step to the right and a step down are the same everywhere.
  const origin = view.toSource({ x: 0.5, y: 0.5 });
  const right = view.toSource({ x: 1.5, y: 0.5 });
  const below = view.toSource({ x: 0.5, y: 1.5 });
  for (let y = 0, to = 0; y < height; y++) {
    let atX = origin.x + (below.x - origin.x) * y - 0.5;
    let atY = origin.y + (below.y - origin.y) * y - 0.5;
    for (let x = 0; x < width; x++, atX += right.x - origin.x, atY += right.y - origin.y) {
      out[to++] = sample(source, atX, atY, outside);
    }
    await work.spend("pixels", width);
  }
  return { width, height, data: out };
}

function sample({ width, height, data }: Luma, x: number, y: number, outside: number): number {
  if (x < -1 || y < -1 || x > width || y > height) return outside;
  const left = Math.min(Math.max(Math.floor(x), 0), width - 1);
  const top = Math.min(Math.max(Math.floor(y), 0), height - 1);
  const right = Math.min(left + 1, width - 1);
  const bottom = Math.min(top + 1, height - 1);
  const across = Math.min(Math.max(x - left, 0), 1);
  const down = Math.min(Math.max(y - top, 0), 1);
  const upper = (data[top * width + left] ?? 0) * (1 - across) + (data[top * width + right] ?? 0) * across;
  const lower = (data[bottom * width + left] ?? 0) * (1 - across) + (data[bottom * width + right] ?? 0) * across;
  return Math.round(upper * (1 - down) + lower * down);
}

/** As the engine wants it: RGBA in a buffer of its own. */
export function toImageData({ width, height, data }: Luma): {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
} {
  const words = new Uint32Array(width * height);
  // The same byte thrice and an opaque alpha, in the byte order of WebAssembly and of every machine it runs on.
  for (let pixel = 0; pixel < words.length; pixel++) words[pixel] = 0xff000000 | ((data[pixel] ?? 0) * 0x010101);
  return { data: new Uint8ClampedArray(words.buffer), width, height };
}
