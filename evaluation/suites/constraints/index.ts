import { fileURLToPath } from "node:url";
import { loadConstraintReader } from "../../../src/planning/embedded/constraints/stored.ts";
import { fileAt, type InputFile, readArguments, writeReport } from "../../arguments.ts";
import { printReadings } from "../../labelled/print-readings.ts";
import { readRows } from "../../labelled/read-rows.ts";
import { type ReadingSummary, type ReadRequest, summariseReadings } from "../../labelled/readings.ts";
import type { Suite } from "../../suite.ts";
import { constraintsRow } from "./row.ts";

const OWN: InputFile = {
  path: fileURLToPath(new URL("../../requests/constraints.jsonl", import.meta.url)),
  shown: "constraints.jsonl",
};

/** What is printed with `--json`: its keys are documented in `evaluation/README.md` and stay. */
export interface ConstraintsReport extends ReadingSummary {
  readonly suite: "constraints";
}

/** The reader of constraints by itself, over requests that restrict something and over any that don't. */
export const CONSTRAINTS: Suite = {
  summary: "constraints read out of words: what is missed, and what is read where nothing is said",
  usage: `npm run evaluate -- constraints [FILE…] [--json]

  FILE     requests: one JSON object a line, with id and request (or TaskBench's user_request); with constraints where
           there are any; evaluation/requests/constraints.jsonl when left out
  --json   one JSON object instead of a table`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, { json: { type: "boolean" } });
    const files = positionals.length === 0 ? [OWN] : positionals.map((shown) => fileAt(shown, surroundings));
    const rows = (await Promise.all(files.map((file) => readRows(file, constraintsRow)))).flat();
    const readConstraints = await loadConstraintReader();
    surroundings.progress(0, rows.length);
    const read = rows.map(({ request, constraints: label }, index): ReadRequest => {
      const reading = readConstraints(request);
      surroundings.progress(index + 1, rows.length);
      return { label, reading };
    });
    const report: ConstraintsReport = { suite: "constraints", ...summariseReadings(read) };
    writeReport(report, printReadings, values.json, surroundings);
  },
};
