import type { BoxItem } from "tesseract-wasm";
import { AppError } from "../../../../domain/errors.ts";
import type { Luma } from "../raster.ts";

/*
 * Recognising a page is one call of the engine, which nothing can interrupt. It takes some 55 µs for each column of a
 * line, once that is scaled to the height that the network reads. Where a page has too many for one call, its lines are
 * recognised in groups, each with the rest of the page blank.
 */

/** The network's height of a line, in pixels. */
const NETWORK_PIXELS = 36;
/** About a second, a page of a letter; beyond it lines are recognised in groups of half as many. */
export const COLUMNS_AT_ONCE = 12_000;
const COLUMNS_A_GROUP = COLUMNS_AT_ONCE / 2;
/** Around a line's box, of its height: strokes reach out of it. */
const MARGIN = 0.15;

interface LineBox {
  readonly rect: BoxItem["rect"];
  readonly columns: number;
}

/** How many columns the network reads of each line. */
export const withColumns = (boxes: readonly BoxItem[]): readonly LineBox[] =>
  boxes.map(({ rect }) => {
    // Of a page on its side the engine reads the lines as they stand.
    const sides = [rect.right - rect.left, rect.bottom - rect.top];
    return { rect, columns: Math.ceil((Math.max(...sides) * NETWORK_PIXELS) / Math.max(1, Math.min(...sides))) };
  });

export const columnsIn = (lines: readonly LineBox[]): number => lines.reduce((sum, { columns }) => sum + columns, 0);

/**
 * The lines in groups that one call of the engine may recognise, in their order.
 * @throws {AppError} `resource-too-complex` for a line that is too long for a call by itself
 */
export function groupsOf(lines: readonly LineBox[]): readonly (readonly LineBox[])[] {
  const groups: LineBox[][] = [];
  let room = 0;
  for (const line of lines) {
    if (line.columns > COLUMNS_AT_ONCE) {
      throw new AppError(
        "resource-too-complex",
        `A line of the page is ${line.columns.toLocaleString("en")} columns long, at ${NETWORK_PIXELS} pixels high; this model takes ${COLUMNS_AT_ONCE.toLocaleString("en")} at most.`,
      );
    }
    const group = groups.at(-1);
    if (group && line.columns <= room) group.push(line);
    else {
      groups.push([line]);
      room = COLUMNS_A_GROUP;
    }
    room -= line.columns;
  }
  return groups;
}

/** The page with these lines and paper elsewhere. */
export function onlyLines({ width, height, data }: Luma, lines: readonly LineBox[]): Luma {
  const out = new Uint8Array(data.length).fill(255);
  for (const { rect } of lines) {
    const margin = Math.ceil(Math.min(rect.right - rect.left, rect.bottom - rect.top) * MARGIN);
    const [left, right] = [Math.max(0, rect.left - margin), Math.min(width, rect.right + margin)];
    for (let y = Math.max(0, rect.top - margin); y < Math.min(height, rect.bottom + margin); y++) {
      out.set(data.subarray(y * width + left, y * width + right), y * width + left);
    }
  }
  return { width, height, data: out };
}

/** The words of each line, by where their middles lie: what reaches in from a neighbour of the group's is left out. */
export function wordsByLine<Word extends BoxItem>(
  words: readonly Word[],
  lines: readonly LineBox[],
): readonly (readonly Word[])[] {
  const lineOf = ({ rect }: Word): LineBox | undefined => {
    const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
    return lines.find(({ rect: { left, top, right, bottom } }) => x >= left && x <= right && y >= top && y <= bottom);
  };
  const found = Map.groupBy(words, lineOf);
  // In the order in which the engine reads the whole page, which a part of it may not tell.
  return lines.map((line) => found.get(line)?.toSorted((a, b) => a.rect.left - b.rect.left) ?? []);
}
