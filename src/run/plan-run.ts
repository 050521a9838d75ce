import type { Budget } from "../domain/budget.ts";
import type { ToolOffer } from "../domain/caller-tools.ts";
import type { Price } from "../domain/catalogue.ts";
import type { AskedBudget, Constraints } from "../domain/constraints.ts";
import { failure } from "../domain/errors.ts";
import type { OutcomeResult, Planned } from "../domain/events.ts";
import type { ExpertPool } from "../domain/experts.ts";
import { type Plan, resourcesOf } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import { ok } from "../domain/result.ts";
import { askedBudget, exceededTasks, lowerBudget } from "../domain/run/asked.ts";
import { type DeploymentFacts, systemFacts } from "../domain/system-facts.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";
import type { StepUsage } from "../domain/usage.ts";
import {
  type ConstraintReading,
  type Controller,
  type PlanContext,
  partsOf,
  type StepLimits,
} from "../planning/index.ts";
import { cleanReply } from "../response/spoken/clean-words.ts";
import { contradictionIn } from "../selection/index.ts";
import { fetchAddresses, type WebFiles } from "./addresses.ts";
import { askController, type PlannedBy, toPlanned, understood } from "./ask-controller.ts";
import { type ChooseModels, chooseModels } from "./choose-models.ts";
import type { StageJob } from "./job.ts";
import { createLanguageMeter, type LanguageMeter, NO_LIMITS } from "./language-meter.ts";
import { notesOn, passApproved, proveEditedPlan, proveWirePlan } from "./prove-plan.ts";
import { readFirst } from "./read-first.ts";

/** The dependencies of planning a run. */
export interface PlanningStages extends WebFiles {
  readonly ontology: Ontology;
  readonly controller: Controller;
  /** Reads what a request's words restrict. */
  readonly readConstraints: (text: string, signal?: AbortSignal) => Promise<ConstraintReading>;
  /** The expert pool as it is now. */
  readonly expertPool: () => Promise<ExpertPool>;
  /** What the configuration says, to be told to whoever asks. */
  readonly deployment: DeploymentFacts;
  /** The prices of the controller's language model; left out where they are not known. */
  readonly languagePrices?: readonly Price[];
  /** Told once what the calls of the language model took, also where planning fails or breaks off; null without any. */
  readonly onUsage?: (usage: StepUsage | null) => void;
}

export type PlanJob = Extract<StageJob, { readonly do: "plan" }>;
type PlannedOutcome = Extract<OutcomeResult, { readonly as: "planned" }>;

/**
 * Understands a request, makes a plan, proves it, and selects its models: one attempt.
 * @throws {AppError} why an address that must be there could not be fetched.
 */
export async function planRun(job: PlanJob, stages: PlanningStages, signal: AbortSignal): Promise<PlannedOutcome> {
  // A plan of the caller's own stands for itself: nobody reads the words beside it.
  const asked = job.given ? null : await stages.readConstraints(job.text, signal);
  const meter = meterFor(job, asked, stages);
  try {
    // A plan that is given needs no decision before it.
    const tools = job.given ? undefined : job.tools;
    return tools
      ? await planWithTools(tools, meter, job, asked, stages, signal)
      : await planWith(meter, job, asked, stages, signal);
  } finally {
    stages.onUsage?.(meter.usage());
  }
}

/**
 * Asks first whether tools of the caller's are called: that, or words out of what they gave, is all there is to plan. Else
 * what they gave is planned with as turns of the chat. Its code is loaded with the first tools, as few runs have any.
 */
async function planWithTools(
  tools: ToolOffer,
  meter: LanguageMeter,
  job: PlanJob,
  asked: ConstraintReading | null,
  stages: PlanningStages,
  signal: AbortSignal,
): Promise<PlannedOutcome> {
  const startedAt = Date.now();
  const { turnsOfCalls, useTools } = await import("./use-tools.ts");
  const { text, attached, log } = job;
  const used = await useTools(stages.controller, { text, attached, log, offer: tools, meter, signal });
  if (used.planned === null) {
    const outcome = await planWith(
      meter,
      { ...job, log: [...log, ...turnsOfCalls(tools.called)] },
      asked,
      stages,
      signal,
    );
    return { ...outcome, planned: withNotes(outcome.planned, used.notes) };
  }
  const usage = meter.usage();
  return {
    ...{ as: "planned", ...used, selection: {}, fetched: [], referenced: [], durationMs: Date.now() - startedAt },
    ...(usage ? { usage } : {}),
  };
}

async function planWith(
  meter: LanguageMeter,
  job: PlanJob,
  asked: ConstraintReading | null,
  stages: PlanningStages,
  signal: AbortSignal,
): Promise<PlannedOutcome> {
  const startedAt = Date.now();
  const step = { meter, signal };
  const [{ resources: fetched, notes }, pool] = await Promise.all([
    fetchAddresses(job, stages, signal),
    stages.expertPool(),
  ]);
  const attached = [...job.attached, ...fetched];
  const resources = [...attached, ...job.known];
  const { planned, controller } = await makePlan(job, asked, attached, { resources, pool }, stages, step);
  const constraints = constraintsOn(job, planned);
  const limits = lowerBudget<Partial<Budget>>(job.budget ?? {}, askedBudget(planned));
  const isByLanguageModel = controller !== "embedded" && controller !== "user";
  const context = { resources, ontology: stages.ontology };
  const asMade = hold(planned, constraints, context, { limits, isByLanguageModel });
  const held = job.given ? asMade : readingOnce(asMade, limits, pool, context);
  const { selection, notes: selectionNotes } = await selectFor(
    held,
    job,
    { constraints, pool, budget: limits },
    stages,
    step,
  );
  const safe = isByLanguageModel ? withCleanWords(held, job) : held;
  const proved = withNotes(safe, [...notes, ...selectionNotes, ...unreadNotes(asked, held)]);
  const referenced = proved.as === "plan" ? usedBy(proved.plan, job.known) : [];
  const usage = meter.usage();
  return {
    as: "planned",
    planned: proved,
    selection,
    controller,
    fetched,
    referenced,
    durationMs: Date.now() - startedAt,
    ...(usage ? { usage } : {}),
  };
}

/** The plan with each document read once, where that is sound and within the number of tasks that was allowed. */
function readingOnce(planned: Planned, limits: Partial<Budget>, pool: ExpertPool, context: PlanContext): Planned {
  if (planned.as !== "plan") return planned;
  const plan = readFirst(planned.plan, pool);
  if (plan === planned.plan || exceededTasks(plan, limits) !== null) return planned;
  return passApproved(plan, context).ok ? { ...planned, plan } : planned;
}

/** The meter of language calls: a limit in the request's words holds before a model is asked what they mean. */
function meterFor(
  { allowance = NO_LIMITS }: PlanJob,
  asked: ConstraintReading | null,
  { controller, languagePrices = [] }: PlanningStages,
): LanguageMeter {
  const isAlone = controller.name === "embedded" && !controller.lastResort;
  const budget: AskedBudget = isAlone ? {} : (asked?.budget ?? {});
  const lower = (left: number | null, limit: number | undefined): number | null =>
    limit === undefined ? left : Math.min(left ?? limit, limit);
  const lowered = { llmCalls: lower(allowance.llmCalls, budget.llmCalls), usd: lower(allowance.usd, budget.usd) };
  return createLanguageMeter(lowered, languagePrices);
}

/** The caller's constraints and those in the request's words: all of them hold. */
const constraintsOn = (job: PlanJob, planned: Planned): readonly Constraints[] =>
  [job.constraints, planned.as === "plan" ? planned.understanding?.constraints : undefined].filter(
    (one) => one !== undefined,
  );

/** Steps that a question lists before it only counts. */
const MAX_STEPS_TOLD = 10;

/**
 * Tasks of a language model's plan where nobody allows any number: more than anybody asks for by the way, and than a slip
 * of a model may cost.
 */
export const MAX_UNASKED_TASKS = 64;

/**
 * Holds a plan to what was asked for. Constraints that nothing can satisfy fail it, and are both named. A plan with more
 * tasks than the caller and the words allow, unless the run asks when its budget is used up, or a language model's with more than `MAX_UNASKED_TASKS` where they are
 * silent, becomes a question. Time, money and calls of a language model are kept while the run lasts.
 */
function hold(
  planned: Planned,
  constraints: readonly Constraints[],
  { resources, ontology }: PlanContext,
  { limits, isByLanguageModel }: { readonly limits: Partial<Budget>; readonly isByLanguageModel: boolean },
): Planned {
  if (planned.as !== "plan") return planned;
  const contradiction = contradictionIn(constraints);
  if (contradiction !== null) return { as: "failed", error: failure("contradictory-constraints", contradiction) };
  const isSilent = limits.tasks === undefined && isByLanguageModel;
  const allowed = exceededTasks(planned.plan, isSilent ? { tasks: MAX_UNASKED_TASKS } : limits);
  // A run that asks keeps its plan, and waits.
  if (allowed === null || (!isSilent && limits.onExhausted === "ask")) return planned;
  const whose = isSilent ? "A language model planned this, and without a limit of yours it may take" : "You allowed";
  return { as: "ask", text: askForLess(whose, partsOf(planned.plan, resources, ontology).instruction, allowed) };
}

function askForLess(whose: string, steps: readonly string[], allowed: number): string {
  const told = steps.slice(0, MAX_STEPS_TOLD).map((step, place) => `${place + 1}. ${step}`);
  const more = steps.length > MAX_STEPS_TOLD ? [`… and ${steps.length - MAX_STEPS_TOLD} more`] : [];
  return [
    `${whose} ${allowed} ${allowed === 1 ? "task" : "tasks"} at most, and this takes ${steps.length}:`,
    [...told, ...more].join("\n"),
    "Nothing was done. Please ask again with less to do, or with a higher limit.",
  ].join("\n\n");
}

/** The expert pool and the options that models are chosen by. */
interface Asked {
  readonly constraints: readonly Constraints[];
  readonly pool: ExpertPool;
  readonly budget: AskedBudget;
}

async function selectFor(
  planned: Planned,
  { text, selection: selector = "rules" }: PlanJob,
  { constraints, pool, budget }: Asked,
  stages: PlanningStages,
  step: StepLimits,
): Promise<ChooseModels> {
  if (planned.as !== "plan") return { selection: {}, notes: [] };
  return chooseModels({ plan: planned.plan, text, constraints, selector, budget }, pool, stages, step);
}

/** What is said of a phrase that was left unread, as a note for the person who wrote it. */
const noteOfUnread = (phrase: string): string =>
  `“${phrase}” may restrict the models; it was not understood, so that it was not applied.`;

/** Phrases that seem to restrict what is used, and that nobody understood: nothing is ignored in silence. */
const unreadNotes = (asked: ConstraintReading | null, { as }: Planned): readonly string[] =>
  as === "plan" && asked ? asked.unread.map(noteOfUnread) : [];

/** Neutralises markup in what a language model says itself, and in the steps of a plan that is asked about. */
const withCleanWords = (planned: Planned, { text: request }: PlanJob): Planned =>
  planned.as === "reply" || planned.as === "ask" ? { ...planned, text: cleanReply(planned.text, request) } : planned;

/** The planning result, with the notes that a person needs to understand it first. */
function withNotes(planned: Planned, notes: readonly string[]): Planned {
  switch (planned.as) {
    case "plan":
      return { ...planned, notes: [...notes, ...planned.notes] };
    case "failed":
      return planned;
    default:
      return { ...planned, text: [...notes, planned.text].join("\n\n") };
  }
}

/** Makes a plan, and lets none through that is not proved. */
async function makePlan(
  job: PlanJob,
  asked: ConstraintReading | null,
  attached: readonly Resource[],
  { resources, pool }: { readonly resources: readonly Resource[]; readonly pool: ExpertPool },
  { ontology, controller, deployment, readConstraints }: PlanningStages,
  step: StepLimits,
): Promise<PlannedBy> {
  const canRun = ({ name }: TaskType): boolean => pool.experts(name).length > 0;
  const context = { resources, ontology, text: job.text, canRun };
  switch (job.given?.as) {
    case "proved":
      return { planned: toPlanned(ok(job.given.proved), job.given.notes), controller: "user" };
    case "plan": {
      const { plan, understanding, notes = [] } = job.given;
      return { planned: understood(toPlanned(passApproved(plan, context), notes), understanding), controller: "user" };
    }
    case "wire":
    case "edited": {
      const { as, json } = job.given;
      const passed = as === "wire" ? proveWirePlan(json, context) : proveEditedPlan(json, context);
      return { planned: toPlanned(passed, notesOn(json, passed)), controller: "user" };
    }
    case undefined:
      return askController(
        controller,
        {
          ...{ text: job.text, attached, log: job.log, ontology, facts: systemFacts(pool, deployment), ...step },
          ...(job.isUnattended ? { isUnattended: true } : {}),
        },
        { read: asked, readConstraints },
        context,
      );
  }
}

/** The resources of earlier turns that a plan is bound to. */
function usedBy(plan: Plan, known: readonly Resource[]): readonly Resource[] {
  const ids = new Set(plan.tasks.flatMap(resourcesOf));
  return known.filter((resource) => ids.has(resource.id));
}
