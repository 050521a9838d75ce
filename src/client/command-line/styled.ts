import { styleText } from "node:util";
import { clean, cut, widthOf } from "./terminal-text.ts";

export type Style = "plain" | "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

/** A piece of a line in one style. */
export interface StyledSpan {
  readonly text: string;
  readonly style: Style;
}

export type StyledLine = readonly StyledSpan[];

export const span = (text: string, style: Style = "plain"): StyledSpan => ({ text, style });

/**
 * A line as a string of at most `width` columns. Everything that is printed passes here: what is unsafe is
 * taken out of every span, so that no escape sequence but our own reaches the terminal.
 */
export function paint(line: StyledLine, width: number, colour: boolean): string {
  let left = width;
  let painted = "";
  for (const { text, style } of line) {
    const shown = cut(clean(text).replaceAll("\n", " "), left);
    if (shown === "") continue;
    left -= widthOf(shown);
    // `validateStream` would look at the process; whether there is colour has been decided by the caller.
    painted += colour && style !== "plain" ? styleText(style, shown, { validateStream: false }) : shown;
    if (left <= 0) break;
  }
  return painted;
}
