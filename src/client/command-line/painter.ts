import { stripVTControlCharacters } from "node:util";
import type { Terminal } from "./terminal.ts";
import { widthOf } from "./terminal-text.ts";

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
/** Terminals that know these show a frame only when it is complete; the others pass over them. */
const BEGIN_FRAME = "\u001b[?2026h";
const END_FRAME = "\u001b[?2026l";
const CLEAR_LINE_END = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";
const up = (rows: number): string => (rows === 0 ? "\r" : `\u001b[${rows}A\r`);

/** Paints lines over the ones it painted before. */
export interface Painter {
  /** Lines beyond the terminal's height would scroll away for good: the caller keeps to `rows - 1`. */
  paint(lines: readonly string[]): void;
  /** Leaves what is painted where it is and gives the cursor back. */
  release(): void;
}

export function createPainter(terminal: Terminal): Painter {
  /** Columns of each line painted last: a terminal that got narrower has wrapped them. */
  let painted: readonly number[] = [];
  let last = "";
  let hidden = false;
  const rowsPainted = (): number => {
    const columns = Math.max(1, terminal.columns);
    const rows = painted.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    return Math.min(rows, Math.max(0, terminal.rows - 1));
  };
  return {
    paint: (lines) => {
      const frame = lines.map((line) => `${line}${CLEAR_LINE_END}\n`).join("");
      const start = up(rowsPainted());
      if (start + frame === last) return;
      last = start + frame;
      terminal.write(`${hidden ? "" : HIDE_CURSOR}${BEGIN_FRAME}${start}${frame}${CLEAR_BELOW}${END_FRAME}`);
      hidden = true;
      painted = lines.map((line) => widthOf(stripVTControlCharacters(line)));
    },
    release: () => {
      if (hidden) terminal.write(SHOW_CURSOR);
      hidden = false;
      painted = [];
      last = "";
    },
  };
}
