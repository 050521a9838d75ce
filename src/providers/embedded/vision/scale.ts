import type { Raster, Size } from "./raster.ts";

/**
 * Scales an image down by averaging areas, one source row at a time, so that a large picture is never
 * held whole. Alpha weighs the colours: an invisible pixel must not tint its neighbours.
 */
export class AreaShrinker {
  readonly #from: Size;
  readonly #to: Size;
  readonly #channels: 3 | 4;
  readonly #out: Uint8Array<ArrayBuffer>;
  readonly #line: Float32Array;
  readonly #sums: Float32Array;
  #sourceRow = 0;
  #targetRow = 0;

  /** `to` must not be larger than `from` either way. */
  constructor(from: Size, to: Size, channels: 3 | 4) {
    this.#from = from;
    this.#to = to;
    this.#channels = channels;
    this.#out = new Uint8Array(to.width * to.height * channels);
    this.#line = new Float32Array(to.width * channels);
    this.#sums = new Float32Array(to.width * channels);
  }

  /** Takes the next row of `from.width` pixels; rows beyond the last are ignored. */
  push(row: Uint8Array): void {
    const { width, height } = this.#to;
    if (this.#targetRow >= height) return;
    if (width === this.#from.width && height === this.#from.height) {
      this.#out.set(row.subarray(0, width * this.#channels), this.#targetRow * width * this.#channels);
      this.#targetRow += 1;
      return;
    }
    this.#averageAcross(row);
    const top = this.#sourceRow;
    this.#sourceRow += 1;
    const edge = ((this.#targetRow + 1) * this.#from.height) / height;
    if (this.#sourceRow < edge) {
      this.#add(1);
      return;
    }
    this.#add(edge - top);
    this.#emit();
    const rest = this.#sourceRow - edge;
    if (rest > 0 && this.#targetRow < height) this.#add(rest);
  }

  /** The scaled image; rows that never came are black. */
  result(): Raster {
    return { ...this.#to, channels: this.#channels, data: this.#out };
  }

  #averageAcross(row: Uint8Array): void {
    const channels = this.#channels;
    const line = this.#line;
    const step = this.#from.width / this.#to.width;
    for (let target = 0, at = 0; target < this.#to.width; target++, at += channels) {
      const left = target * step;
      const right = Math.min(left + step, this.#from.width);
      let red = 0;
      let green = 0;
      let blue = 0;
      let alpha = 0;
      for (let source = Math.floor(left); source < right; source++) {
        const width = Math.min(source + 1, right) - Math.max(source, left);
        const from = source * channels;
        const weight = channels === 4 ? (width * (row[from + 3] ?? 255)) / 255 : width;
        red += weight * (row[from] ?? 0);
        green += weight * (row[from + 1] ?? 0);
        blue += weight * (row[from + 2] ?? 0);
        alpha += weight;
      }
      line[at] = red / step;
      line[at + 1] = green / step;
      line[at + 2] = blue / step;
      if (channels === 4) line[at + 3] = alpha / step;
    }
  }

  #add(weight: number): void {
    for (let index = 0; index < this.#sums.length; index++) {
      this.#sums[index] = (this.#sums[index] ?? 0) + weight * (this.#line[index] ?? 0);
    }
  }

  #emit(): void {
    const step = this.#from.height / this.#to.height;
    const start = this.#targetRow * this.#to.width * this.#channels;
    const sums = this.#sums;
    if (this.#channels === 3) {
      for (let index = 0; index < sums.length; index++)
        this.#out[start + index] = Math.min(255, Math.round((sums[index] ?? 0) / step));
    } else {
      for (let index = 0; index < sums.length; index += 4) {
        const alpha = (sums[index + 3] ?? 0) / step;
        const colour = alpha > 0 ? step * alpha : 1;
        for (let channel = 0; channel < 3; channel++) {
          this.#out[start + index + channel] = Math.min(255, Math.round((sums[index + channel] ?? 0) / colour));
        }
        this.#out[start + index + 3] = Math.min(255, Math.round(alpha * 255));
      }
    }
    sums.fill(0);
    this.#targetRow += 1;
  }
}

/** A raster held whole, scaled down; the same one when it already has that size. */
export function shrink(raster: Raster, to: Size): Raster {
  if (raster.width === to.width && raster.height === to.height) return raster;
  const shrinker = new AreaShrinker(raster, to, raster.channels);
  const stride = raster.width * raster.channels;
  for (let row = 0; row < raster.height; row++) shrinker.push(raster.data.subarray(row * stride, (row + 1) * stride));
  return shrinker.result();
}

/**
 * A picture drawn larger, bilinearly. (image-js fails on pictures one pixel wide.) Either side may also
 * stay as it is; to make one smaller, use `shrink`, which averages.
 */
export function enlarge(raster: Raster, { width, height }: Size): Raster {
  const { channels, data } = raster;
  if (raster.width === width && raster.height === height) return raster;
  const out = new Uint8Array(width * height * channels);
  const columns = Array.from({ length: width }, (_, x) => between(x, width, raster.width));
  for (let y = 0, to = 0; y < height; y++) {
    const row = between(y, height, raster.height);
    const upper = row.first * raster.width;
    const lower = row.second * raster.width;
    for (const { first, second, share } of columns) {
      for (let channel = 0; channel < channels; channel++, to++) {
        const topLeft = data[(upper + first) * channels + channel] ?? 0;
        const topRight = data[(upper + second) * channels + channel] ?? 0;
        const bottomLeft = data[(lower + first) * channels + channel] ?? 0;
        const bottomRight = data[(lower + second) * channels + channel] ?? 0;
        const top = topLeft + (topRight - topLeft) * share;
        out[to] = Math.round(top + (bottomLeft + (bottomRight - bottomLeft) * share - top) * row.share);
      }
    }
  }
  return { width, height, channels, data: out };
}

/** The two source pixels that a target pixel's centre lies between, and how near it is to the second. */
function between(target: number, targets: number, sources: number): { first: number; second: number; share: number } {
  const place = Math.min(Math.max(((target + 0.5) * sources) / targets - 0.5, 0), sources - 1);
  const first = Math.floor(place);
  return { first, second: Math.min(first + 1, sources - 1), share: place - first };
}
