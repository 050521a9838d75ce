import { type Answers, answersOf } from "../../labelled/answers.ts";
import { type FitSummary, type PlannedRequest, summariseFits } from "../../labelled/plan-labelled.ts";
import { type ReadingSummary, summariseReadings } from "../../labelled/readings.ts";
import { areaUnderCurve, type Forecast } from "../../measures/calibration.ts";
import { shareOf } from "../../measures/means.ts";
import { type Timing, timing } from "../../measures/timing.ts";
import type { RequestRow } from "../../requests/row.ts";

/** Whether the confidence is low where the plan is wrong; over the plans that have a confidence. */
export interface Unsure {
  readonly wrong: { readonly plans: number; readonly below: number | null };
  readonly right: { readonly plans: number; readonly below: number | null };
  /** Of the confidence, as a sign of a right plan. */
  readonly auc: number | null;
}

/** What is found over the requests of one file, or of all; shares are between 0 and 1. */
export interface FileReport {
  readonly rows: number;
  /** Of the requests that are for tasks. */
  readonly plans: FitSummary;
  /** Of the requests that are for none: answered in words, or asked back, as is right. */
  readonly idle: { readonly rows: number; readonly recognised: number | null };
  /** `null` for a controller that tells no confidence. */
  readonly unsure: Unsure | null;
  /** `null` where no request has a label for constraints. */
  readonly constraints: ReadingSummary | null;
  readonly answers: Answers;
  readonly planMs: Timing;
}

/** What is printed with `--json`: its keys are documented in `evaluation/README.md` and stay. */
export interface RequestsReport {
  readonly suite: "requests";
  readonly controller: string;
  /** The confidence below which a plan counts as an unsure one. */
  readonly threshold: number;
  readonly files: Readonly<Record<string, FileReport>>;
  readonly all: FileReport;
}

type Planned = PlannedRequest<RequestRow>;

/** @param files by their names, each with at least one request. */
export function reportRequests(
  controller: string,
  files: ReadonlyMap<string, readonly Planned[]>,
  threshold: number,
): RequestsReport {
  return {
    suite: "requests",
    controller,
    threshold,
    files: Object.fromEntries([...files].map(([name, planned]) => [name, reportFile(planned, threshold)])),
    all: reportFile([...files.values()].flat(), threshold),
  };
}

function reportFile(planned: readonly Planned[], threshold: number): FileReport {
  const [idle, busy] = [planned.filter(({ row }) => row.expect), planned.filter(({ row }) => !row.expect)];
  const plannings = planned.map(({ planning }) => planning);
  return {
    rows: planned.length,
    plans: summariseFits(busy),
    idle: {
      rows: idle.length,
      recognised: shareOf(idle.map(({ row, planning }) => planning.answer.as === row.expect)),
    },
    unsure: unsureOf(busy, threshold),
    constraints: readingsOf(planned),
    answers: answersOf(plannings),
    planMs: timing(plannings.map(({ ms }) => ms)),
  };
}

function unsureOf(busy: readonly Planned[], threshold: number): Unsure | null {
  const forecasts = busy.flatMap(({ planning: { answer }, fit }): readonly Forecast[] => {
    const confidence = answer.as === "plan" ? (answer.understanding?.confidence ?? null) : null;
    return confidence === null ? [] : [{ confidence, right: fit.flow }];
  });
  if (forecasts.length === 0) return null;
  const below = (right: boolean): Unsure["right"] => {
    const own = forecasts.filter((forecast) => forecast.right === right);
    return { plans: own.length, below: shareOf(own.map(({ confidence }) => confidence < threshold)) };
  };
  return { wrong: below(false), right: below(true), auc: areaUnderCurve(forecasts) };
}

function readingsOf(planned: readonly Planned[]): ReadingSummary | null {
  const labelled = planned.flatMap(({ row: { constraints: label }, planning: { answer } }) =>
    label === undefined ? [] : [{ label, reading: answer.as === "plan" ? answer.understanding : null }],
  );
  return labelled.length === 0 ? null : summariseReadings(labelled);
}
