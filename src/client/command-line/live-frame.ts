import { repairLines } from "./repair-lines.ts";
import type { RunProgress } from "./run-progress.ts";
import { paint, type Style, type StyledLine, span } from "./styled.ts";
import { duration, spinner } from "./symbols.ts";
import { taskLines } from "./task-lines.ts";
import { clean, cleanLine, wrap } from "./terminal-text.ts";

export interface FrameOptions {
  /** Milliseconds since the epoch, by the server's clock. */
  readonly now: number;
  readonly width: number;
  /** Most lines of the frame; tasks are left out, and counted, to keep to it. */
  readonly height: number;
  readonly colour: boolean;
}

const MAX_REQUEST_LINES = 2;
const MAX_UNDERSTANDING_LINES = 3;
const MAX_REPAIR_LINES = 3;
const MAX_ANSWER_LINES = 6;
/** More than those lines hold. */
const MAX_ANSWER_TAIL_CHARS = 4_000;

/** The run as lines of text, one state of the live view. Pure. */
export function renderFrame(board: RunProgress, options: FrameOptions): readonly string[] {
  const head = headLines(board, options);
  const tail = tailLines(board, options);
  const room = Math.max(1, options.height - head.length - tail.length);
  const lines = [...head, ...taskLines(board.tasks, options, room), ...tail];
  return lines.slice(0, options.height).map((line) => paint(line, options.width, options.colour));
}

export function headLines(
  board: RunProgress,
  { now, width }: Pick<FrameOptions, "now" | "width">,
): readonly StyledLine[] {
  const request = wrap(cleanLine(board.text), width - 2);
  const shown = request.slice(0, MAX_REQUEST_LINES);
  const rest = request.length > MAX_REQUEST_LINES ? " …" : "";
  const understanding = board.understanding.slice(0, MAX_UNDERSTANDING_LINES);
  return [
    ...shown.map((line, index) => [
      span(index === 0 ? "❯ " : "  ", "cyan"),
      span(index === shown.length - 1 ? line + rest : line, "bold"),
    ]),
    [span("  "), ...statusSpans(board, now)],
    ...understanding.map((note) => [span(`  ${note}`, "dim")]),
    ...(board.warning ? [[span(`  ${board.warning}`, "yellow")]] : []),
    [],
  ];
}

function statusSpans(board: RunProgress, now: number): StyledLine {
  const elapsed = duration((board.endedAt ?? now) - board.startedAt);
  const done = board.tasks.filter(({ endedAt }) => endedAt !== null).length;
  const count = board.tasks.length;
  const plan =
    count === 0
      ? ""
      : ` · ${done} of ${count} ${count === 1 ? "task" : "tasks"}${board.planVersion > 1 ? ` · plan ${board.planVersion}` : ""}`;
  const by = board.controller === null ? "" : ` · ${plannedBy(board.controller, board.planMs ?? 0)}`;
  const { symbol, style, words } = RUN_STATUS[board.status];
  return [span(`${symbol === "" ? spinner(now) : symbol} ${words}`, style), span(` · ${elapsed}${plan}${by}`, "dim")];
}

/** Who made the plan, and how fast; a plan that came with the request was only checked. */
export const plannedBy = (controller: string, ms: number): string =>
  controller === "user"
    ? `plan checked in ${duration(ms)}`
    : `planned by the ${controller} controller in ${duration(ms)}`;

/** Without a symbol of its own a status turns. */
const RUN_STATUS: Readonly<
  Record<RunProgress["status"], { readonly symbol: string; readonly style: Style; readonly words: string }>
> = {
  planning: { symbol: "", style: "cyan", words: "planning" },
  "awaiting-approval": { symbol: "?", style: "yellow", words: "waits for approval" },
  running: { symbol: "", style: "cyan", words: "running" },
  paused: { symbol: "‖", style: "yellow", words: "paused" },
  responding: { symbol: "", style: "cyan", words: "writing the answer" },
  succeeded: { symbol: "✔", style: "green", words: "succeeded" },
  partial: { symbol: "◐", style: "yellow", words: "answered in part" },
  failed: { symbol: "✖", style: "red", words: "failed" },
  cancelled: { symbol: "■", style: "yellow", words: "cancelled" },
};

const tailLines = (board: RunProgress, options: FrameOptions): readonly StyledLine[] => [
  ...repairLines(board.repairs, MAX_REPAIR_LINES),
  ...answerLines(board, options),
];

/** The end of the answer while it is being written; the whole of it is shown after the frame. */
function answerLines(board: RunProgress, { width }: FrameOptions): readonly StyledLine[] {
  if (board.endedAt !== null || board.answer === "") return [];
  const lines = clean(board.answer.slice(-MAX_ANSWER_TAIL_CHARS))
    .split("\n")
    .flatMap((line) => wrap(line, width - 4));
  return [[], ...lines.slice(-MAX_ANSWER_LINES).map((line) => [span("  │ ", "dim"), span(line)])];
}
