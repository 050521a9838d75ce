import { type Plan, resourcesOf, singles, type Task } from "../../../src/domain/plan.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { ChatLogEntry, Controller } from "../../../src/planning/controller.ts";
import type { PlanJob } from "../../../src/run/index.ts";
import { typeOfName } from "../../file-types.ts";
import { nodesOf, placeAll } from "../../labelled/fit.ts";
import { type Answer, planAll } from "../../labelled/plan-all.ts";
import { standIn } from "../../labelled/plan-job.ts";
import type { DialogueRow } from "../../requests/row.ts";
import type { SuiteDependencies } from "../../suite.ts";

type Message = DialogueRow["messages"][number];

/** A message, and whether what was made of it is right. */
interface JudgedMessage {
  readonly follows: string;
  readonly isPlan: boolean;
  readonly isRight: boolean;
  /** Both, for people. */
  readonly shown: string;
}

interface Turn {
  readonly id: string;
  readonly message: Message;
  readonly job: PlanJob;
}

/** Plans every message that has a label, after the messages and the answers that stand before it. */
export async function planDialogue(
  rows: readonly DialogueRow[],
  controller: Controller,
  { now, progress }: Pick<SuiteDependencies, "now" | "progress">,
): Promise<readonly JudgedMessage[]> {
  const turns = rows.flatMap(turnsOf).filter(({ message }) => message.right !== undefined);
  const jobs = turns.map(({ job }) => job);
  const plannings = await planAll(jobs, { controller, ontology: createOntology(), now, progress });
  return plannings.flatMap(({ answer }, place) => {
    const turn = turns[place];
    return turn ? [judge(turn, answer)] : [];
  });
}

function turnsOf({ id, messages }: DialogueRow): readonly Turn[] {
  const log: ChatLogEntry[] = [];
  return messages.map((message, place) => {
    const { says, files, answer } = message;
    const attached = files.map((name, nth) => standIn(name, typeOfName(name), 200 * place + nth));
    const before = [...log];
    const made = (answer?.files ?? []).map(({ name, kind }, nth) => {
      const origin = { by: "task", run: `run_${place}`, task: nth, output: "image", model: "some" } as const;
      return standIn(name, { ...typeOfName(name), kind }, 200 * place + 100 + nth, origin);
    });
    log.push({ role: "user", text: says, resources: attached });
    log.push({ role: "assistant", text: answer?.text ?? "", resources: made, isOurs: true });
    const known = [...before.flatMap(({ resources }) => resources), ...attached];
    return { id, message, job: { do: "plan", text: says, attached, urls: [], log: before, known, given: null } };
  });
}

function judge({ id, message, job }: Turn, answer: Answer): JudgedMessage {
  const isRight = (message.right ?? []).some((right) =>
    typeof right === "string" || answer.as !== "plan"
      ? right === answer.as
      : isPlanned(answer.plan, right, job.known) && holdsWords(answer.plan, right.words ?? []),
  );
  const plan = answer.as === "plan" ? describePlan(answer.plan, job.known) : answer.as;
  const confidence = answer.as === "plan" ? answer.understanding?.confidence?.toFixed(2) : "";
  const shown = `${id} ${message.follows} ${JSON.stringify(message.says)}: ${plan} ${confidence}`;
  return { follows: message.follows ?? "new", isPlan: answer.as === "plan", isRight, shown };
}

function isPlanned(
  plan: Plan,
  right: Exclude<NonNullable<Message["right"]>[number], string>,
  known: readonly Resource[],
) {
  const names = new Set(known.map(({ name }) => name));
  const nodes = nodesOf(plan).map((node, place) => {
    const task = plan.tasks[place];
    const isOn = (thing: string): boolean =>
      task !== undefined &&
      (names.has(thing) ? namesIn(task, known).includes(thing) : literalsIn(task).some((text) => text.includes(thing)));
    return { ...node, isOn };
  });
  const links = nodes.reduce((sum, { givers }) => sum + givers.length, 0);
  return nodes.length === right.tasks.length && links === right.links.length && placeAll(nodes, right) !== null;
}

const namesIn = (task: Task, known: readonly Resource[]): readonly string[] =>
  resourcesOf(task).flatMap((id) => known.find((one) => one.id === id)?.name ?? []);

const literalsIn = ({ args }: Task): readonly string[] =>
  Object.values(args)
    .flatMap(singles)
    .flatMap((single) => (single.from === "literal" ? [textOf(single.value)] : []));

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const holdsWords = ({ tasks }: Plan, words: readonly string[]): boolean => {
  const said = tasks.flatMap(literalsIn).join("\n").toLowerCase();
  return words.every((word) => said.includes(word));
};

const describePlan = ({ tasks }: Plan, known: readonly Resource[]): string =>
  tasks
    .map(
      (task) => `${task.type}(${[...namesIn(task, known), ...literalsIn(task).map((text) => JSON.stringify(text))]})`,
    )
    .join("; ");
