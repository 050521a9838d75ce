import { type Answers, answersOf } from "../../labelled/answers.ts";
import { type FitSummary, type PlannedRequest, summariseFits } from "../../labelled/plan-labelled.ts";
import { shareOf } from "../../measures/means.ts";
import { type Timing, timing } from "../../measures/timing.ts";
import type { MuseRow } from "../../requests/row.ts";
import type { Output } from "./output.ts";

const QUERY_TYPES = ["single", "two", "three"] as const;
type QueryType = (typeof QUERY_TYPES)[number];

/** Shares between 0 and 1, as in HIVE's Tables 1 and 2. */
export interface Cell extends FitSummary {
  /** The share of right outputs; `null` where nothing was run. */
  readonly o: number | null;
  /** The requests that `o` is over: all that the instance has experts for. */
  readonly ran: number;
}

/** Counts of requests: whether the plan and the output were right (HIVE, section 4.4.2). */
export interface Trust {
  readonly rightRight: number;
  readonly rightWrong: number;
  readonly wrongRight: number;
  readonly wrongWrong: number;
}

/** Counts of requests whose planning or run broke off, as in HIVE's Table 3: plan first, then output. */
export interface Failures {
  readonly errorRight: number;
  readonly rightError: number;
  readonly wrongError: number;
  readonly errorError: number;
  readonly all: number;
}

/** What is printed with `--json`: its keys are documented in `evaluation/README.md` and stay. */
export interface MuseReport {
  readonly suite: "muse";
  readonly controller: string;
  readonly overall: Cell;
  readonly queryTypes: Readonly<Partial<Record<QueryType, Cell>>>;
  /** By the kind that comes in, then by the kind that is asked for. */
  readonly modalities: Readonly<Record<string, Readonly<Record<string, Cell>>>>;
  /** `null`, as are the two that follow, when nothing was run. */
  readonly trust: Trust | null;
  readonly failures: Failures | null;
  /** Requests that the instance lacks an expert for, whoever plans them. */
  readonly noExpert: number | null;
  readonly answers: Answers;
  readonly planMs: Readonly<Partial<Record<QueryType | "overall", Timing>>>;
}

type Planned = PlannedRequest<MuseRow>;
type Judgement = "right" | "wrong" | "error";

interface Judged extends Planned {
  /** Of the plan: its tasks and their flow are right. */
  readonly justification: Judgement;
  /** `null` when there is no expert for it, or nothing was run at all. */
  readonly output: Output | null;
}

/** @param planned at least one. @param outputs what came of those with experts; `null` when nothing was run. */
export function reportMuse(
  controller: string,
  planned: readonly Planned[],
  outputs: ReadonlyMap<MuseRow, Output | null> | null,
): MuseReport {
  const judged = planned.map((one): Judged => ({ ...one, ...judge(one, outputs) }));
  const plannings = planned.map(({ planning }) => planning);
  const types = QUERY_TYPES.flatMap((type) => {
    const own = judged.filter(({ row }) => row.queryType === type);
    return own.length === 0 ? [] : [[type, own] as const];
  });
  return {
    suite: "muse",
    controller,
    overall: cellOf(judged),
    queryTypes: Object.fromEntries(types.map(([type, own]) => [type, cellOf(own)])),
    modalities: modalitiesOf(judged),
    trust: outputs && trustOf(judged),
    failures: outputs && failuresOf(judged),
    noExpert: outputs && judged.length - outputs.size,
    answers: answersOf(plannings),
    planMs: {
      ...Object.fromEntries(types.map(([type, own]) => [type, timing(own.map(({ planning }) => planning.ms))])),
      overall: timing(plannings.map(({ ms }) => ms)),
    },
  };
}

function judge(
  { row, planning: { answer }, fit }: Planned,
  outputs: ReadonlyMap<MuseRow, Output | null> | null,
): Pick<Judged, "justification" | "output"> {
  const failed = answer.as === "failed";
  const justification = failed ? "error" : fit.flow ? "right" : "wrong";
  if (!outputs?.has(row)) return { justification, output: null };
  return { justification, output: outputs.get(row) ?? (failed ? "error" : "wrong") };
}

function cellOf(judged: readonly Judged[]): Cell {
  const ran = judged.filter(({ output }) => output !== null);
  return { ...summariseFits(judged), o: shareOf(ran.map(({ output }) => output === "right")), ran: ran.length };
}

function modalitiesOf(judged: readonly Judged[]): MuseReport["modalities"] {
  const inputs = new Set(judged.flatMap(({ row }) => row.inputModality));
  return Object.fromEntries(
    [...inputs].toSorted().map((input) => {
      const taking = judged.filter(({ row }) => row.inputModality.includes(input));
      const outputs = new Set(taking.flatMap(({ row }) => row.outputModality));
      const cells = [...outputs]
        .toSorted()
        .map((output) => [output, cellOf(taking.filter(({ row }) => row.outputModality.includes(output)))]);
      return [input, Object.fromEntries(cells)];
    }),
  );
}

const counting =
  (judged: readonly Judged[]) =>
  (plan: Judgement, out: Judgement): number =>
    judged.filter(({ justification, output }) => justification === plan && output === out).length;

function trustOf(judged: readonly Judged[]): Trust {
  const count = counting(judged);
  return {
    rightRight: count("right", "right"),
    rightWrong: count("right", "wrong"),
    wrongRight: count("wrong", "right"),
    wrongWrong: count("wrong", "wrong"),
  };
}

function failuresOf(judged: readonly Judged[]): Failures {
  const count = counting(judged);
  const failures = {
    errorRight: count("error", "right"),
    rightError: count("right", "error"),
    wrongError: count("wrong", "error"),
    errorError: count("error", "error"),
  };
  return { ...failures, all: Object.values(failures).reduce((sum, one) => sum + one, 0) };
}
