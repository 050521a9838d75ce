/** What came of a goal: its answer, its files, what it took, and how to go on. */
import type { GoalStatus } from "../../domain/goal/state.ts";
import type { GoalView, ResourceView } from "../client.ts";
import { type Context, exitCode, PROGRAM, print, printJson, say, serverFlag } from "./command.ts";
import { proposalLines } from "./goal-watch.ts";
import { type Advice, answerLines, commandLines, fileLines } from "./run-results.ts";
import { saveFiles } from "./save-files.ts";
import { type Style, type StyledLine, span } from "./terminal.ts";
import { count, duration, money } from "./words.ts";

/**
 * Saves what was made, and prints the answer; or how to go on with a goal that waits.
 * @param folder that its files are saved in
 * @returns the exit code
 */
export async function finishGoal(goal: GoalView, folder: string | undefined, context: Context): Promise<number> {
  const { client, session, signal, json } = context;
  const files = filesOf(goal);
  const saved = folder === undefined ? [] : await saveFiles(client, files, folder, signal);
  if (json) printJson(session, { ...goal, saved }, 2);
  else if (goal.endedAt === null) {
    say(session, [[], ...(goal.checkIn ? proposalLines(goal.checkIn) : []), ...howToGoOnLines(goal, context)]);
  } else {
    const { repaints, columns } = session.terminal;
    const options = { baseUrl: client.baseUrl, width: repaints ? columns - 1 : Number.POSITIVE_INFINITY, saved };
    say(session, [[]]);
    print(session, answerLines(goal, options));
    say(session, [...fileLines(files, options), [], ...goalClosingLines(goal), ...reportLines(context)]);
  }
  return exitCode(goal.status);
}

const SYMBOLS: Readonly<Record<GoalView["steps"][number]["status"], readonly [string, Style]>> = {
  open: ["○", "dim"],
  refined: ["▾", "plain"],
  waiting: ["○", "dim"],
  running: ["◉", "cyan"],
  done: ["✔", "green"],
  failed: ["✖", "red"],
  dropped: ["⊘", "yellow"],
};

/** The tree as it stands: a line for each step, with what it took. */
export const stepLines = ({ steps }: GoalView): readonly StyledLine[] =>
  steps.slice(1).map(({ name, depth, status, does, startedAt, endedAt, spent, error, reason }) => {
    const [symbol, style] = SYMBOLS[status];
    const took = startedAt && endedAt ? ` · ${duration(Date.parse(endedAt) - Date.parse(startedAt))}` : "";
    const cost = spent.usd > 0 ? ` · ${money(spent.usd)}` : "";
    const why = error?.message ?? reason;
    return [
      span(`${"  ".repeat(depth)}${symbol} `, style),
      span(`${name}: ${does}`),
      span(`${took}${cost}${why === undefined ? "" : ` · ${why}`}`, "dim"),
    ];
  });

/** The files among its outputs. */
export const filesOf = ({ outputs }: GoalView): readonly ResourceView[] =>
  outputs.flatMap(({ value }) => (value && "resource" in value ? [value.resource] : []));

export const howToGoOnLines = ({ id, status }: GoalView, { client }: Context): readonly StyledLine[] =>
  howToGoOnWithGoal(id, status, serverFlag(client.baseUrl)).map((line) => [span(line)]);

/** How it ended, and what the whole took. */
export function goalClosingLines({ status, spent, error }: GoalView): readonly StyledLine[] {
  const parts = [
    `${status} in ${duration(spent.timeMs)}`,
    count(spent.tasks, "task"),
    ...(spent.llmCalls === 0 ? [] : [count(spent.llmCalls, "text of a language model", "texts of a language model")]),
    ...(spent.usd > 0 ? [money(spent.usd)] : []),
  ];
  return [
    ...(error && status !== "cancelled" ? [[span(`  ${error.code}: ${error.message}`, "red")]] : []),
    [span(`  ${parts.join(" · ")}`, "dim")],
  ];
}

const reportLines = ({ client }: Context): readonly StyledLine[] => [
  [span(`  report: ${PROGRAM} goals report last${serverFlag(client.baseUrl)}`, "dim")],
];

/** What can be done with a goal that is not over, a command a line. @param flag what leads to its server */
export const howToGoOnWithGoal = (id: string, status: GoalStatus, flag: string): readonly string[] =>
  commandLines("goals", id, ADVICE[status] ?? UNDER_WAY, flag);

const ADVICE: { readonly [Status in GoalStatus]?: Advice } = {
  asking: {
    stands: "The goal waits, for a month at most, for your answer:",
    can: [
      ["watch", "asks you again, and follows it"],
      ["approve", "goes on"],
      ["change", 'with "words" says what is to be different'],
      ["cancel", "ends it"],
    ],
  },
  paused: {
    stands: "The goal is paused:",
    can: [
      ["resume", "goes on; with --budget-usd, --minutes, --llm-calls or --tasks with more"],
      ["cancel", "ends it"],
    ],
  },
};

const UNDER_WAY: Advice = {
  stands: "The goal goes on:",
  can: [
    ["watch", "follows it"],
    ["cancel", "stops it"],
  ],
};
