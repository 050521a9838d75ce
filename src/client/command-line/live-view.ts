import type { RunEvent } from "../../domain/events.ts";
import { renderFrame } from "./live-frame.ts";
import { logLines } from "./log-lines.ts";
import { createPainter } from "./painter.ts";
import { fold, type RunProgress } from "./run-progress.ts";
import { paint } from "./styled.ts";
import { SPINNER_STEP_MS } from "./symbols.ts";
import type { Terminal } from "./terminal.ts";

export interface LiveView {
  /** The run as far as it has been seen. */
  readonly board: RunProgress | null;
  /** @param receivedAt milliseconds since the epoch, by this machine's clock. */
  show(event: RunEvent, receivedAt: number): void;
  /** Stops painting and leaves the last frame, in full length, above the cursor; the next event takes up again. */
  rest(): void;
}

/** A burst of events is not painted one by one: nobody could see it. */
const MIN_FRAME_MS = 40;
/** Once a run is over its graph may scroll: no longer than this all the same. */
const MAX_FINAL_LINES = 120;

/**
 * Shows a run while it goes on: painted over in place on a terminal, line by line elsewhere.
 * @param names of resources that earlier runs of the conversation brought in or made, by id.
 */
export function createLiveView(
  terminal: Terminal,
  names: ReadonlyMap<string, string> = new Map(),
  clock: () => number = Date.now,
): LiveView {
  const painter = createPainter(terminal);
  let board: RunProgress | null = null;
  let timer: NodeJS.Timeout | undefined;
  let resting = true;
  let paintedAt = Number.NEGATIVE_INFINITY;
  /** How far this machine's clock is ahead of the server's, at most: transport takes time, never gives it. */
  let aheadMs = Number.POSITIVE_INFINITY;

  const frame = (height: number): readonly string[] => {
    if (!board) return [];
    // A line as wide as the terminal leaves the cursor in a place that terminals don't agree on.
    const width = Math.max(1, terminal.columns - 1);
    return renderFrame(board, { now: clock() - aheadMs, width, height, colour: terminal.colour });
  };
  const repaint = (): void => {
    paintedAt = clock();
    painter.paint(frame(Math.max(1, terminal.rows - 1)));
  };

  return {
    get board() {
      return board;
    },
    show: (event, receivedAt) => {
      aheadMs = Math.min(aheadMs, receivedAt - event.at);
      board = fold(board, event, names);
      if (!board) return;
      if (!terminal.repaints) {
        const lines = logLines(board, event, terminal.columns);
        for (const line of lines) terminal.write(`${paint(line, terminal.columns, terminal.colour).trimEnd()}\n`);
        return;
      }
      timer ??= setInterval(repaint, SPINNER_STEP_MS);
      resting = false;
      if (clock() - paintedAt >= MIN_FRAME_MS) repaint();
    },
    rest: () => {
      if (resting) return;
      resting = true;
      clearInterval(timer);
      timer = undefined;
      painter.paint(frame(MAX_FINAL_LINES));
      painter.release();
    },
  };
}
