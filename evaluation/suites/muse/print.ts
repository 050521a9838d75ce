import { count, duration, share } from "../../format.ts";
import { answerLines } from "../../labelled/answers.ts";
import { renderTable } from "../../table.ts";
import type { Cell, MuseReport } from "./report.ts";

/** The report for people: shares between 0 and 1, as HIVE prints them. */
export function printMuse(report: MuseReport): string {
  const { controller, overall, queryTypes, modalities, answers, planMs } = report;
  const types = [...Object.entries(queryTypes), ["overall", overall] as const];
  const pairs = Object.entries(modalities).flatMap(([input, outputs]) =>
    Object.entries(outputs).map(([output, cell]) => [`${input} → ${output}`, cell] as const),
  );
  return [
    `In the manner of MUSE: ${count(overall.rows, "request")}, planned by the ${controller} controller.`,
    "",
    renderTable(["tasks", ...HEADS], types.map(toRow)),
    "",
    renderTable(["in → out", ...HEADS], pairs.map(toRow)),
    "",
    "TS: exactly the right tasks. FoT: and what each takes from which. O: the output is of the asked kind and came from",
    "the right tasks, over the requests that there are experts for.",
    ...answerLines(answers),
    ...Object.entries(planMs).map(
      ([type, ms]) => `A plan (${type}) took ${duration(ms)}, from the request to the proof.`,
    ),
    ...runLines(report),
  ].join("\n");
}

const HEADS = ["requests", "TS", "FoT", "O", "run"];

const toRow = ([name, { rows, ts, fot, o, ran }]: readonly [string, Cell]): readonly string[] => [
  name,
  String(rows),
  ...[ts, fot, o].map(share),
  String(ran),
];

function runLines({ trust, failures, noExpert }: MuseReport): readonly string[] {
  if (!trust || !failures || noExpert === null) return ["Nothing was run: O is left out."];
  const { rightRight, rightWrong, wrongRight, wrongWrong } = trust;
  return [
    "",
    renderTable(
      ["plan", "output right", "wrong", "broke off"],
      [
        ["right", ...[rightRight, rightWrong, failures.rightError].map(String)],
        ["wrong", ...[wrongRight, wrongWrong, failures.wrongError].map(String)],
        ["failed", ...[failures.errorRight, 0, failures.errorError].map(String)],
      ],
    ),
    "",
    `For ${count(noExpert, "request")} besides there is no expert here.`,
  ];
}
