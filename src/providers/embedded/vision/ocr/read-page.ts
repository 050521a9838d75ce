import { type BoxItem, layoutFlags, type TextItem } from "tesseract-wasm";
import { AppError } from "../../../../domain/errors.ts";
import type { ExpertDependencies } from "../../expert.ts";
import type { WorkBudget } from "../../work.ts";
import { decodeImage } from "../decode/decode-image.ts";
import type { PixelWork } from "../decode/limits.ts";
import { fitPixels, type Luma, lumaOf, pixelsOf, type Size } from "../raster.ts";
import { evenLight, smoothed } from "./clean-page.ts";
import { draw, type PageView, toImageData, viewOf } from "./page-view.ts";
import { around, type Box, joinRows, type TextLine, type WordedLine } from "./rows.ts";
import { skewOf } from "./skew.ts";
import { withoutSurroundings } from "./surroundings.ts";
import { type PageEngine, withTesseract } from "./tesseract.ts";
import { withoutUnsure } from "./unsure-lines.ts";

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

/** The network's height of a line, in pixels. */
const NETWORK_PIXELS = 36;
/** The network holds all of a line at once, in some kilobytes a column. */
const MAX_LINE_COLUMNS = 12_000;

/** What a page is read within: columns of print that are recognised. */
type PageWork = Pick<WorkBudget, "admit" | "spend" | "rest">;

export interface PageText {
  /** In reading order, tables row by row; boxes in pixels of the picture as it was given. */
  readonly lines: readonly TextLine[];
  readonly notes: readonly string[];
}

/**
 * Reads the English print in a picture, whichever way it is turned, however small it is (from about 10
 * pixels a line) and under uneven light. No handwriting; a picture without print gives no lines.
 * @param original the size that the boxes are to be given in
 * @param work counts the columns of its print, and gives the thread back after each of the engine's calls
 * @throws {AppError} `resource-too-complex` for a page with more print than is recognised
 */
export async function readPage(
  picture: Luma,
  original: Size,
  surroundings: Pick<ExpertDependencies, "asset">,
  work: PageWork,
): Promise<PageText> {
  const page = withoutSurroundings(picture) ?? picture;
  await work.rest();
  const even = evenLight(page);
  await work.rest();
  const reading = await withTesseract(surroundings, work, async (engine) => {
    const plain = await read(engine, page, work);
    // Uneven paper may also be a dark panel in a screenshot, which evening out would destroy: read both, keep the better.
    const best = even === null ? plain : better(plain, await read(engine, even, work));
    return meanConfidence(best.lines) >= NOISY_CONFIDENCE
      ? best
      : better(best, await read(engine, smoothed(page), work));
  });
  const toOriginal = { x: original.width / page.width, y: original.height / page.height };
  const sure = withoutUnsure(reading.lines);
  const lines = joinRows(sure.lines).map((line) => ({
    text: line.text,
    confidence: Math.round(line.confidence * 1000) / 1000,
    box: boxIn(reading.view, line.box, toOriginal, original),
  }));
  const quarters = ((Math.round(reading.degrees / 90) % 4) + 4) % 4;
  return {
    lines,
    notes: [...(quarters === 0 ? [] : [`The page was turned by ${quarters * 90} degrees to read it.`]), ...sure.notes],
  };
}

/**
 * A picture as the engine needs it. A function of its own, so that the colours are garbage before the
 * engine needs their memory.
 * @throws {AppError} as `decodeImage` does.
 */
export async function decodePage(
  file: Uint8Array,
  work: PixelWork,
): Promise<{ readonly luma: Luma; readonly original: Size; readonly notes: readonly string[] }> {
  const { raster, original, notes } = await decodeImage(file, MAX_PAGE_PIXELS, work);
  return { luma: lumaOf(raster), original, notes };
}

interface Reading {
  /** Boxes in pixels of the view. */
  readonly lines: readonly WordedLine[];
  readonly view: PageView;
  /** Clockwise. */
  readonly degrees: number;
}

const better = (one: Reading, other: Reading): Reading => (score(other.lines) > score(one.lines) ? other : one);

/** Characters read, weighed by how far from guessing they are. */
const score = (lines: readonly TextLine[]): number =>
  lines.reduce((sum, { text, confidence }) => sum + text.length * (confidence - 0.5), 0);

async function read(engine: PageEngine, page: Luma, work: PageWork): Promise<Reading> {
  const straightened = -skewOf(page);
  await work.rest();
  let degrees = straightened;
  let shown = await show(engine, page, degrees, 1, work);
  let boxes = await engine.getBoundingBoxes("line");
  if (standsOnEnd(boxes)) {
    degrees = straightened + (await quarterTurn(engine));
    shown = await show(engine, page, degrees, 1, work);
    boxes = await engine.getBoundingBoxes("line");
  }
  const scale = enlargement(page, boxes);
  if (scale > 1) shown = await show(engine, page, degrees, scale, work);
  const first = { lines: await recognise(engine, shown.luma, work), view: shown.view, degrees };
  if (letters(first.lines) < MIN_LETTERS || meanConfidence(first.lines) >= DOUBTFUL_CONFIDENCE) return first;
  const turn = await quarterTurn(engine);
  if (turn === 0) return first;
  const turned = await show(engine, page, degrees + turn, scale, work);
  const second = { lines: await recognise(engine, turned.luma, work), view: turned.view, degrees: degrees + turn };
  return better(first, second);
}

/** The page's lines, put together from its words. @throws {AppError} `resource-too-complex` */
async function recognise(engine: PageEngine, shown: Luma, work: PageWork): Promise<readonly WordedLine[]> {
  let boxes = await engine.getBoundingBoxes("line");
  const rules = boxes.filter(isRule);
  if (rules.length > 0) {
    await engine.loadImage(toImageData(withoutBoxes(shown, rules)));
    boxes = await engine.getBoundingBoxes("line");
  }
  const columns = boxes.map(columnsOf);
  for (const one of columns) if (one > MAX_LINE_COLUMNS) throw tooLong(one);
  const total = columns.reduce((sum, one) => sum + one, 0);
  work.admit("columns", total, "The print of the page");
  return linesOf(await engine.getTextBoxes("word", total));
}

/** No print is so low that is as long. */
const MAX_RULE_PIXELS = 9;

/** A line that is drawn, such as the one above a sum, which the engine takes for one of print. */
const isRule = (box: BoxItem): boolean =>
  columnsOf(box) > MAX_LINE_COLUMNS &&
  Math.min(box.rect.right - box.rect.left, box.rect.bottom - box.rect.top) <= MAX_RULE_PIXELS;

/** A page with paper in the place of some boxes. */
function withoutBoxes({ width, height, data }: Luma, boxes: readonly BoxItem[]): Luma {
  const out = data.slice();
  for (const { rect } of boxes)
    for (let y = Math.max(0, rect.top - 1); y <= Math.min(height - 1, rect.bottom); y++)
      out.fill(PAPER, y * width + Math.max(0, rect.left - 1), y * width + Math.min(width, rect.right + 1));
  return { width, height, data: out };
}
const PAPER = 255;

/** How many columns the network reads of a line. */
function columnsOf({ rect }: BoxItem): number {
  // Of a page on its side the engine reads the lines as they stand.
  const sides = [rect.right - rect.left, rect.bottom - rect.top];
  return Math.ceil((Math.max(...sides) * NETWORK_PIXELS) / Math.max(1, Math.min(...sides)));
}

const tooLong = (columns: number): AppError =>
  new AppError(
    "resource-too-complex",
    `A line of the page is ${columns.toLocaleString("en")} columns long, at ${NETWORK_PIXELS} pixels high; this model takes ${MAX_LINE_COLUMNS.toLocaleString("en")} at most.`,
  );

function linesOf(words: readonly TextItem[]): readonly WordedLine[] {
  const lines: TextItem[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || (word.flags & layoutFlags.StartOfLine) !== 0) lines.push([word]);
    else line.push(word);
  }
  return lines.map((one) => lineOf(one.filter(({ text }) => text.trim() !== ""))).filter((line) => line !== null);
}

function lineOf(words: readonly TextItem[]): WordedLine | null {
  const boxes = words.map(
    ({ rect }): Box => ({ xmin: rect.left, ymin: rect.top, xmax: rect.right, ymax: rect.bottom }),
  );
  const [firstWord, lastWord] = [boxes[0], boxes.at(-1)];
  if (firstWord === undefined || lastWord === undefined) return null;
  const characters = words.reduce((sum, { text }) => sum + text.trim().length, 0);
  return {
    text: words.map(({ text }) => text.trim()).join(" "),
    confidence: words.reduce((sum, { text, confidence }) => sum + text.trim().length * confidence, 0) / characters,
    box: around(boxes),
    firstWord,
    lastWord,
  };
}

async function show(
  engine: PageEngine,
  page: Luma,
  degrees: number,
  scale: number,
  work: PixelWork,
): Promise<{ readonly view: PageView; readonly luma: Luma }> {
  const full = viewOf(page, degrees, scale);
  // Room for a turned page must not pass the limit either.
  const view =
    pixelsOf(full) <= MAX_PAGE_PIXELS
      ? full
      : viewOf(page, degrees, (scale * fitPixels(full, MAX_PAGE_PIXELS).width) / full.width);
  const unchanged = degrees === 0 && view.width === page.width && view.height === page.height;
  const luma = unchanged ? page : await draw(page, view, 255, work);
  await engine.loadImage(toImageData(luma));
  return { view, luma };
}

/** The turn clockwise that sets the shown page upright, as the engine sees it. */
async function quarterTurn(engine: PageEngine): Promise<number> {
  const { rotation } = await engine.getOrientation();
  return (360 - rotation) % 360;
}

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

const letters = (lines: readonly TextLine[]): number => lines.reduce((sum, line) => sum + line.text.length, 0);

const meanConfidence = (lines: readonly TextLine[]): number =>
  lines.reduce((sum, line) => sum + line.confidence * line.text.length, 0) / Math.max(1, letters(lines));

/** The upright box around a box's corners, back in the picture as it was given. */
function boxIn(view: PageView, box: Box, scale: { readonly x: number; readonly y: number }, original: Size): Box {
  const within = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most);
  const corners = [box.xmin, box.xmax].flatMap((x) => [box.ymin, box.ymax].map((y) => view.toSource({ x, y })));
  return around(
    corners.map(({ x, y }) => {
      const [across, down] = [within(x * scale.x, original.width), within(y * scale.y, original.height)];
      return { xmin: across, ymin: down, xmax: across, ymax: down };
    }),
  );
}
