import type { BoxItem, OCREngine, TextItem } from "tesseract-wasm";
import type { ExpertSurroundings } from "../../expert.ts";
import { fitPixels, type Luma, pixelsOf, type Size } from "../raster.ts";
import { evenLight } from "./light.ts";
import { draw, toImageData, type View, viewOf } from "./page-view.ts";
import { type Box, joinRows, type TextLine } from "./rows.ts";
import { skewOf } from "./skew.ts";
import { smoothed } from "./smoothed.ts";
import { withTesseract } from "./tesseract.ts";

/** An A4 page at 160 dots an inch. The engine takes 29 MB and about 8 bytes a pixel; measured in docs/experts/vision.md. */
export const MAX_PAGE_PIXELS = 2_500_000;

/** Lines of this height in pixels are read best: below 20 accuracy falls, above 40 only the time grows. */
const BEST_LINE_PIXELS = 30;
const MAX_ENLARGEMENT = 4;
/** Enlarging by less gains nothing. */
const MIN_ENLARGEMENT = 1.15;
/** Print that is upside down comes out as letters at less than this mean confidence. */
const DOUBTFUL_CONFIDENCE = 0.65;
/** Less is a very noisy page, or a picture without print: a smoothed one is tried. */
const NOISY_CONFIDENCE = 0.9;
/** Fewer letters are not worth a second look from another side. */
const MIN_LETTERS = 20;
/** What the engine makes of leaves and wallpaper. */
const MIN_LINE_CONFIDENCE = 0.3;

export interface PageText {
  /** In reading order, tables row by row; boxes in pixels of the picture as it was given. */
  readonly lines: readonly TextLine[];
  readonly notes: readonly string[];
}

/**
 * Reads the English print in a picture, whichever way it is turned, however small it is (from about 10
 * pixels a line) and under uneven light. No handwriting; a picture without print gives no lines.
 * @param original the size that the boxes are to be given in.
 */
export async function readPage(
  page: Luma,
  original: Size,
  surroundings: Pick<ExpertSurroundings, "asset">,
): Promise<PageText> {
  const even = evenLight(page);
  const reading = await withTesseract(surroundings, (engine) => {
    const plain = read(engine, page);
    // Uneven paper may also be a dark panel in a screenshot, which evening out would destroy: read both, keep the better.
    const best = even === null ? plain : better(plain, read(engine, even));
    return meanConfidence(best.items) >= NOISY_CONFIDENCE ? best : better(best, read(engine, smoothed(page)));
  });
  const toOriginal = { x: original.width / page.width, y: original.height / page.height };
  const lines = reading.items
    .filter((item) => item.text.trim() !== "" && item.confidence >= MIN_LINE_CONFIDENCE)
    .map((item) => ({
      text: item.text.trim().replaceAll(/\s+/g, " "),
      confidence: Math.round(item.confidence * 1000) / 1000,
      box: boxIn(reading.view, item, toOriginal, original),
    }));
  const quarters = ((Math.round(reading.degrees / 90) % 4) + 4) % 4;
  return {
    lines: joinRows(lines),
    notes: quarters === 0 ? [] : [`The page was turned by ${quarters * 90} degrees to read it.`],
  };
}

interface Reading {
  readonly items: readonly TextItem[];
  readonly view: View;
  /** Clockwise. */
  readonly degrees: number;
}

const better = (one: Reading, other: Reading): Reading => (score(other.items) > score(one.items) ? other : one);

/** Characters read, weighed by how far from guessing they are. */
const score = (items: readonly TextItem[]): number =>
  items.reduce((sum, { text, confidence }) => sum + text.trim().length * (confidence - 0.5), 0);

function read(engine: OCREngine, page: Luma): Reading {
  const straightened = -skewOf(page);
  let degrees = straightened;
  let view = show(engine, page, degrees, 1);
  let boxes = engine.getBoundingBoxes("line");
  if (standsOnEnd(boxes)) {
    degrees = straightened + quarterTurn(engine);
    view = show(engine, page, degrees, 1);
    boxes = engine.getBoundingBoxes("line");
  }
  const scale = enlargement(page, boxes);
  if (scale > 1) view = show(engine, page, degrees, scale);
  const first = { items: recognise(engine), view, degrees };
  if (letters(first.items) < MIN_LETTERS || meanConfidence(first.items) >= DOUBTFUL_CONFIDENCE) return first;
  const turn = quarterTurn(engine);
  if (turn === 0) return first;
  const turned = show(engine, page, degrees + turn, scale);
  return better(first, { items: recognise(engine), view: turned, degrees: degrees + turn });
}

const recognise = (engine: OCREngine): readonly TextItem[] =>
  engine.getTextBoxes("line").filter((item) => item.text.trim() !== "");

function show(engine: OCREngine, page: Luma, degrees: number, scale: number): View {
  const full = viewOf(page, degrees, scale);
  // Room for a turned page must not pass the limit either.
  const view =
    pixelsOf(full) <= MAX_PAGE_PIXELS
      ? full
      : viewOf(page, degrees, (scale * fitPixels(full, MAX_PAGE_PIXELS).width) / full.width);
  const unchanged = degrees === 0 && view.width === page.width && view.height === page.height;
  engine.loadImage(toImageData(unchanged ? page : draw(page, view, 255)));
  return view;
}

/** The turn clockwise that sets the shown page upright, as the engine sees it. */
const quarterTurn = (engine: OCREngine): number => (360 - engine.getOrientation().rotation) % 360;

function standsOnEnd(boxes: readonly BoxItem[]): boolean {
  const lengths = boxes.map(({ rect }) => ({ across: rect.right - rect.left, down: rect.bottom - rect.top }));
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return (
    total(lengths.filter((box) => box.down > box.across).map((box) => box.down)) >
    total(lengths.filter((box) => box.across >= box.down).map((box) => box.across))
  );
}

function enlargement(page: Size, boxes: readonly BoxItem[]): number {
  const heights = boxes.map(({ rect }) => rect.bottom - rect.top).sort((a, b) => a - b);
  const median = heights[Math.floor(heights.length / 2)];
  if (median === undefined || median < 1) return 1;
  const room = Math.sqrt(MAX_PAGE_PIXELS / pixelsOf(page));
  const factor = Math.min(BEST_LINE_PIXELS / median, MAX_ENLARGEMENT, room);
  return factor >= MIN_ENLARGEMENT ? factor : 1;
}

const letters = (items: readonly TextItem[]): number => items.reduce((sum, item) => sum + item.text.trim().length, 0);

function meanConfidence(items: readonly TextItem[]): number {
  return items.reduce((sum, item) => sum + item.confidence * item.text.trim().length, 0) / Math.max(1, letters(items));
}

/** The upright box around a line's corners, back in the picture as it was given. */
function boxIn(view: View, { rect }: TextItem, scale: { readonly x: number; readonly y: number }, original: Size): Box {
  const corners = [
    { x: rect.left, y: rect.top },
    { x: rect.right, y: rect.top },
    { x: rect.left, y: rect.bottom },
    { x: rect.right, y: rect.bottom },
  ].map((corner) => view.toSource(corner));
  const within = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most);
  const across = corners.map(({ x }) => within(x * scale.x, original.width));
  const down = corners.map(({ y }) => within(y * scale.y, original.height));
  return { xmin: Math.min(...across), ymin: Math.min(...down), xmax: Math.max(...across), ymax: Math.max(...down) };
}
