import type { Outcome } from "./solve.ts";

/** 1 is wrong usage, or files that cannot be read. */
export const EXIT_CODES: Readonly<Record<Outcome["status"], number>> = { plan: 0, "no-plan": 2, limits: 3 };

const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`;
const count = (number: number): string => number.toLocaleString("en-GB");

/** The plan in IPC format: an action a line, its cost last; nothing where there is none. */
export const planLines = (outcome: Outcome): readonly string[] =>
  outcome.status === "plan" ? [...outcome.steps, `; cost = ${outcome.cost} (${outcome.costs} cost)`] : [];

function verdict(outcome: Outcome): string {
  switch (outcome.status) {
    case "plan":
      return `a plan of ${outcome.steps.length} ${outcome.steps.length === 1 ? "step" : "steps"}`;
    case "no-plan":
      return `no plan exists: ${outcome.reason}`;
    case "limits":
      return `not found within limits: ${outcome.limit}`;
  }
}

/** What came of it and what it took, as comments. */
export function statisticsLines(outcome: Outcome): readonly string[] {
  const { statistics, times } = outcome;
  const { atoms, actions, search } = statistics;
  return [
    verdict(outcome),
    `grounding: ${milliseconds(times.groundMs)}${atoms === null ? "" : `, ${count(atoms)} atoms, ${count(actions ?? 0)} actions`}`,
    ...(search === null
      ? []
      : [
          `search: ${milliseconds(times.searchMs)}, ${search.search}, ` +
            `${count(search.expanded)} states expanded, ${count(search.generated)} generated, ${count(search.bytes)} bytes`,
        ]),
  ].map((line) => `; ${line}`);
}

/** All of it as one JSON object. */
export function toJson(outcome: Outcome): string {
  const { statistics, times, ...verdict } = outcome;
  const { search, ...sizes } = statistics;
  return JSON.stringify({ ...verdict, statistics: { ...sizes, ...search }, times }, null, 2);
}
