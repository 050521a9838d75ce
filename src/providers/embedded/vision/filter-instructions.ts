import { type Detail, type Details, normalized, type Operation, wordAt } from "./filter-words.ts";
import type { CropArea, Filter } from "./filters.ts";

/** Longer than any sensible chain of filters, short enough to read in no time. */
const MAX_INSTRUCTION_CHARS = 500;
const MAX_FILTERS = 10;
const THUMBNAIL_PIXELS = 128;

const CLAUSE_END =
  /[,;:]+(?= |$)|\.(?= |$)|\band then\b|\bafter that\b|\b(?:and|n|then|afterwards|finally|plus|also)\b|&/g;

/** What the picture is for: "for my bus pass", "so I can mail it". */
const PURPOSE =
  /(?:^|(?<= ))(?:for (?!me\b|us\b|\d)|so (?:that )?(?:i|we|you|he|she|it|they) |to (?:send|mail|post|print|upload)\b)/;

/**
 * Reads an instruction for image filters: "make it grey and rotate it by 90 degrees". Every word must
 * be understood, so that nothing that was asked for is silently left out. English only.
 * @returns the filters in order, or null when any of it is not for filters ("remove the dog").
 */
export function readFilters(text: string): readonly Filter[] | null {
  if (text.length > MAX_INSTRUCTION_CHARS) return null;
  const filters: Filter[] = [];
  for (const clause of normalized(text).split(CLAUSE_END)) {
    const read = readClause(withoutPurpose(clause.replaceAll(/[()]/g, " ").trim()));
    if (read === null) return null;
    filters.push(...read);
  }
  const joined = joinSides(filters);
  return joined === null || joined.length === 0 || joined.length > MAX_FILTERS || !joined.every(isSensible)
    ? null
    : joined;
}

/** A clause up to what the picture is for, where that names nothing that is done to pictures. */
function withoutPurpose(clause: string): string {
  const at = PURPOSE.exec(clause)?.index ?? clause.length;
  const said = [...clause.slice(at).matchAll(/(?<= |^)\S/g)].map(({ index }) => wordAt(clause, at + index)?.word.is);
  return said.includes("operation") || said.includes("detail") ? clause : clause.slice(0, at);
}

interface Asked {
  readonly operation: Operation;
  readonly details: Details;
}

/** What is said before the first operation, or behind one, is about it. */
function readClause(clause: string): readonly Filter[] | null {
  const asked: Asked[] = [];
  /** "the blurred image" only says which image is meant, unless nothing else is asked for. */
  const names: Asked[] = [];
  let details = new Map<Detail, readonly number[]>();
  let hasVerb = false;
  for (let at = 0; at < clause.length; ) {
    if (clause[at] === " ") {
      at += 1;
      continue;
    }
    const found = wordAt(clause, at);
    if (found === null) return null;
    const { word, end } = found;
    if (word.is === "verb") hasVerb = true;
    if (word.is === "detail") {
      if (word.values.length > 0 && details.has(word.detail)) return null;
      details.set(word.detail, word.values);
    }
    if (word.is === "operation") {
      const { operation } = word;
      if (isName(clause, at, end)) names.push({ operation, details: new Map() });
      else {
        if (asked.length > 0) details = new Map();
        asked.push({ operation, details });
      }
    }
    at = end;
  }
  if (asked.length === 0 && details.size > 0) {
    const operation = implied(new Set(details.keys()));
    if (operation !== null) asked.push({ operation, details });
    else if (names.length === 0) return null;
  }
  const meant = asked.length > 0 ? asked : names;
  if (meant.length === 0) return hasVerb ? null : [];
  if (meant.length > 1 && meant.some(({ operation }) => operation === "bareEdges")) return null;
  const read = meant.map(readOne);
  return read.includes(null) ? null : read.flatMap((filters) => filters ?? []);
}

const isName = (clause: string, from: number, to: number): boolean =>
  /\bthe $/.test(clause.slice(0, from)) &&
  (/^ (?:image|picture|photo|photograph|version|result|one)\b/.test(clause.slice(to)) ||
    clause.slice(from, to) === "edge map");

/** What is asked for where no word for it is there: "half the size", "turn it left". */
function implied(said: ReadonlySet<Detail>): Operation | null {
  const has = (...details: readonly Detail[]): boolean => details.some((detail) => said.has(detail));
  if (has("degrees", "upsideDown")) return "rotate";
  if (has("square")) return "crop";
  if (
    has("turn") &&
    (has("left", "right", "clockwise", "counterclockwise", "number") ||
      (has("fraction", "times") && !has("sizeWord", "smaller", "larger")))
  )
    return "rotate";
  if (has("size", "width", "height", "times", "smaller", "larger", "atMost")) return "resize";
  return has("sizeWord", "less") && (has("percent", "fraction", "pixels") || (has("sizeWord") && has("more", "less")))
    ? "resize"
    : null;
}

/** May be said of anything, and changes some. */
const OF_ANYTHING: readonly Detail[] = ["weak", "strong", "more", "add", "turn", "off", "by", "to"];
const ONE_SIDE: readonly Detail[] = ["left", "right", "top", "bottom"];
const DIRECTIONS: readonly Detail[] = ["clockwise", "counterclockwise", "upsideDown"];
const SIZES: readonly Detail[] = ["size", "width", "height", "pixels", "percent", "times", "fraction", "sizeWord"];

/** What may be said of an operation besides, and the filters that it then is; null where that makes no sense. */
const OPERATIONS: Readonly<
  Record<Operation, readonly [takes: readonly Detail[], read: (details: Details) => readonly Filter[] | null]>
> = {
  blur: [["pixels"], (details) => [blur(DEGREES.blur[degreeOf(details)], details.get("pixels")?.[0] ?? null)]],
  soften: [[], () => [blur(DEGREES.blur.weak, null)]],
  sharpen: [[], (details) => [{ filter: "sharpen", strength: DEGREES.sharpen[degreeOf(details)] }]],
  greyscale: [["colours"], () => [{ filter: "greyscale" }]],
  sepia: [["colours"], () => [{ filter: "sepia" }]],
  invert: [["colours"], () => [{ filter: "invert" }]],
  edges: [[], () => [{ filter: "edges" }]],
  bareEdges: [[], () => [{ filter: "edges" }]],
  brightness: [
    ["less", "percent", "times", "fraction"],
    (details) => tone("brightness", details, directionOf(details)),
  ],
  brighten: [["percent", "times", "fraction"], (details) => tone("brightness", details, 1)],
  darken: [["percent", "times"], (details) => tone("brightness", details, -1)],
  contrast: [["less", "percent", "times", "fraction"], (details) => tone("contrast", details, directionOf(details))],
  rotate: [["degrees", "number", "fraction", "times", "left", "right", ...DIRECTIONS], rotate],
  flip: [["horizontal", "vertical", "bothWays", "upsideDown", ...ONE_SIDE], flip],
  resize: [[...SIZES, "less", "smaller", "larger", "atMost"], (details) => resize(details, directionOf(details))],
  shrink: [[...SIZES, "less", "atMost"], (details) => resize(details, -1)],
  enlarge: [SIZES, (details) => resize(details, 1)],
  thumbnail: [
    ["size", "width", "pixels", "number", "sizeWord", "atMost"],
    (details) => [
      { filter: "thumbnail", side: firstOf(details, "size", "width", "pixels", "number") ?? THUMBNAIL_PIXELS },
    ],
  ],
  crop: [
    ["rectangle", "corners", "point", "number", "corner", "centre", "square", "sides", ...SIZES, ...ONE_SIDE],
    (details) => {
      const to = cropArea(details);
      return to && [{ filter: "crop", to }];
    },
  ],
};

function readOne({ operation, details }: Asked): readonly Filter[] | null {
  const [takes, read] = OPERATIONS[operation];
  const understood = [...details.keys()].every((detail) => takes.includes(detail) || OF_ANYTHING.includes(detail));
  return understood ? read(details) : null;
}

const DEGREES = {
  blur: { weak: 0.4, usual: 1, strong: 2.5 },
  sharpen: { weak: 0.5, usual: 1, strong: 2 },
  lift: { weak: 0.15, usual: 0.3, strong: 0.7 },
  lower: { weak: 0.15, usual: 0.3, strong: 0.55 },
  smaller: { weak: 0.75, usual: 0.5, strong: 0.25 },
  larger: { weak: 1.5, usual: 2, strong: 3 },
  turn: { weak: 10, usual: 90, strong: 180 },
} as const;

function degreeOf(details: Details, strong: readonly Detail[] = ["strong", "more"]): "weak" | "usual" | "strong" {
  if (details.has("weak")) return "weak";
  return strong.some((detail) => details.has(detail)) ? "strong" : "usual";
}

/** 1 for more, -1 for less, 0 where neither is said. */
function directionOf(details: Details): 1 | 0 | -1 {
  if (details.has("less") || details.has("smaller")) return -1;
  return details.has("more") || details.has("larger") || details.has("add") ? 1 : 0;
}

const firstOf = (details: Details, ...measures: readonly Detail[]): number | undefined =>
  measures.map((measure) => details.get(measure)?.[0]).find((value) => value !== undefined);

const blur = (strength: number, pixels: number | null): Filter => ({ filter: "blur", strength, pixels });

function tone(filter: "brightness" | "contrast", details: Details, direction: 1 | 0 | -1): readonly Filter[] | null {
  const said = saidFactor(details, direction);
  if (said !== null) return [{ filter, factor: Math.max(0, said) }];
  if (direction === 0) return null;
  const usual = DEGREES[direction > 0 ? "lift" : "lower"][degreeOf(details, ["strong"])];
  return [{ filter, factor: 1 + direction * usual }];
}

/** What something is multiplied by: 0.3 for "to 30 %" of what it is, 0.7 for "30 % less". */
function saidFactor(details: Details, direction: 1 | 0 | -1): number | null {
  const times = firstOf(details, "times");
  if (times !== undefined) return direction < 0 ? 1 / times : times;
  const percent = firstOf(details, "percent");
  const share = percent === undefined ? firstOf(details, "fraction") : percent / 100;
  if (share === undefined) return null;
  const isDifference = details.has("by") || details.has("smaller") || details.has("larger") || !details.has("to");
  return direction !== 0 && isDifference ? 1 + direction * share : share;
}

function rotate(details: Details): readonly Filter[] | null {
  const share = firstOf(details, "fraction");
  const times = firstOf(details, "times");
  const said = firstOf(details, "degrees", "number") ?? (share === undefined ? undefined : 360 * share);
  const isLeft = details.has("left") || details.has("counterclockwise");
  const isSomewhere = isLeft || details.has("right") || details.has("clockwise") || details.has("upsideDown");
  // "Turn it twice": by how much?
  if (times !== undefined && said === undefined && !isSomewhere) return null;
  const usual = DEGREES.turn[details.has("upsideDown") ? "strong" : degreeOf(details, ["strong"])];
  const degrees = (said ?? usual) * (times ?? 1) * (isLeft ? -1 : 1);
  const clockwise = ((degrees % 360) + 360) % 360;
  return clockwise === 0 ? [] : [{ filter: "rotate", degrees: clockwise }];
}

function flip(details: Details): readonly Filter[] | null {
  const [sideways, upright] = [details.has("left"), details.has("top")];
  if (sideways !== details.has("right") || upright !== details.has("bottom")) return null;
  const vertical = upright || details.has("vertical") || details.has("upsideDown");
  const axes = details.has("bothWays")
    ? (["horizontal", "vertical"] as const)
    : ([vertical ? "vertical" : "horizontal"] as const);
  return axes.map((axis) => ({ filter: "flip", axis }));
}

function resize(details: Details, direction: 1 | 0 | -1): readonly Filter[] | null {
  const pixels = firstOf(details, "pixels");
  const isBound = details.has("atMost");
  const [width = null, height = null] = details.get("size") ?? [firstOf(details, "width"), firstOf(details, "height")];
  const isLength = pixels !== undefined || width !== null || height !== null;
  if (!isLength) return isBound ? null : scale(details, direction);
  // "By 50 px" and "50 px smaller" are differences, for which there is no filter.
  if (details.has("by")) return null;
  if (width !== null || height !== null) return [{ filter: isBound ? "fit" : "resize", width, height }];
  if (pixels === undefined || details.has("smaller") || details.has("larger")) return null;
  if (isBound) return [{ filter: "fit", width: pixels, height: pixels }];
  return direction === 0 || details.has("to") ? [{ filter: "resize", width: pixels, height: null }] : null;
}

function scale(details: Details, direction: 1 | 0 | -1): readonly Filter[] | null {
  const said = saidFactor(details, direction);
  if (said !== null) return [{ filter: "scale", factor: said }];
  if (direction === 0) return null;
  return [{ filter: "scale", factor: DEGREES[direction > 0 ? "larger" : "smaller"][degreeOf(details, ["strong"])] }];
}

function cropArea(details: Details): CropArea | null {
  const at = (side: Detail): boolean => details.has(side);
  const rectangle = details.get("rectangle");
  if (rectangle) {
    const [x = 0, y = 0, width = 0, height = 0] = rectangle;
    return { as: "rectangle", width, height, corner: { x, y } };
  }
  const corners = details.get("corners");
  if (corners) {
    const [x = 0, y = 0, right = 0, bottom = 0] = corners;
    return { as: "rectangle", width: right - x, height: bottom - y, corner: { x, y } };
  }
  const size = details.get("size");
  if (size) {
    const [width = 0, height = 0] = size;
    const [x, y] = details.get("point") ?? (at("top") && at("left") ? [0, 0] : []);
    return { as: "rectangle", width, height, corner: x === undefined || y === undefined ? null : { x, y } };
  }
  if (at("square")) return { as: "square" };
  const sides = ONE_SIDE.filter(at);
  const pixels = firstOf(details, "pixels", "number");
  if (pixels !== undefined) {
    if (!at("off") || (sides.length === 0 && !at("sides"))) return null;
    const of = (side: Detail): number => (sides.length === 0 || at(side) ? pixels : 0);
    return { as: "margins", left: of("left"), top: of("top"), right: of("right"), bottom: of("bottom") };
  }
  const percent = firstOf(details, "percent");
  const share = percent === undefined ? firstOf(details, "fraction") : Math.min(1, percent / 100);
  if (sides.length === 0) {
    if (!at("centre") && percent === undefined) return null;
    const margin = (1 - (share ?? 1 / 2)) / 2;
    return { as: "part", left: margin, top: margin, right: 1 - margin, bottom: 1 - margin };
  }
  // A corner is a quarter of the picture, whatever it is called.
  const part = sides.length === 2 ? 1 / 2 : share;
  if (part === undefined || sides.length > 2) return null;
  return {
    as: "part",
    left: at("right") ? 1 - part : 0,
    top: at("bottom") ? 1 - part : 0,
    right: at("left") ? part : 1,
    bottom: at("top") ? part : 1,
  };
}

/** Filters that say how large the picture is to be. */
const SIZED: ReadonlySet<Filter["filter"]> = new Set(["resize", "fit", "thumbnail"]);

/**
 * "800 pixels wide and 600 high" is one size, and so is "smaller, 300 pixels wide"; null for a side that is set with a
 * bound for the other.
 */
function joinSides(filters: readonly Filter[]): readonly Filter[] | null {
  const joined: Filter[] = [];
  for (const filter of filters) {
    const before = joined.at(-1);
    const isRest =
      (before?.filter === "resize" || before?.filter === "fit") &&
      (filter.filter === "resize" || filter.filter === "fit") &&
      (before.width === null) !== (filter.width === null) &&
      (before.height === null) !== (filter.height === null);
    if (isRest) {
      if (before.filter === "resize" && filter.filter === "fit") return null;
      const [width, height] = [before.width ?? filter.width, before.height ?? filter.height];
      // "At most 800 wide and 600 high" bounds both.
      joined[joined.length - 1] = { filter: before.filter, width, height };
    } else if (before?.filter === "scale" && SIZED.has(filter.filter)) joined[joined.length - 1] = filter;
    else if (!(filter.filter === "scale" && before && SIZED.has(before.filter))) joined.push(filter);
  }
  return joined;
}

/** No picture has sides of nothing, and none is cut to less than a pixel. */
function isSensible(filter: Filter): boolean {
  switch (filter.filter) {
    case "resize":
    case "fit":
      return filter.width !== 0 && filter.height !== 0;
    case "scale":
      return filter.factor > 0 && Number.isFinite(filter.factor);
    case "thumbnail":
      return filter.side > 0;
    case "crop":
      if (filter.to.as === "rectangle") return filter.to.width > 0 && filter.to.height > 0;
      return filter.to.as !== "part" || (filter.to.right > filter.to.left && filter.to.bottom > filter.to.top);
    default:
      return true;
  }
}
