import type { Raster, Size } from "../embedded/vision/raster.ts";
import type { Colour } from "./colours.ts";

/** A rectangle of whole pixels; `right` and `bottom` are the first beyond it. */
export interface PixelArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A colour, and the pixels that are painted with it in place. */
interface Paint {
  readonly raster: Raster;
  readonly colour: Colour;
}

/** Fills a rectangle; what lies outside the picture is left out. */
export function fill({ raster, colour }: Paint, area: PixelArea): void {
  const { width, height, channels, data } = raster;
  const [red, green, blue] = colour;
  const right = Math.min(width, area.right);
  const bottom = Math.min(height, area.bottom);
  for (let y = Math.max(0, area.top); y < bottom; y++) {
    for (let x = Math.max(0, area.left); x < right; x++) {
      const at = (y * width + x) * channels;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      if (channels === 4) data[at + 3] = 255;
    }
  }
}

/** Draws the border of a rectangle, so many pixels thick to the inside. */
export function frame(paint: Paint, { left, top, right, bottom }: PixelArea, thickness: number): void {
  const innerTop = Math.min(bottom, top + thickness);
  const innerBottom = Math.max(innerTop, bottom - thickness);
  fill(paint, { left, top, right, bottom: innerTop });
  fill(paint, { left, top: innerBottom, right, bottom });
  fill(paint, { left, top: innerTop, right: Math.min(right, left + thickness), bottom: innerBottom });
  fill(paint, { left: Math.max(left, right - thickness), top: innerTop, right, bottom: innerBottom });
}

/** True where two rectangles share a pixel. */
export const overlap = (one: PixelArea, other: PixelArea): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Sizes by which lines and letters are as easy to see in a large picture as in a small one. */
const PIXELS_A_LINE = 250;
const PIXELS_A_LETTER = 300;
const MAX_THICKNESS = 8;
const MAX_SCALE = 5;

export const lineThickness = ({ width, height }: Size): number =>
  Math.min(MAX_THICKNESS, Math.max(1, Math.round(Math.min(width, height) / PIXELS_A_LINE)));
export const letterScale = ({ width, height }: Size): number =>
  Math.min(MAX_SCALE, Math.max(1, Math.round(Math.min(width, height) / PIXELS_A_LETTER)));

/** Pixels of a letter's cell at scale 1, the gaps to the next letter and line included. */
export const CELL = { width: 6, height: 9 } as const;

/**
 * The printable characters of ASCII in order, each as its rows from the top: a digit in base 32 is a row of five pixels,
 * the leftmost the highest bit. Seven rows stand on the line, two more are below it; rows left out are empty.
 */
const GLYPHS = `0 4444404 aaa aavavaa 4fke5u4 op248j3 cik8lid 448 2488842 8422248 04lel4 044v44 00000c48 000e 00000cc 01248g
ehjlphe 4c4444e eh1248v v2421he 26aiv22 vgu11he 68guhhe v124888 ehhehhe ehhf12c 0cc0cc 0cc0c48 248g842 00v0v 8421248 eh12404
eh1dlle ehhvhhh uhhuhhu ehggghe uhhhhhu vgguggv vgguggg ehgnhhf hhhvhhh e44444e 72222ic hikokih ggggggv hrllhhh hhpljhh ehhhhhe
uhhuggg ehhhlid uhhukih fgge11u v444444 hhhhhhe hhhhha4 hhhllla hha4ahh hhha444 v1248gv e88888e 0g8421 e22222e 4ah 000000v
842 00e1fhf ggmphhu 00egghe 11djhhf 00ehvge 698s888 00fhhhf1e ggmphhh 40c444e 2062222ic ggikoki c44444e 00qllhh 00mphhh 00ehhhe
00uhhhugg 00fhhhf11 00mpggg 00ege1u 88s8896 00hhhjd 00hhha4 00hhlla 00ha4ah 00hhhhf1e 00v248v 2448442 4444444 8442448 008l2`;

let glyphs: readonly string[] | undefined;

/** The rows of a character, five bits each; of "?" for one that is not printable ASCII. */
function rowsOf(character: string): readonly number[] {
  glyphs ??= GLYPHS.split(/\s/);
  const glyph = glyphs[character.charCodeAt(0) - 32] ?? glyphs[31] ?? "";
  return Array.from(glyph, (digit) => Number.parseInt(digit, 32));
}

/** Letters that do not fall apart into an ASCII one and its accent. */
const SPELT: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ø: "o", Ø: "O", đ: "d", Đ: "D", ð: "d", Ð: "D", þ: "th", Þ: "Th" },
  ...{ ł: "l", Ł: "L", ı: "i", "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "×": "x" },
};

/** Models' labels are a few words; more would not fit a picture. */
const MAX_CHARACTERS = 48;
/** Accents may stand in any number on a letter. */
const MAX_READ_CHARACTERS = 4 * MAX_CHARACTERS;

/** Text as the font can draw it: accents dropped, foreign letters spelt out where that is usual, "?" for the rest. */
export function drawable(text: string): string {
  const plain = text.slice(0, MAX_READ_CHARACTERS).normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim();
  const ascii = Array.from(plain, (letter) => SPELT[letter] ?? (/^[ -~]$/.test(letter) ? letter : "?")).join("");
  return shortened(ascii, MAX_CHARACTERS);
}

/** Cut to so many characters, with two dots where something is missing and there is room to say so. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : most < 4 ? text.slice(0, Math.max(0, most)) : `${text.slice(0, most - 2)}..`;

/** Draws a line of drawable text; `x` and `y` are its upper left corner, `scale` the pixels' size. */
export function drawText(paint: Paint, text: string, at: { x: number; y: number; scale: number }): void {
  const { x, y, scale } = at;
  for (const [index, character] of Array.from(text).entries()) {
    for (const [row, bits] of rowsOf(character).entries()) {
      for (let column = 0; column < 5; column++) {
        if ((bits & (16 >> column)) === 0) continue;
        const left = x + (index * CELL.width + column) * scale;
        const top = y + row * scale;
        fill(paint, { left, top, right: left + scale, bottom: top + scale });
      }
    }
  }
}
