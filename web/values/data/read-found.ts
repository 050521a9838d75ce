import type { JsonObject, JsonValue } from "../../../src/domain/json.ts";
import { type Colour, MAX_REGIONS, readColour } from "../pictures/mask-pixels.ts";
import type { Box } from "../pictures/place.ts";

/** What is found in pictures, as the ports that tell of it are named; anything else is `things`. */
export const FOUND_KINDS = ["objects", "lines", "codes", "things"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** Something that was found at a place of a picture. */
export interface Found {
  readonly label: string;
  /** From 0 to 1; null where the model gives none. */
  readonly score: number | null;
  readonly box: Box;
}

/** A region of a map, or all those of one colour. */
export interface Region {
  readonly label: string;
  readonly score: number | null;
  readonly colour: Colour;
}

/** A label with how sure the model is of it. */
export interface Scored {
  readonly label: string;
  readonly score: number;
}

const MAX_LABEL_CHARACTERS = 200;

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNumber = (value: JsonValue | undefined): value is number => typeof value === "number" && Number.isFinite(value);
const textOf = (value: JsonValue | undefined): string | null =>
  typeof value === "string" ? value.slice(0, MAX_LABEL_CHARACTERS) : null;
const scoreOf = (value: JsonValue | undefined): number | null => (isNumber(value) ? value : null);

/** All of a list as something else; null where it is no list, empty, or one of it is something else. */
function readAll<T>(data: JsonValue, read: (item: JsonObject) => T | null): readonly T[] | null {
  if (!Array.isArray(data) || data.length === 0) return null;
  const items: T[] = [];
  for (const value of data as readonly JsonValue[]) {
    const item = isObject(value) ? read(value) : null;
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

/** Objects (`{label, score, box}`), lines of text (`{text, confidence, box}`) or codes (`{text, corners}`) in a picture. */
export const readFound = (data: JsonValue): readonly Found[] | null =>
  readAll(data, (item) => {
    const label = textOf(item.label ?? item.text);
    const box = readBox(item.box) ?? readCorners(item.corners);
    return label === null || box === null ? null : { label, score: scoreOf(item.score ?? item.confidence), box };
  });

function readBox(value: JsonValue | undefined): Box | null {
  if (!isObject(value)) return null;
  const { xmin, ymin, xmax, ymax } = value;
  return isNumber(xmin) && isNumber(ymin) && isNumber(xmax) && isNumber(ymax) ? { xmin, ymin, xmax, ymax } : null;
}

/** The box around corners, of which each is `{x, y}`. */
function readCorners(value: JsonValue | undefined): Box | null {
  if (value === undefined) return null;
  const corners = readAll(value, ({ x, y }) => (isNumber(x) && isNumber(y) ? { x, y } : null));
  if (!corners) return null;
  const across = corners.map(({ x }) => x);
  const down = corners.map(({ y }) => y);
  return { xmin: Math.min(...across), xmax: Math.max(...across), ymin: Math.min(...down), ymax: Math.max(...down) };
}

/** The regions of a map, those of one colour together, as its pixels do not tell them apart; the surest's score. */
export function readRegions(data: JsonValue): readonly Region[] | null {
  const all = readAll(data, (item) => {
    const label = textOf(item.label);
    const colour = readColour(textOf(item.colour) ?? "");
    return label === null || colour === null ? null : { label, colour, score: scoreOf(item.score) };
  });
  if (!all) return null;
  const regions = [...Map.groupBy(all, ({ colour }) => colour.join())].flatMap(([, [first, ...rest]]) => {
    if (!first) return [];
    return { ...first, label: rest.length === 0 ? first.label : `${first.label} (${rest.length + 1})` };
  });
  return regions.slice(0, MAX_REGIONS);
}

/** Labels with scores, such as a sentiment's: what is nothing but these can be compared by their lengths. */
export const readScores = (data: JsonValue): readonly Scored[] | null =>
  readAll(data, (item) => {
    const { score } = item;
    const words = textOf(item.sentence ?? item.name ?? item.label ?? item.answer);
    if (words === null || !isNumber(score) || score < 0 || score > 1) return null;
    return Object.values(item).every((value) => !isObject(value) && !Array.isArray(value))
      ? { label: words, score }
      : null;
  });
