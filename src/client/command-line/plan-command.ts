import type { RequestParts, Understood } from "../../domain/understanding.ts";
import type { BudgetPartView, BudgetView, PlannedTaskView, PlanView } from "../../domain/views.ts";
import type { Client } from "../client.ts";
import { withInput } from "./ask.ts";
import { gather } from "./attachments.ts";
import type { PlanCommand } from "./commands.ts";
import { LAST, newestRun } from "./find-runs.ts";
import { renderMarkdown } from "./markdown.ts";
import { type CliSession, show } from "./session.ts";
import { repairLines, taskLines, toPlannedTask } from "./task-lines.ts";
import { type StyledLine, span } from "./terminal.ts";
import { count, duration, money } from "./words.ts";

/** A plan holds 256 tasks at most, and repair makes few changes to each. */
const MAX_LINES = 300;

/** Shows what a request would come to. @returns the exit code. */
export async function planRequest(client: Client, command: PlanCommand, session: CliSession): Promise<number> {
  const { text, casting, budget, hfToken, json, ...given } = await withInput(command, session);
  const conversation =
    given.conversation === LAST ? (await newestRun(client, session.signal)).conversation : given.conversation;
  const { attachments, names } = await gather(client, { ...given, conversation }, session);
  const plan = await client.plan(
    {
      ...{ text, ...attachments, ...casting },
      ...(budget ? { budget } : {}),
      ...(conversation === undefined ? {} : { conversation }),
    },
    { signal: session.signal, hfToken },
  );
  return show(session, json, plan, planLines(plan, { names, width: session.terminal.columns - 1, pddl: command.pddl }));
}

interface PlanLinesOptions {
  /** Of resources, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly width: number;
  readonly pddl: boolean;
}

function planLines(plan: PlanView, { names, width, pddl }: PlanLinesOptions): readonly StyledLine[] {
  const { text, tasks, controller, understanding, understood, repairs, proof } = plan;
  if (text !== null) {
    const reply = renderMarkdown(text, { width: width - 2, link: () => null });
    return [...reply.map((line) => [span("  "), ...line]), [span(`  ${WITHOUT_PLAN[plan.as]}`, "dim")]];
  }
  const by = controller === "user" ? "as given" : `planned by the ${controller} controller`;
  return [
    [
      span(`  ${count(tasks.length, "task")}, ${by}`, "bold"),
      span(`${understood ? sureness(understood) : ""}${proof ? " · proved sound" : ""} · nothing has run`, "dim"),
    ],
    ...understanding.map((note) => [span(`  ${note}`, "dim")]),
    [],
    ...(understood ? [...understoodLines(understood, MAX_LINES), []] : []),
    ...taskLines(
      tasks.map((task) => toPlannedTask(task, names)),
      width,
      MAX_LINES,
    ),
    ...repairLines(repairs, MAX_LINES),
    [],
    ...tasks.flatMap((task) => [...modelLines(task), ...(understood ? reasonLine(task.id, understood) : [])]),
    [],
    ...budgetLines(plan.budget),
    ...(pddl && proof ? pddlLines(proof.pddl) : []),
  ];
}

const WITHOUT_PLAN: Readonly<Record<PlanView["as"], string>> = {
  plan: "There is nothing to do.",
  reply: "That needs no task.",
  ask: "There is no plan before that is known.",
};

/** Who would do a task, in the order they would be tried, and why; or what to set up. */
function modelLines({ id, task, candidates, missing }: PlannedTaskView): readonly StyledLine[] {
  if (candidates.length === 0) {
    return [[span(`  ${id} ${task}: `), span(missing ?? "no model", "yellow")]];
  }
  return candidates.map(({ provider, model, reason }, place) => [
    span(place === 0 ? `  ${id} ${task}: ` : "      else "),
    span(`${provider}:${model}`, "cyan"),
    span(`  ${reason}`, "dim"),
  ]);
}

/** Comment lines of PDDL as headings, so that what is copied stays PDDL. */
const pddlLines = (pddl: NonNullable<PlanView["proof"]>["pddl"]): readonly StyledLine[] =>
  (["domain", "problem", "solution"] as const).flatMap((part) => [
    [],
    [span(`; ${part}`, "bold")],
    ...pddl[part]
      .trimEnd()
      .split("\n")
      .map((line) => [span(line)]),
  ]);

/** The parts of a request and its conditions, a line each; of a part with more items than `most`, how many are left. */
function understoodLines({ parts, conditions }: Understood, most: number): readonly StyledLine[] {
  const steps = parts.instruction.map((step, index) => [span(`  ${index + 1}. ${step}`)]);
  return [
    ...steps.slice(0, most),
    ...(steps.length > most ? [[span(`  … and ${steps.length - most} more`, "dim")]] : []),
    ...REQUEST_PARTS.flatMap(([title, part]) => {
      const items = part(parts);
      return items.length === 0 ? [] : [[span(`  ${title}: `, "dim"), span(items.slice(0, most).join(", "))]];
    }),
    ...conditions.slice(0, most).map((condition) => [span("  condition: ", "dim"), span(condition)]),
  ];
}

const REQUEST_PARTS: readonly (readonly [string, (parts: RequestParts) => readonly string[]])[] = [
  ["texts", ({ texts }) => texts.map(quoted)],
  ["questions", ({ questions }) => questions.map(quoted)],
  ["files", ({ files }) => files],
  ["addresses", ({ urls }) => urls],
  ["tables", ({ tables }) => tables],
  ["categories", ({ categories }) => categories.map(quoted)],
  ["source language", ({ languages }) => languages.source],
  ["target language", ({ languages }) => languages.target],
];

const quoted = (text: string): string => `“${text}”`;

/** How sure the controller is of its plan, for the headline; nothing where it doesn't tell. */
const sureness = ({ confidence }: Understood): string =>
  confidence === null ? "" : ` · ${Math.round(confidence * 100)}% sure`;

/** Why a task is in the plan: a line, or none where the controller gave no reason. */
function reasonLine(task: number, { reasons }: Understood): readonly StyledLine[] {
  const reason = reasons.find((one) => one.task === task);
  if (!reason) return [];
  const why =
    reason.words.length === 0 ? "as another task needs it" : `because of ${reason.words.map(quoted).join(", ")}`;
  return [[span(`      ${why}`, "dim")]];
}

type Say = (value: number) => string;

/** Complete, so that a new part fails to compile here. */
const PARTS: Readonly<Record<keyof BudgetView, readonly [title: string, say: Say]>> = {
  usd: ["money", money],
  llmCalls: ["language model", (calls) => count(calls, "call")],
  tasks: ["tasks", String],
  timeMs: ["time", duration],
};
const isPart = (name: string): name is keyof BudgetView => Object.hasOwn(PARTS, name);

/** What a plan should take, a line for each part of the budget; where that is more than it may, it stands out. */
const budgetLines = (budget: BudgetView): readonly StyledLine[] =>
  Object.keys(PARTS)
    .filter(isPart)
    .map((name) => partLine(PARTS[name], budget[name]));

function partLine([title, say]: readonly [string, Say], { estimate, limit, isEnough }: BudgetPartView): StyledLine {
  const taken = estimate === null ? "unknown" : estimate === 0 ? say(0) : `about ${say(estimate)}`;
  const allowed = limit === null ? "" : ` (allowed: ${say(limit)}${isEnough === false ? ", too little" : ""})`;
  return [span(`  ${title}: `, "dim"), span(taken + allowed, isEnough === false ? "yellow" : "dim")];
}
