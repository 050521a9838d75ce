import { type Answers, answersOf } from "../../labelled/answers.ts";
import { editDistance } from "../../measures/edit-distance.ts";
import { mean, percentOf } from "../../measures/means.ts";
import { type Found, macro, micro, type Retrieval } from "../../measures/retrieval.ts";
import { type Timing, timing } from "../../measures/timing.ts";
import type { PlannedRow } from "../taskbench/plan-rows.ts";
import { score } from "../taskbench/score.ts";
import type { Criticism } from "./critic.ts";
import { labelledSequence, plannedSequence } from "./sequence.ts";

/** Percentages. */
export interface Measures extends Retrieval {
  readonly rows: number;
  readonly accuracy: number;
}

/** What is printed with `--json`: its keys are documented in `evaluation/README.md` and stay. A part without rows is `null`. */
export interface HuggingGptReport {
  readonly suite: "hugginggpt";
  readonly controller: string;
  readonly single: Measures | null;
  /** `editDistance` is between 0 and 1. */
  readonly sequential: (Measures & { readonly editDistance: number }) | null;
  /** `critic` is `null` when none was asked for. */
  readonly graph: (Measures & { readonly critic: Criticism | null }) | null;
  readonly answers: Answers;
  readonly planMs: Timing;
}

/** @param planned at least one. @param critic what it found of the graphs; `null` when none was asked. */
export function reportHuggingGpt(
  controller: string,
  planned: readonly PlannedRow[],
  critic: Criticism | null,
): HuggingGptReport {
  const of = (shape: PlannedRow["row"]["shape"]) => planned.filter(({ row }) => row.shape === shape);
  const plannings = planned.map(({ planning }) => planning);
  return {
    suite: "hugginggpt",
    controller,
    single: measureSingle(of("single")),
    sequential: measureSequences(of("chain")),
    graph: measureGraphs(of("dag"), critic),
    answers: answersOf(plannings),
    planMs: timing(plannings.map(({ ms }) => ms)),
  };
}

function measureSingle(rows: readonly PlannedRow[]): HuggingGptReport["single"] {
  if (rows.length === 0) return null;
  const right = rows.map(({ predicted, row }) => score(predicted, row).exact);
  return { rows: rows.length, accuracy: percentOf(right), ...inPercent(macro(rows.map(toFound))) };
}

function measureSequences(rows: readonly PlannedRow[]): HuggingGptReport["sequential"] {
  if (rows.length === 0) return null;
  const distances = rows.map(({ planning: { answer }, row }) =>
    editDistance(answer.as === "plan" ? plannedSequence(answer.plan) : [], labelledSequence(row)),
  );
  return {
    rows: rows.length,
    accuracy: percentOf(distances.map((distance) => distance === 0)),
    ...inPercent(micro(rows.map(toFound))),
    editDistance: mean(distances) ?? 0,
  };
}

function measureGraphs(rows: readonly PlannedRow[], critic: Criticism | null): HuggingGptReport["graph"] {
  if (rows.length === 0) return null;
  const right = rows.map(({ predicted, row }) => score(predicted, row).exactWithLinks);
  return { rows: rows.length, accuracy: percentOf(right), ...inPercent(micro(rows.map(toFound))), critic };
}

const toFound = ({ predicted, row }: PlannedRow): Found => ({
  found: new Set(predicted.nodes),
  wanted: new Set(row.nodes),
});

const inPercent = ({ precision, recall, f1 }: Retrieval): Retrieval => ({
  precision: 100 * precision,
  recall: 100 * recall,
  f1: 100 * f1,
});
