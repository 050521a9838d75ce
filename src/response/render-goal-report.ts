import { moneyInWords } from "../domain/describe-constraints.ts";
import type { GoalSpent } from "../domain/goal/events.ts";
import type { GoalReport, ReportedStep, ReportedVersion } from "../domain/goal/report.ts";
import { codeBlock, escapeMarkdown } from "../domain/markdown.ts";
import { pddlSection } from "./proof.ts";

/** The report of a goal as Markdown. */
export function renderGoalReport(report: GoalReport): string {
  const { goal, text, status, startedAt, endedAt, spent, files, rules, answer, error } = report;
  const sections = [
    `# Report of ${goal}`,
    `**Goal:**\n\n${codeBlock(text)}`,
    `**Status:** ${status}. **Started:** ${startedAt}.${endedAt === null ? "" : ` **Ended:** ${endedAt}.`} **Time:** ${seconds(spent.timeMs)}, waits for a person not counted.`,
    error ? `**Error:** \`${error.code}\`: ${escapeMarkdown(error.message)}` : "",
    files.length === 0 ? "" : `**Files:** ${files.map(escapeMarkdown).join(", ")}.`,
    outputsSection(report),
    treeSection(report),
    ...report.steps.map(stepSection),
    droppedSection(report),
    versionsSection(report),
    list("Looks at the progress", report.reflections.map(reflectionLine)),
    list("Check-ins", report.checkIns.map(checkInLine)),
    report.eventsLeftOut > 0 ? `The first ${report.eventsLeftOut} events of its log are left out here.` : "",
    list("What the person said on the way", rules.map(escapeMarkdown)),
    costSection(report),
    answer === null ? "" : `## Answer\n\n${answer.trim()}`,
    report.proof ? pddlSection(report.proof, PDDL_TEXTS) : "",
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? "" : `## ${title}\n\n${items.map((item) => `- ${item}`).join("\n")}`;

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;

const outputsSection = ({ outputs }: GoalReport): string =>
  list(
    "What it gives",
    outputs.map(({ name, kind, description, reached, from }) => {
      const means = description === "" ? "" : `: ${escapeMarkdown(description)}`;
      const what = reached ? (from === null ? "it was given" : `by ${escapeMarkdown(from)}`) : "not reached";
      return `**${escapeMarkdown(name)}** (${kind})${means}; ${what}`;
    }),
  );

function treeSection({ steps }: GoalReport): string {
  const lines = steps.map(({ name, depth, status, does }) => {
    return `${"  ".repeat(depth)}- ${escapeMarkdown(name)}: ${status}${depth === 0 ? "" : `. ${escapeMarkdown(does)}`}`;
  });
  return `## Steps\n\n${lines.join("\n")}`;
}

const HOW: Readonly<Record<ReportedStep["how"], string>> = {
  plan: "a proved plan",
  program: "a program",
  steps: "steps of its own",
};

function stepSection(step: ReportedStep): string {
  const { name, does, inputs, outputs, value, effort, how, tasks, starts, tookMs, spent, error, refused } = step;
  const lines = [
    `- Takes: ${namesOf(inputs)}.${outputs.length === 0 ? "" : ` Gives: ${namesOf(outputs)}.`}`,
    `- By ${HOW[how]}${tasks.length === 0 ? "" : ` (${tasks.join(", ")})`}. Value ${value}, effort ${effort}.`,
    ...starts.map(({ at, run, attempt, do: what, why }) => {
      const again = attempt > 1 ? `, attempt ${attempt}` : "";
      return `- ${what === "refine" ? "Broken down" : "Started"} at ${at}${again}, as ${escapeMarkdown(why)}: \`${run}\``;
    }),
    ...refused.map((faults) => `- Could not be broken down so: ${faults.map(escapeMarkdown).join("; ")}`),
    `- Status: ${step.status}${tookMs === null ? "" : ` after ${seconds(tookMs)}`}${error ? ` (\`${error.code}\`: ${escapeMarkdown(error.message)})` : ""}`,
    ...(isNothing(spent) ? [] : [`- Cost: ${costOf(spent)}`]),
  ];
  return `### ${escapeMarkdown(name)}\n\n${escapeMarkdown(does)}\n\n${lines.join("\n")}`;
}

const namesOf = (names: readonly string[]): string =>
  names.length === 0 ? "nothing" : names.map(escapeMarkdown).join(", ");

const droppedSection = ({ versions }: GoalReport): string =>
  list(
    "What was dropped",
    versions
      .flatMap(({ dropped }) => dropped)
      .map(({ step, reason }) => `${escapeMarkdown(step)}: ${escapeMarkdown(reason)}`),
  );

const versionsSection = ({ versions }: GoalReport): string => list("Versions of the tree", versions.map(versionLine));

function versionLine({ version, at, by, reason, added, dropped, reordered }: ReportedVersion): string {
  const parts = [
    added.length === 0 ? "" : `added ${added.map(escapeMarkdown).join(", ")}`,
    dropped.length === 0 ? "" : `dropped ${dropped.map(({ step }) => escapeMarkdown(step)).join(", ")}`,
    reordered.length === 0
      ? ""
      : `value of ${reordered.map(({ step, value }) => `${escapeMarkdown(step)} now ${value}`).join(", ")}`,
  ].filter((part) => part !== "");
  return `Version ${version}, ${at}, by ${by}: ${escapeMarkdown(reason)}${parts.length === 0 ? "" : ` (${parts.join("; ")})`}`;
}

const reflectionLine = ({ at, why, verdict, reason, refused }: GoalReport["reflections"][number]): string =>
  `${at}, as ${escapeMarkdown(why)}: ${verdict}. ${escapeMarkdown(reason)}${refused.length === 0 ? "" : `; not taken over: ${refused.map(escapeMarkdown).join("; ")}`}`;

function checkInLine({ askedAt, about, message, answer }: GoalReport["checkIns"][number]): string {
  const words = answer?.words ? ` “${escapeMarkdown(answer.words)}”` : "";
  const answered = answer ? `**${answer.decision}**${words} at ${answer.at}` : "not answered";
  return `${askedAt} (${about}): ${escapeMarkdown(message)} ${answered}`;
}

function costSection({ steps, spent, spentOnReflections, budget, warnings }: GoalReport): string {
  const rows = [
    ...steps.map(({ name, spent: own }) => [name, own] as const),
    ["Looks at the progress", spentOnReflections] as const,
  ];
  const limits = [
    seconds(budget.timeMs),
    ...(budget.usd === undefined ? [] : [dollars(budget.usd)]),
    ...(budget.llmCalls === undefined ? [] : [`${budget.llmCalls} texts of a language model`]),
    ...(budget.tasks === undefined ? [] : [`${budget.tasks} tasks`]),
  ];
  const table = [
    "| | dollars | texts of a language model | tasks |",
    "|---|---|---|---|",
    ...rows
      .filter(([, own]) => !isNothing(own))
      .map(([name, own]) => `| ${escapeMarkdown(name)} | ${moneyInWords(own.usd)} | ${own.llmCalls} | ${own.tasks} |`),
  ];
  return [
    "## Costs",
    `In all ${costOf(spent)}. Budget: ${limits.join(", ")}.`,
    table.join("\n"),
    ...warnings.map(({ at, what, used, limit, reachable }) => {
      const still = reachable.length === 0 ? "no further step" : reachable.map(escapeMarkdown).join(", ");
      return `At ${at}, ${used} of ${limit} of the budget (${what}) was used; it was likely to be enough for ${still}.`;
    }),
  ].join("\n\n");
}

const isNothing = ({ usd, llmCalls, tasks }: GoalSpent): boolean => usd === 0 && llmCalls === 0 && tasks === 0;

const dollars = (usd: number): string => `${moneyInWords(usd)} dollars`;

function costOf({ usd, assumedUsd, llmCalls, tasks }: GoalSpent): string {
  const assumed = assumedUsd === 0 ? "" : ` (${dollars(assumedUsd)} of it not measured, but set aside)`;
  const texts = `${llmCalls} ${llmCalls === 1 ? "text" : "texts"} of a language model`;
  return `${dollars(usd)}${assumed}, ${texts}, ${tasks} ${tasks === 1 ? "task" : "tasks"}`;
}

const PDDL_TEXTS =
  "What each step takes and gives, what was at hand in the beginning, and the steps in an order in which they can happen; what depends on steps that failed or were dropped is left out.";
