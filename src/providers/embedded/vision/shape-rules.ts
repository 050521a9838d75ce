import {
  by,
  DEGREES,
  type FilterRule,
  HORIZONTAL,
  LEFT,
  LINK,
  NUMBER,
  numberOf,
  PIXELS,
  RIGHT,
  rule,
  THING,
  VERTICAL,
} from "./filter-words.ts";
import type { CropArea, Filter } from "./filters.ts";

const rotate = (clockwise: number): readonly Filter[] => {
  const degrees = ((clockwise % 360) + 360) % 360;
  return degrees === 0 ? [] : [{ filter: "rotate", degrees }];
};
const TURN = "(?:rotat(?:e|ed|ing|ion)|turn(?:ed)?|spin|tilt(?:ed)?)";

const turns: readonly FilterRule[] = [
  rule(
    `${TURN}${THING}${LINK} (?<degrees>-?${NUMBER})${DEGREES}?(?:${LINK} (?:(?<left>${LEFT})|${RIGHT}))?`,
    ({ degrees, left }) => rotate(numberOf(degrees) * (left === undefined ? 1 : -1)),
  ),
  rule(
    `${TURN}${THING} (?:(?<left>${LEFT})|${RIGHT})(?:${LINK} (?<degrees>${NUMBER})${DEGREES}?)?`,
    ({ left, degrees }) => rotate((degrees === undefined ? 90 : Number(degrees)) * (left === undefined ? 1 : -1)),
  ),
  rule(
    `(?<degrees>-?${NUMBER})${DEGREES}(?: (?:(?<left>${LEFT})|${RIGHT}))?(?: (?:rotation|turn))?`,
    ({ degrees, left }) => rotate(numberOf(degrees) * (left === undefined ? 1 : -1)),
  ),
  rule(`(?:${TURN}${THING}${LINK} )?(?:upside down|half turn)|(?:${TURN}${THING}) on its head`, () => rotate(180)),
  rule(`(?:${TURN}${THING}${LINK} )?quarter turn(?:${LINK} (?:(?<left>${LEFT})|${RIGHT}))?`, ({ left }) =>
    rotate(left === undefined ? 90 : -90),
  ),
  rule(`(?:rotat(?:e|ed))`, () => rotate(90)),
];

const both: readonly Filter[] = [
  { filter: "flip", axis: "horizontal" },
  { filter: "flip", axis: "vertical" },
];
const FLIP = "(?:flip(?:ped|ping)?|mirror(?:ed|ing)?|reflect(?:ed)?)(?: image)?";

const flips: readonly FilterRule[] = [
  rule(`${FLIP}${THING} bothways`, () => both),
  rule(`${FLIP}${THING}${LINK} (?:axis )?${VERTICAL}|vertical (?:flip|mirror(?:ing)?)|vertically ${FLIP}`, () =>
    both.slice(1),
  ),
  rule(`${FLIP}${THING}${LINK} ${HORIZONTAL}|horizontal (?:flip|mirror(?:ing)?)|horizontally ${FLIP}|${FLIP}`, () =>
    both.slice(0, 1),
  ),
];

const RESIZE = `(?:(?:re ?siz(?:e|ed|ing)|re ?scaled?|scal(?:e|ed|ing)|shrink|shrunk|enlarged?|reduced?|upscaled?|downscaled?|downsized?|magnif(?:y|ied))${THING}(?: up| down)?)`;
const SHRINK = `(?:(?:shrink|shrunk|reduced?|downscaled?|downsized?|scaled? down)${THING}(?: down)?)`;
const ENLARGE = `(?:(?:enlarged?|upscaled?|magnif(?:y|ied)|scaled? up)${THING}(?: up)?)`;
const SIZE = `(?<width>\\d+)${PIXELS} ?(?:x|by) ?(?<height>\\d+)${PIXELS}`;
const WHOLE = "(?:(?: of)?(?: (?:the|its))?(?: (?:original|current|present))?(?: (?:size|scale|dimensions))?)";
const scale = (factor: number): readonly Filter[] => [{ filter: "scale", factor }];
const resize = (width: string | undefined, height: string | undefined): readonly Filter[] => [
  {
    filter: "resize",
    width: width === undefined ? null : Number(width),
    height: height === undefined ? null : Number(height),
  },
];
const FRACTIONS: Readonly<Record<string, number>> = { half: 1 / 2, third: 1 / 3, quarter: 1 / 4 };

const sizes: readonly FilterRule[] = [
  rule(
    `(?:(?<side>\\d+) ?(?:px|pixels?) )?thumbnail(?:${LINK}(?: size)?${LINK} (?<width>\\d+)(?: ?x ?\\d+)?${PIXELS})?`,
    ({ side, width }) => [{ filter: "thumbnail", side: Number(side ?? width ?? 128) }],
  ),
  rule(`(?:${RESIZE}${THING}${LINK} )?${SIZE}(?: large| big| in size)?`, ({ width, height }) => resize(width, height)),
  rule(
    `(?:${RESIZE}${THING}${LINK} )?(?:width${LINK} (?<width>\\d+)${PIXELS}|(?<wide>\\d+)${PIXELS} (?:wide|in width))`,
    ({ width, wide }) => resize(width ?? wide, undefined),
  ),
  rule(
    `(?:${RESIZE}${THING}${LINK} )?(?:height${LINK} (?<height>\\d+)${PIXELS}|(?<high>\\d+)${PIXELS} (?:high|tall|in height))`,
    ({ height, high }) => resize(undefined, height ?? high),
  ),
  rule(`${SHRINK}${THING} by (?<percent>${NUMBER}) ?percent`, ({ percent }) => scale(1 - numberOf(percent) / 100)),
  rule(`${ENLARGE}${THING} by (?<percent>${NUMBER}) ?percent`, ({ percent }) => scale(1 + numberOf(percent) / 100)),
  rule(`(?<percent>${NUMBER}) ?percent smaller`, ({ percent }) => scale(1 - numberOf(percent) / 100)),
  rule(`(?<percent>${NUMBER}) ?percent (?:bigger|larger)`, ({ percent }) => scale(1 + numberOf(percent) / 100)),
  rule(`${RESIZE}${THING}${LINK} (?<percent>${NUMBER}) ?percent${WHOLE}`, ({ percent }) =>
    scale(numberOf(percent) / 100),
  ),
  rule(
    `(?<percent>${NUMBER}) ?percent(?: of)?(?: (?:the|its))?(?: (?:original|current))? (?:size|scale)`,
    ({ percent }) => scale(numberOf(percent) / 100),
  ),
  rule(`(?:${RESIZE}${THING}${LINK} )?(?<times>${NUMBER}) ?(?:x|times)(?: as)? smaller`, ({ times }) =>
    scale(1 / numberOf(times)),
  ),
  rule(
    `(?:${RESIZE}${THING}${LINK} )?(?<times>${NUMBER}) ?(?:x|times)(?: as| the| its)?(?: original)? (?:big(?:ger)?|larger?|size)`,
    ({ times }) => scale(numberOf(times)),
  ),
  rule(`${RESIZE}${THING}${LINK} (?<times>${NUMBER}) ?(?:x|times)`, ({ times }) => scale(numberOf(times))),
  rule(
    `(?:${RESIZE}${THING}${LINK} )?(?:one )?(?<part>half|third|quarter)(?: as (?:big|large)|(?: of)?(?: (?:the|its|this|that))?(?: original)?(?: image(?:s)?)? (?:size|scale|width|height))`,
    ({ part }) => scale(FRACTIONS[part ?? ""] ?? 1),
  ),
  rule(`${RESIZE}${THING}${LINK} (?:one )?(?<part>half|third|quarter)`, ({ part }) =>
    scale(FRACTIONS[part ?? ""] ?? 1),
  ),
  rule("halved?", () => scale(1 / 2)),
  rule(
    `(?:${RESIZE}${THING}${LINK} )?(?:double|twice)(?: as (?:big|large)|(?: (?:the|its))?(?: original)? (?:size|scale))|double`,
    () => scale(2),
  ),
  rule(`${RESIZE}${THING}${LINK} (?<width>\\d+) ?(?:px|pixels?)`, ({ width }) => resize(width, undefined)),
  rule(`smaller|${SHRINK}`, (_, degree) => scale(by(degree, 0.75, 0.5, 0.25))),
  rule(`bigger|larger|${ENLARGE}`, (_, degree) => scale(by(degree, 1.5, 2, 3))),
];

const crop = (to: CropArea): readonly Filter[] => [{ filter: "crop", to }];
const part = (left: number, top: number, right: number, bottom: number): readonly Filter[] =>
  crop({ as: "part", left, top, right, bottom });
const CROP = `(?:crop(?:ped|ping)?|cut|trim(?:med)?)(?: out| down| off)?${THING}(?: only| just| keep(?:ing)?)*${LINK}${THING}`;
const SIDE = "(?<side>left|right|top|bottom|upper|lower)";

function sidePart(side: string | undefined, share: number): readonly Filter[] {
  if (side === "left") return part(0, 0, share, 1);
  if (side === "right") return part(1 - share, 0, 1, 1);
  return side === "top" || side === "upper" ? part(0, 0, 1, share) : part(0, 1 - share, 1, 1);
}

function centre(share: number): readonly Filter[] {
  const margin = (1 - share) / 2;
  return part(margin, margin, 1 - margin, 1 - margin);
}

function margins(pixels: number, side: string | undefined): readonly Filter[] {
  const all = side === undefined;
  const of = (...names: readonly string[]): number => (all || names.includes(side) ? pixels : 0);
  return crop({
    as: "margins",
    left: of("left"),
    top: of("top", "upper"),
    right: of("right"),
    bottom: of("bottom", "lower"),
  });
}

const crops: readonly FilterRule[] = [
  rule(`${CROP} rect (?<x>\\d+) (?<y>\\d+) (?<width>\\d+) (?<height>\\d+)`, ({ x, y, width, height }) =>
    crop({
      as: "rectangle",
      width: numberOf(width),
      height: numberOf(height),
      corner: { x: numberOf(x), y: numberOf(y) },
    }),
  ),
  rule(`${CROP} point (?<x>\\d+) (?<y>\\d+) to point (?<right>\\d+) (?<bottom>\\d+)`, ({ x, y, right, bottom }) =>
    crop({
      as: "rectangle",
      width: numberOf(right) - numberOf(x),
      height: numberOf(bottom) - numberOf(y),
      corner: { x: numberOf(x), y: numberOf(y) },
    }),
  ),
  rule(`${CROP} ${SIZE}${LINK} point (?<x>\\d+) (?<y>\\d+)`, ({ width, height, x, y }) =>
    crop({
      as: "rectangle",
      width: numberOf(width),
      height: numberOf(height),
      corner: { x: numberOf(x), y: numberOf(y) },
    }),
  ),
  rule(`${CROP} ${SIZE}${LINK} top left(?: corner)?`, ({ width, height }) =>
    crop({ as: "rectangle", width: numberOf(width), height: numberOf(height), corner: { x: 0, y: 0 } }),
  ),
  rule(
    `${CROP} (?:(?:centre|center|middle|central) )?${SIZE}(?:${LINK} (?:centre|center|middle))?(?: part| region| area)?`,
    ({ width, height }) => crop({ as: "rectangle", width: numberOf(width), height: numberOf(height), corner: null }),
  ),
  rule(`${CROP} square(?: shape| format)?`, () => crop({ as: "square" })),
  rule(
    `${CROP} (?<row>top|bottom|upper|lower) (?<side>left|right)(?: (?:quarter|quadrant|corner|part))?`,
    ({ row, side }) => {
      const top = row === "top" || row === "upper" ? 0 : 0.5;
      const left = side === "left" ? 0 : 0.5;
      return part(left, top, left + 0.5, top + 0.5);
    },
  ),
  rule(`${CROP} ${SIDE} (?<part>half|third|quarter)`, ({ side, part: share }) =>
    sidePart(side, FRACTIONS[share ?? ""] ?? 1),
  ),
  rule(`${CROP} ${SIDE}(?:most)? (?<percent>${NUMBER}) ?percent`, ({ side, percent }) =>
    sidePart(side, Math.min(1, numberOf(percent) / 100)),
  ),
  rule(`${CROP} (?<pixels>\\d+)${PIXELS}(?: from| off| on| at)+(?: the)? ${SIDE}(?: side| edge)?`, ({ pixels, side }) =>
    margins(numberOf(pixels), side),
  ),
  rule(
    `${CROP} (?<pixels>\\d+)${PIXELS}(?: from| off| on| at)+(?: (?:the|each|every|all))*(?: (?:sides?|edges?|borders?|margins?))`,
    ({ pixels }) => margins(numberOf(pixels), undefined),
  ),
  rule(
    `${CROP} (?:(?:centre|center|middle|central) )?(?<percent>${NUMBER}) ?percent(?:${LINK} (?:centre|center|middle|size))?`,
    ({ percent }) => centre(Math.min(1, numberOf(percent) / 100)),
  ),
  rule(`${CROP} (?:centre|center|middle|central)(?: (?:half|part|region|area))?`, () => centre(0.5)),
];

/** How to ask for another shape or size. */
export const SHAPE_RULES: readonly FilterRule[] = [...crops, ...sizes, ...turns, ...flips];
