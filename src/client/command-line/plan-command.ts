import type { PlannedTaskView, PlanView } from "../../domain/views.ts";
import type { Client } from "../client.ts";
import { gather } from "./attachments.ts";
import { budgetLines } from "./budget-lines.ts";
import type { PlanCommand } from "./commands.ts";
import { readRequestText } from "./input.ts";
import { conversationOf } from "./last.ts";
import { renderMarkdown } from "./markdown.ts";
import { repairLines } from "./repair-lines.ts";
import { NOT_BEGUN, type TaskProgress } from "./run-progress.ts";
import { type CliSession, EXIT, print, printJson } from "./session.ts";
import { type StyledLine, span } from "./styled.ts";
import { taskLines } from "./task-lines.ts";
import { reasonLine, sureness, understoodLines } from "./understood-lines.ts";
import { describeInputs } from "./wire-inputs.ts";

/** A plan holds 256 tasks at most, and repair makes few changes to each. */
const MAX_LINES = 300;

/** Shows what a request would come to. @returns the exit code. */
export async function planRequest(client: Client, command: PlanCommand, session: CliSession): Promise<number> {
  const { casting, budget, hfToken, json } = command;
  const text = await readRequestText(command.text, session.input);
  const conversation = await conversationOf(client, command.conversation, session.signal);
  const { attachments, names } = await gather(client, { ...command, conversation }, session);
  const plan = await client.plan(
    {
      ...{ text, ...attachments, ...casting },
      ...(budget ? { budget } : {}),
      ...(conversation === undefined ? {} : { conversation }),
    },
    { signal: session.signal, hfToken },
  );
  if (json) printJson(session, plan, 2);
  else print(session, planLines(plan, { names, width: session.terminal.columns - 1, pddl: command.pddl }));
  return EXIT.succeeded;
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
  const count = `${tasks.length} ${tasks.length === 1 ? "task" : "tasks"}`;
  const by = controller === "user" ? "as given" : `planned by the ${controller} controller`;
  return [
    [
      span(`  ${count}, ${by}`, "bold"),
      span(`${understood ? sureness(understood) : ""}${proof ? " · proved sound" : ""} · nothing has run`, "dim"),
    ],
    ...understanding.map((note) => [span(`  ${note}`, "dim")]),
    [],
    ...(understood ? [...understoodLines(understood, MAX_LINES), []] : []),
    ...taskLines(
      tasks.map((task) => toBoardTask(task, names)),
      { now: 0, width },
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

const toBoardTask = (task: PlannedTaskView, names: ReadonlyMap<string, string>): TaskProgress => {
  const [first] = task.candidates;
  return {
    id: task.id,
    type: task.task,
    dependsOn: task.dep.filter((dependency) => dependency >= 0),
    inputs: describeInputs(task, names),
    ...NOT_BEGUN,
    model: first ? `${first.provider}:${first.model}` : null,
  };
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
