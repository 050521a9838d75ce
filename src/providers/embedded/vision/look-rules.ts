import { by, type Degree, type FilterRule, LINK, NUMBER, PIXELS, rule, THING } from "./filter-words.ts";
import type { Filter } from "./filters.ts";

const BLUR = { weak: 0.4, usual: 1, strong: 2.5 } as const;
const blur = (degree: Degree, pixels?: string): readonly Filter[] => [
  { filter: "blur", strength: BLUR[degree], pixels: pixels === undefined ? null : Number(pixels) },
];

const tone: readonly FilterRule[] = [
  rule(`(?<pixels>${NUMBER}) ?(?:px|pixels?) (?:gaussian )?blur`, ({ pixels }, degree) => blur(degree, pixels)),
  rule(
    `(?:gaussian )?blur(?:red|ry|ring)?(?: filter| effect)?${THING}${LINK}(?: (?:radius|sigma|strength))${LINK} (?<pixels>${NUMBER})${PIXELS}`,
    ({ pixels }, degree) => blur(degree, pixels),
  ),
  rule(
    `(?:gaussian )?blur(?:red|ry|ring)?${THING}${LINK} (?<pixels>${NUMBER}) ?(?:px|pixels?)(?: radius)?`,
    ({ pixels }, degree) => blur(degree, pixels),
  ),
  rule("(?:gaussian )?blur(?:red|ry|ring)?(?: filter| effect)?|out of focus", (_, degree) => blur(degree)),
  rule("soft(?:en|ened|er)|smooth(?:en|ed|er)?", () => blur("weak")),
  rule("sharp(?:en|ened|ening|er)?|crisp(?:er)?", (_, degree) => [
    { filter: "sharpen", strength: by(degree, 0.5, 1, 2) },
  ]),
  rule(
    `(?:gr[ea]y ?scaled?|gr[ea]y(?: tones?| shades?)?|shades of gr[ea]y|blackwhite|monochrome|desaturated?|colou?rless|(?:remove|without|no|drop)${THING} colou?rs?)`,
    () => [{ filter: "greyscale" }],
  ),
  rule(`(?:invert(?:ed|ing)?|reversed?)${THING} colou?rs?|invert(?:ed|ing)?|inverted|negative|inverse`, () => [
    { filter: "invert" },
  ]),
  rule(
    "canny(?: edges?)?(?: (?:detection|map|filter))?|edges? (?:detect(?:ion|ed|or)?|map|filter|image)|outlined",
    () => [{ filter: "edges" }],
  ),
  { ...rule("edges?|outlines?|contours?", () => [{ filter: "edges" }]), alone: true },
  rule(
    `(?:detect|find|show|highlight|extract|draw|trace|get|keep|give me|see)${THING}(?: only)? (?:edges?|outlines?|contours?)`,
    () => [{ filter: "edges" }],
  ),
];

const percentage = (percent: string | undefined, otherwise: number): number =>
  percent === undefined ? otherwise : Number(percent) / 100;
const PERCENT = `(?:${LINK} (?<percent>${NUMBER}) ?percent)?`;
const MORE = "(?:increased?|raised?|boost(?:ed)?|more|higher|add|enhanced?|improved?|turn up|stronger)";
const LESS = "(?:decreased?|reduced?|lower(?:ed)?|less|turn down|weaker)";
const up = (percent: string | undefined, degree: Degree): number => 1 + percentage(percent, by(degree, 0.15, 0.3, 0.7));
const down = (percent: string | undefined, degree: Degree): number =>
  Math.max(0, 1 - percentage(percent, by(degree, 0.15, 0.3, 0.55)));

const light: readonly FilterRule[] = [
  rule("twice as bright", () => [{ filter: "brightness", factor: 2 }]),
  rule("half as bright|twice as dark", () => [{ filter: "brightness", factor: 0.5 }]),
  rule(
    `(?:bright(?:er|en|ened|ening)?|light(?:er|en|ened)|${MORE}${THING} brightness|${MORE} bright)${THING}${PERCENT}`,
    ({ percent }, degree) => [{ filter: "brightness", factor: up(percent, degree) }],
  ),
  rule(
    `(?:dark(?:er|en|ened|ening)?|dim(?:mer|med)?|${LESS}${THING} brightness|${LESS} bright)${THING}${PERCENT}`,
    ({ percent }, degree) => [{ filter: "brightness", factor: down(percent, degree) }],
  ),
  rule(`(?:${MORE}|high)${THING} contrast(?:ed)?${THING}${PERCENT}`, ({ percent }, degree) => [
    { filter: "contrast", factor: up(percent, degree) },
  ]),
  rule(`(?:${LESS}|low)${THING} contrast(?:ed)?${THING}${PERCENT}`, ({ percent }, degree) => [
    { filter: "contrast", factor: down(percent, degree) },
  ]),
];

/** How to ask for another look of the same shape. */
export const LOOK_RULES: readonly FilterRule[] = [...light, ...tone];
