import { moneyInWords } from "../domain/describe-constraints.ts";
import { callInWords } from "../domain/inference-arguments.ts";
import { codeBlock, escapeLabel, escapeMarkdown } from "../domain/markdown.ts";
import { numberOf } from "../domain/plan.ts";
import type { ReportCost, ReportTask, RunReport } from "../domain/report.ts";
import { confidenceInWords, partsInWords, reasonInWords, type Understood } from "../domain/understanding.ts";
import { MEASURED_PARTS } from "../domain/usage.ts";
import { percent } from "./markdown.ts";
import { pddlSection, proofLines } from "./proof.ts";

/** The report as Markdown. */
export function renderReport(report: RunReport): string {
  const sections = [
    `# Report of ${report.run}`,
    `**Request:**\n\n${codeBlock(report.request)}`,
    `**Status:** ${report.status}. **Started:** ${report.startedAt}. **Time:** ${report.usage.timeMs} ms. **LLM calls:** ${report.usage.llmCalls}.`,
    report.pause ? `**Paused:** ${escapeMarkdown(report.pause.message)}.` : "",
    askedFor(report),
    report.error ? `**Error:** \`${report.error.code}\`: ${escapeMarkdown(report.error.message)}` : "",
    understoodSection(report),
    planSection(report),
    repairSection(report),
    ...report.tasks.map((task) => taskSection(task, reasonInWords(task.id, report.understood))),
    costSection(report),
    list(
      "Files",
      report.files.map(
        (file) =>
          `[${escapeLabel(file.name)}](/v1/resources/${file.id}), ${file.mediaType}, ${file.bytes} bytes, SHA-256 \`${file.sha256}\``,
      ),
    ),
    report.answer === null ? "" : `## Answer\n\n${report.answer.trim()}`,
    report.proof ? pddlSection(report.proof.pddl, PDDL_TEXTS) : "",
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** The requested controller and modes of planning and selection; constraints are listed among the conditions. */
function askedFor({ casting: { controller, planning, selection } }: RunReport): string {
  const wishes = Object.entries({ controller, planning, selection }).flatMap(([part, wish]) =>
    wish === undefined ? [] : [`${part} \`${wish}\``],
  );
  return wishes.length === 0 ? "" : `**Asked for:** ${wishes.join(", ")}.`;
}

const PDDL_TEXTS = "What the task types need and give, what this plan is bound to, and the plan as a solution.";

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? "" : `## ${title}\n\n${items.map((item) => `- ${item}`).join("\n")}`;

const PROVED =
  "The plan is proved sound: every task type is known, every required input is bound to something of the right kind, and nothing waits in a circle. Each task may run once what it needs is at hand:";
const NO_LONGER_PROVED =
  "The plan was proved sound when it was made, and cannot be proved now: a task type in it has changed, or is no longer part of this deployment.";

function planSection({ tasks, levels, criticalPath, planVersion, controller, proof }: RunReport): string {
  if (tasks.length === 0) return "";
  const path = criticalPath.tasks.map(numberOf).join(" → ");
  return [
    `## Plan (version ${planVersion}, ${controller === "user" ? "as given" : `by the ${controller ?? "unknown"} controller`})`,
    ...(proof ? [PROVED, proofLines(proof, { tasks })] : [NO_LONGER_PROVED]),
    "Side by side may run:",
    levels.map((ids, index) => `${index + 1}. ${ids.map((id) => `task ${numberOf(id)}`).join(", ")}`).join("\n"),
    `Critical path: ${path === "" ? "none ran" : `${criticalPath.tasks.length === 1 ? "task" : "tasks"} ${path}, ${criticalPath.durationMs} ms`}.`,
  ].join("\n\n");
}

function repairSection({ repairs, changed }: RunReport): string {
  if (repairs.length === 0) return "";
  const share = `${percent(changed.nodes)} of its tasks and ${percent(changed.links)} of its links are not as they were written.`;
  const lines = repairs.map(({ message }) => `- ${escapeMarkdown(message)}`).join("\n");
  return `### What was changed to make the plan sound\n\n${lines}\n\n${share}`;
}

function taskSection(task: ReportTask, reason: string | null): string {
  const lines = [
    ...(reason === null ? [] : [`- Why: ${escapeMarkdown(reason)}`]),
    `- Inputs: ${entries(task.inputs)}`,
    `- Status: ${task.status}${task.error ? ` (${errorInWords(task.error, task.missing)})` : ""}`,
    ...task.candidates.map(
      (candidate, index) =>
        `- ${index === 0 ? "Chosen" : "Fallback"}: \`${candidate.provider}:${candidate.model}\`. ${escapeMarkdown(candidate.reason)}`,
    ),
    ...selectionLines(task),
    ...task.attempts.map(
      (attempt, index) =>
        `- Attempt ${index + 1}: \`${attempt.model}\`, began at ${attempt.startMs} ms, took ${attempt.durationMs ?? "?"} ms${attempt.error ? `, failed: ${escapeMarkdown(attempt.error)}` : ""}`,
    ),
    ...(task.reused
      ? [
          `- Reused: the result of task ${numberOf(task.reused.task)} of \`${task.reused.run}\`, on the same content by \`${task.model}\``,
        ]
      : []),
    ...(task.called
      ? [`- Called: ${escapeMarkdown(callInWords(task.called))}, with arguments of the model's card, within bounds`]
      : []),
    ...(Object.keys(task.outputs).length > 0 ? [`- Outputs: ${entries(task.outputs)}`] : []),
    ...task.notes.map((note) => `- Note: ${escapeMarkdown(note)}`),
  ];
  return `### ${nameOf(task)}\n\n${escapeMarkdown(task.description)} (\`${task.type}\`).\n\n${lines.join("\n")}`;
}

/** "Task 1: Read the text in invoice.png" */
const nameOf = ({ id, title }: Pick<ReportTask, "id" | "title">): string =>
  `Task ${numberOf(id)}: ${escapeMarkdown(title)}`;

/** Why there is no model stands by itself; once is enough. */
const errorInWords = ({ code, message }: NonNullable<ReportTask["error"]>, missing: string | undefined): string =>
  missing === undefined ? `\`${code}\`: ${escapeMarkdown(message)}` : `\`${code}\``;

/** The number of models that the constraints removed, and why none is left if so. */
const selectionLines = ({ considered, removed = [], missing }: ReportTask): readonly string[] => [
  ...(considered === undefined || removed.length === 0
    ? []
    : [`- Considered: ${considered} ${considered === 1 ? "model" : "models"}`]),
  ...removed.map(({ condition, count, models }) => {
    if (count === 0) return `- Removed by “${escapeMarkdown(condition)}”: none`;
    const more = count > models.length ? ", …" : "";
    return `- Removed by “${escapeMarkdown(condition)}”: ${count} (${models.map((model) => `\`${model}\``).join(", ")}${more})`;
  }),
  ...(missing === undefined ? [] : [`- No model: ${escapeMarkdown(missing)}`]),
];

const entries = (record: Readonly<Record<string, string>>): string =>
  Object.entries(record)
    .map(([name, value]) => `${name} = ${value}`)
    .join("; ");

/** The section on how the request was understood: notes, parts, conditions and confidence. */
function understoodSection({
  understanding,
  understood,
  controller,
}: Pick<RunReport, "understanding" | "understood" | "controller">): string {
  const paragraphs = [
    bullets(understanding.map(escapeMarkdown)),
    ...(understood ? understoodParagraphs(understood, controller) : []),
  ];
  const said = paragraphs.filter((paragraph) => paragraph !== "");
  return said.length === 0 ? "" : ["## How the request was understood", ...said].join("\n\n");
}

const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

const understoodParagraphs = (
  { parts, conditions, confidence }: Understood,
  controller: RunReport["controller"],
): readonly string[] => [
  parts.instruction.length === 0 ? "" : `What is to be done:\n\n${numbered(parts.instruction)}`,
  bullets(partsInWords(parts).map(({ title, items }) => `${title}: ${items.map(escapeMarkdown).join(", ")}`)),
  conditions.length === 0 ? "" : `On these conditions:\n\n${bullets(conditions.map(escapeMarkdown))}`,
  confidence === null ? "" : confidenceInWords(confidence, controller),
];

const numbered = (items: readonly string[]): string =>
  items.map((item, index) => `${index + 1}. ${escapeMarkdown(item)}`).join("\n");

/** The section on costs, step by step; empty if there were no costs, measurements or limits. */
function costSection(report: RunReport): string {
  const { budget, usage, stepCosts, tasks } = report;
  const rows = [
    ["Planning", stepCosts.plan] as const,
    ...tasks.map((task) => [nameOf(task), task.cost] as const),
    ["Answer", stepCosts.answer] as const,
  ].filter(([, cost]) => isTold(cost));
  const limits = [
    ...(budget.usd === undefined ? [] : [`${dollars(budget.usd)}`]),
    ...(budget.llmCalls === undefined ? [] : [`${budget.llmCalls} calls of a language model`]),
  ];
  if (rows.length === 0 && limits.length === 0) return "";
  const limited = limits.length === 0 ? "" : ` Budget: ${limits.join(", ")}.`;
  const table = [
    "| | estimated at most | cost | measured |",
    "|---|---|---|---|",
    ...rows.map(
      ([what, cost]) =>
        `| ${what} | ${cost.estimatedUsd === null ? "" : dollars(cost.estimatedUsd)} | ${costOf(cost)} | ${measuredOf(cost)} |`,
    ),
  ];
  return [`## Costs`, `In all ${costOf(usage)}.${limited}`, ...(rows.length === 0 ? [] : [table.join("\n")])].join(
    "\n\n",
  );
}

type Told = Pick<ReportCost, "usd" | "assumedUsd" | "unpricedCalls">;

const isTold = (cost: ReportCost): boolean =>
  cost.usd > 0 || cost.unpricedCalls > 0 || cost.estimatedUsd !== null || measuredOf(cost) !== "";

function costOf({ usd, assumedUsd = 0, unpricedCalls }: Told): string {
  const assumed = assumedUsd === 0 ? "" : ` (${dollars(assumedUsd)} of it not measured, but set aside)`;
  const unknown = `, and ${unpricedCalls} ${unpricedCalls === 1 ? "call" : "calls"} of unknown cost`;
  return `${dollars(usd)}${assumed}${unpricedCalls === 0 ? "" : unknown}`;
}

const dollars = (usd: number): string => `${moneyInWords(usd)} dollars`;

/** "1,200 input tokens, 300 output tokens" */
const measuredOf = (cost: ReportCost): string =>
  MEASURED_PARTS.flatMap((part) => {
    const amount = cost[part];
    if (part === "usd" || amount === undefined) return [];
    const words = part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return [`${amount.toLocaleString("en")} ${words}`];
  }).join(", ");
