import { Canvas, type Colour } from "./canvas.ts";
import { write } from "./lettering.ts";

const INK: Colour = [34, 34, 40];
const PAPER: Colour = [247, 245, 239];

const page = (lines: readonly string[], size: number): Canvas => {
  const margin = 8 * size;
  const longest = Math.max(...lines.map((line) => line.length));
  const canvas = new Canvas(longest * 6 * size + 2 * margin, lines.length * 12 * size + 2 * margin, PAPER);
  lines.forEach((line, index) => {
    write(canvas, line, margin, margin + index * 12 * size, size, INK);
  });
  return canvas;
};

/** A notice on a door, as a scan. */
export const notice = (): Canvas =>
  page(
    [
      "ELM STREET LIBRARY",
      "",
      "THE READING ROOM IS CLOSED",
      "FROM MONDAY 4 MAY",
      "UNTIL FRIDAY 8 MAY.",
      "BOOKS CAN BE RETURNED",
      "AT THE DESK OF THE TOWN HALL.",
    ],
    4,
  );

/** A till receipt, as a scan. */
export const receipt = (): Canvas =>
  page(
    [
      "CAFE AURORA",
      "12 MARKET SQUARE",
      "",
      "DATE: 3 JUNE 2026",
      "2 COFFEE          5.60",
      "1 APPLE CAKE      3.90",
      "1 WATER           2.00",
      "TOTAL            11.50",
    ],
    4,
  );
