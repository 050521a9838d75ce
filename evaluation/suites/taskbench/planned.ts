import { type Answers, answersOf } from "../../labelled/answers.ts";
import { areaUnderCurve, type Bin, calibrationError, type Forecast, reliability } from "../../measures/calibration.ts";
import { meanPercent, percentOf } from "../../measures/means.ts";
import { type Timing, timing } from "../../measures/timing.ts";
import type { PlannedRow } from "./plan-rows.ts";
import { SHAPES, type Shape } from "./read-rows.ts";
import { type Score, score } from "./score.ts";

/** Means over requests, in percent. */
export interface PlannedSummary {
  readonly rows: number;
  readonly rowsWithLinks: number;
  readonly nodeF1: number;
  /** Over the requests whose label has a link; `null` when none has. */
  readonly linkF1: number | null;
  readonly exact: number;
  readonly exactWithLinks: number;
}

/** How well a confidence tells what is right; over the plans that have one. */
export interface Calibration {
  readonly bins: readonly Bin[];
  /** Between 0 and 1. */
  readonly error: number | null;
  readonly auc: number | null;
}

/** What is printed with `--json`: its keys are documented in `evaluation/README.md` and stay. */
export interface PlannedReport {
  readonly suite: "taskbench";
  readonly controller: string;
  readonly all: PlannedSummary;
  readonly types: Readonly<Partial<Record<Shape, PlannedSummary>>>;
  readonly taskCounts: Readonly<Record<string, PlannedSummary>>;
  readonly answers: Answers;
  readonly planMs: Timing;
  /** `null` for a controller that tells no confidence. */
  readonly calibration: { readonly exact: Calibration; readonly exactWithLinks: Calibration } | null;
}

interface Scored extends PlannedRow {
  readonly score: Score;
}

/** @param planned at least one. */
export function reportPlanned(controller: string, planned: readonly PlannedRow[]): PlannedReport {
  const rows = planned.map((one): Scored => ({ ...one, score: score(one.predicted, one.row) }));
  const byShape = Map.groupBy(rows, ({ row }) => row.shape);
  const byCount = Map.groupBy(rows, ({ row }) => new Set(row.nodes).size);
  const counts = [...byCount.keys()].toSorted((a, b) => a - b);
  return {
    suite: "taskbench",
    controller,
    all: summarise(rows),
    types: Object.fromEntries(
      SHAPES.flatMap((shape) => {
        const own = byShape.get(shape);
        return own ? [[shape, summarise(own)]] : [];
      }),
    ),
    taskCounts: Object.fromEntries(counts.map((size) => [String(size), summarise(byCount.get(size) ?? [])])),
    answers: answersOf(rows.map(({ planning }) => planning)),
    planMs: timing(rows.map(({ planning }) => planning.ms)),
    calibration: calibrationOf(rows),
  };
}

function calibrationOf(rows: readonly Scored[]): PlannedReport["calibration"] {
  const sure = rows.flatMap(({ planning: { answer }, score }) => {
    const confidence = answer.as === "plan" ? (answer.understanding?.confidence ?? null) : null;
    return confidence === null ? [] : [{ confidence, score }];
  });
  if (sure.length === 0) return null;
  const against = (right: (score: Score) => boolean): Calibration =>
    calibrate(sure.map(({ confidence, score }) => ({ confidence, right: right(score) })));
  return {
    exact: against(({ exact }) => exact),
    exactWithLinks: against(({ exactWithLinks }) => exactWithLinks),
  };
}

const calibrate = (forecasts: readonly Forecast[]): Calibration => ({
  bins: reliability(forecasts),
  error: calibrationError(forecasts),
  auc: areaUnderCurve(forecasts),
});

function summarise(rows: readonly Scored[]): PlannedSummary {
  const scores = rows.map((row) => row.score);
  const linkF1s = scores.flatMap(({ linkF1 }) => linkF1 ?? []);
  return {
    rows: rows.length,
    rowsWithLinks: linkF1s.length,
    nodeF1: meanPercent(scores.map(({ nodeF1 }) => nodeF1)) ?? 0,
    linkF1: meanPercent(linkF1s),
    exact: percentOf(scores.map(({ exact }) => exact)),
    exactWithLinks: percentOf(scores.map(({ exactWithLinks }) => exactWithLinks)),
  };
}
