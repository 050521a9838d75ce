import type { RunStatus } from "../../domain/run/state.ts";
import { PROGRAM } from "./help.ts";

type Advice = readonly (readonly [command: string, does: string])[];

const ADVICE: { readonly [Status in "awaiting-approval" | "paused"]: (run: string) => Advice } = {
  "awaiting-approval": (run) => [
    [`runs show ${run}`, "shows the plan"],
    [`runs approve ${run}`, "has it run"],
    [`runs reject ${run}`, "ends the run"],
  ],
  paused: (run) => [
    [`runs resume ${run}`, "goes on; with --usd, --time, --llm-calls or --tasks where its budget is used up"],
    [`runs cancel ${run}`, "ends the run"],
  ],
};

const underWay = (run: string): Advice => [
  [`runs watch ${run}`, "follows it"],
  [`runs cancel ${run}`, "stops it"],
];

/** What can be done with a run that is not over, a command a line. @param flag what leads to its server */
export function howToGoOn(run: string, status: RunStatus, flag: string): readonly string[] {
  const rests = status === "awaiting-approval" || status === "paused";
  const commands = rests ? ADVICE[status](run) : underWay(run);
  const width = Math.max(...commands.map(([command]) => command.length)) + flag.length;
  return [
    HOW_IT_STANDS[status] ?? "The run goes on:",
    ...commands.map(([command, does]) => `  ${PROGRAM} ${(command + flag).padEnd(width)}    ${does}`),
  ];
}

const HOW_IT_STANDS: { readonly [Status in RunStatus]?: string } = {
  "awaiting-approval": "The run waits, for a week at most, until its plan is approved:",
  paused: "The run is paused:",
};
