import type { PostedMessage } from "../../src/domain/conversation.ts";
import type { WorkId } from "../../src/domain/events.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Plan, Task } from "../../src/domain/plan.ts";
import { RESOURCE_ID, type Resource, type ResourceId } from "../../src/domain/resources.ts";
import { bindInputs } from "../../src/domain/run/bindings.ts";
import { allowanceOf } from "../../src/domain/run/money.ts";
import { asManyBefore, beginningsOf, type NameParts, rootFileName } from "../../src/domain/run/result-names.ts";
import { currentCandidate, findTask, type RunState, taskWork } from "../../src/domain/run/state.ts";
import { selectionOptionsOf } from "../../src/domain/selection.ts";
import type { Ontology } from "../../src/domain/task-types/index.ts";
import type { DryRunMessage } from "../../src/rpc/index.ts";
import type { AtHand, GivenPlan, PlanJob, StageJob } from "../../src/run/index.ts";
import type { Ledger, RunRow } from "./ledger.ts";

/** Turns of the chat log a controller sees, and resources a plan may refer to. */
const MAX_TURNS = 20;
const MAX_KNOWN_RESOURCES = 256;

/**
 * What the runner is asked to do for the current attempt at a unit of work.
 * @param atHand left out but in the moment in which the run begins
 * @throws {AppError} when a task's inputs are not there after all.
 */
export function jobFor(
  work: WorkId,
  state: RunState,
  run: RunRow,
  { ledger, ontology, atHand }: { readonly ledger: Ledger; readonly ontology: Ontology; readonly atHand?: AtHand },
): StageJob {
  if (work === "plan") return planJob(state, run, ledger, atHand);
  if (work === "answer") return { do: "answer", state, allowance: allowanceOf(state, "answer") };
  const task = findTask(state, work);
  const type = task && ontology.get(task.type);
  const current = taskWork(state, work).attempts.at(-1);
  if (!task || !type || !current) throw new Error(`Task ${work} is not in the plan, or not under way`);
  const inputs = bindInputs(task, type, state, { ontology, findResource: (id) => ledger.findResource(id) });
  const names = namesFor(task, state, ledger);
  const candidate = currentCandidate(state, work);
  if (!candidate) throw new Error(`Task ${work} runs on ${current.model}, which was not selected`);
  return { do: "task", task: work, type: task.type, inputs, candidate, names };
}

function namesFor(task: Task, state: RunState, ledger: Ledger): NameParts {
  const find = (id: ResourceId): Resource | undefined => ledger.findResource(id);
  const source = rootFileName(task, state, find);
  const taken = beginningsOf(source, task.type).flatMap((beginning) => ledger.namesLike(beginning));
  return { source, taken, before: asManyBefore(task, state, find) };
}

function planJob(state: RunState, { message }: RunRow, ledger: Ledger, { plan, models }: AtHand = NOTHING): PlanJob {
  const fetched = state.fetched;
  return {
    do: "plan",
    text: state.text,
    attached: [...state.attached, ...fetched],
    urls: fetched.length > 0 ? [] : urlsOf(message),
    log: shown(turnsBefore(message.run, ledger), message),
    known: knownResources(ledger, state.plan ?? message.boundPlan ?? message.plan ?? null),
    given: plan ? { as: "proved", ...plan } : givenPlan(state, message),
    ...(models ? { models } : {}),
    budget: state.budget,
    allowance: allowanceOf(state, "plan"),
    ...(message.isUnattended || message.ofDelivery ? { isUnattended: true } : {}),
    ...(state.tools ? { tools: state.tools } : {}),
    ...selectionOptionsOf(message),
  };
}

const NOTHING: AtHand = { plan: null, models: null };

/** The planning job of a dry run, as the conversation stands. A ledger of `null` is still empty. */
export function dryRunJob(message: DryRunMessage, attached: readonly Resource[], ledger: Ledger | null): PlanJob {
  const { text, plan } = message;
  return {
    do: "plan",
    text,
    attached,
    urls: urlsOf(message),
    log: ledger ? turnsBefore(null, ledger) : [],
    known: ledger ? knownResources(ledger, plan ?? null) : [],
    given: plan === undefined ? null : { as: "wire", json: plan },
    ...selectionOptionsOf(message),
  };
}

const urlsOf = ({ attached }: Pick<PostedMessage, "attached">): readonly string[] =>
  attached.flatMap((one) => (one.by === "url" ? [one.url] : []));

/** The last turns of the chat log, without those of the run itself. */
const turnsBefore = (run: string | null, ledger: Ledger): PlanJob["log"] =>
  ledger
    .log(MAX_TURNS)
    .filter((entry) => entry.run !== run)
    .map(({ role, text, run: of, resources }) => ({
      role,
      text,
      resources: resources.flatMap((id) => ledger.findResource(id) ?? []),
      ...(role === "assistant" && of !== "" ? { isOurs: true } : {}),
    }));

/** The turns that a message is planned with. Whatever was said, their files can be meant. */
const shown = (turns: PlanJob["log"], { ofDelivery }: PostedMessage): PlanJob["log"] =>
  ofDelivery ? turns.map((turn) => (turn.role === "assistant" ? { ...turn, text: "" } : turn)) : turns;

function givenPlan(state: RunState, { boundPlan, plan: onTheWire }: PostedMessage): GivenPlan | null {
  if (state.plan) {
    const { understanding, notes = [] } = state.planned?.as === "plan" ? state.planned : {};
    return { as: "plan", plan: state.plan, notes, ...(understanding ? { understanding } : {}) };
  }
  if (boundPlan) return { as: "plan", plan: boundPlan };
  return onTheWire === undefined ? null : { as: "wire", json: onTheWire };
}

/**
 * What a plan of the caller's own may refer to: the newest resources of the conversation, by id or
 * name, and any older one that the plan names by its id.
 */
export function knownResources(ledger: Ledger, plan: JsonValue | Plan): readonly Resource[] {
  const newest = ledger.resources(MAX_KNOWN_RESOURCES);
  const ids = new Set(JSON.stringify(plan).match(IDS) ?? []);
  for (const { id } of newest) ids.delete(id);
  const older = [...ids].slice(0, MAX_KNOWN_RESOURCES).flatMap((id) => ledger.findResource(id) ?? []);
  return [...older, ...newest];
}

const IDS = new RegExp(String.raw`\b${RESOURCE_ID}\b`, "g");
