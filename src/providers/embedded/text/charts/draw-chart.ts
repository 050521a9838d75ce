import { nice, ticks } from "d3-array";
import type { Colour } from "../../../overlays/colours.ts";
import { CELL, drawable, drawText, fill, shortened } from "../../../overlays/paint.ts";
import type { Raster } from "../../vision/raster.ts";

/** A series of figures to be drawn. */
export interface Chart {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  /** Drawn as a line from left to right, instead of bars below each other. */
  readonly isOverTime: boolean;
}

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** The value as it is written. */
  readonly figure: string;
}

/** In pixels, for letters of twice the font's size: as sharp on a page as in a report. */
const WIDTH = 960;
const SCALE = 2;
const LETTER = CELL.width * SCALE;
const LINE = CELL.height * SCALE;
const MARGIN = 24;
const BAR = 30;
const PLOT_HEIGHT = 360;
/** More bars than a page shows are left out, and more points than there are pixels for. */
const MAX_BARS = 40;
const MAX_POINTS = 400;
const LABEL_CHARACTERS = 22;
const TICKS = 5;

const WHITE: Colour = [255, 255, 255];
const INK: Colour = [40, 44, 52];
const GRID: Colour = [222, 226, 232];
const BLUE: Colour = [47, 111, 196];

/** A picture of a chart, and how many of its points did not fit. */
export function drawChart({ title, points, isOverTime }: Chart): { readonly raster: Raster; readonly left: number } {
  const shown = points.slice(0, isOverTime ? MAX_POINTS : MAX_BARS);
  const top = MARGIN + 2 * LINE;
  const height = isOverTime ? top + PLOT_HEIGHT + 3 * LINE : top + shown.length * BAR + 2 * LINE + MARGIN;
  const raster: Raster = { width: WIDTH, height, channels: 3, data: new Uint8Array(WIDTH * height * 3).fill(255) };
  fill({ raster, colour: WHITE }, { left: 0, top: 0, right: WIDTH, bottom: height });
  write(raster, title, MARGIN, MARGIN, Math.floor((WIDTH - 2 * MARGIN) / LETTER));
  if (isOverTime) drawLine(raster, shown, top);
  else drawBars(raster, shown, top);
  return { raster, left: points.length - shown.length };
}

const write = (raster: Raster, text: string, x: number, y: number, most = LABEL_CHARACTERS): void =>
  drawText({ raster, colour: INK }, shortened(drawable(text), most), { x, y, scale: SCALE });

/** Where values lie on an axis of so many pixels, which holds 0. */
function axisOf(points: readonly ChartPoint[], pixels: number) {
  const values = points.map(({ value }) => value);
  const [low, high] = nice(Math.min(0, ...values), Math.max(0, ...values) || 1, TICKS);
  return {
    at: (value: number): number => Math.round(((value - low) / (high - low)) * pixels),
    marks: ticks(low, high, TICKS),
  };
}

const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

function drawBars(raster: Raster, points: readonly ChartPoint[], top: number): void {
  const longest = Math.max(...points.map(({ label }) => Math.min(LABEL_CHARACTERS, label.length)));
  const figures = Math.max(...points.map(({ figure }) => Math.min(LABEL_CHARACTERS, figure.length)));
  const from = MARGIN + (longest + 1) * LETTER;
  const { at, marks } = axisOf(points, WIDTH - from - MARGIN - (figures + 1) * LETTER);
  const bottom = top + points.length * BAR;
  for (const mark of marks) {
    const x = from + at(mark);
    fill({ raster, colour: GRID }, { left: x, top, right: x + 1, bottom });
    const text = short.format(mark);
    write(raster, text, x - Math.floor((text.length * LETTER) / 2), bottom + LINE / 2);
  }
  for (const [place, { label, value, figure }] of points.entries()) {
    const y = top + place * BAR;
    const [left, right] = [at(0), at(value)].toSorted((one, other) => one - other);
    fill(
      { raster, colour: BLUE },
      { left: from + (left ?? 0), top: y + 4, right: from + (right ?? 0) + 1, bottom: y + BAR - 4 },
    );
    write(raster, label, MARGIN, y + 8);
    write(raster, figure, from + Math.max(at(value), at(0)) + LETTER / 2, y + 8);
  }
}

function drawLine(raster: Raster, points: readonly ChartPoint[], top: number): void {
  const { at, marks } = axisOf(points, PLOT_HEIGHT);
  const from = MARGIN + (Math.max(...marks.map((mark) => short.format(mark).length)) + 1) * LETTER;
  const width = WIDTH - from - 2 * MARGIN;
  const yOf = (value: number): number => top + PLOT_HEIGHT - at(value);
  for (const mark of marks) {
    fill({ raster, colour: GRID }, { left: from, top: yOf(mark), right: from + width, bottom: yOf(mark) + 1 });
    write(raster, short.format(mark), MARGIN, yOf(mark) - LINE / 2);
  }
  const xOf = (place: number): number => from + Math.round(((place + 0.5) * width) / points.length);
  const dot = (x: number, y: number, size: number): void =>
    fill({ raster, colour: BLUE }, { left: x - size, top: y - size, right: x + size, bottom: y + size });
  const widest = Math.max(...points.map(({ label }) => Math.min(LABEL_CHARACTERS, label.length)));
  const every = Math.ceil(((widest + 2) * LETTER * points.length) / width);
  for (const [place, { label, value }] of points.entries()) {
    const [x, y] = [xOf(place), yOf(value)];
    const next = points[place + 1];
    if (next !== undefined) {
      const [toX, toY] = [xOf(place + 1), yOf(next.value)];
      const steps = Math.max(1, toX - x, Math.abs(toY - y));
      for (let step = 0; step <= steps; step++)
        dot(Math.round(x + ((toX - x) * step) / steps), Math.round(y + ((toY - y) * step) / steps), 2);
    }
    dot(x, y, 5);
    if (place % every === 0)
      write(raster, label, x - Math.floor((label.length * LETTER) / 2), top + PLOT_HEIGHT + LINE / 2);
  }
}
