import * as z from "zod";
import { type Failure, failure } from "../domain/errors.ts";
import type { Values } from "../domain/events.ts";
import type { GoalEventBody, GoalSpent, GoalWork, TreeChange } from "../domain/goal/events.ts";
import { REFLECTION_VERDICTS, workKey } from "../domain/goal/events.ts";
import { refusalOf } from "../domain/goal/reservations.ts";
import { type GoalState, type OpenWork, openSteps, type StepState } from "../domain/goal/state.ts";
import { canonicalName, MAX_WEIGHT, ROOT, type Step, type StepOutput } from "../domain/goal/step.ts";
import { baseKind, type Kind } from "../domain/kinds.ts";
import type { Value } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { mendJson } from "../planning/index.ts";
import { type DraftContext, goalOutputs, readOutputs, readSteps } from "./drafts.ts";
import { canBeChanged, judge, unchangeable } from "./judge.ts";
import { isOfKind, type StepPlanContext } from "./plan-step.ts";
import { programResults } from "./program-results.ts";

/** A run that has ended, as far as its goal is concerned. Long texts of tasks stand in it by value. */
export interface EndedRun {
  readonly spent: GoalSpent;
  /** The outputs of each task that succeeded, by task id. */
  readonly outputs: Readonly<Record<string, Values>>;
  /** Why it did not succeed; null where every task did. */
  readonly error: Failure | null;
}

/** The tasks of the run that writes and runs a program. */
export const WRITES = 0;
export const RUNS = 1;

/**
 * The events that follow from the end of a unit of work: what it took, and what came of it. What a model said counts only
 * as far as it can be read, is sound, and leaves what has begun as it is. Never throws.
 */
export function outcomeOf(
  state: GoalState,
  open: OpenWork,
  run: EndedRun,
  context: StepPlanContext,
): readonly GoalEventBody[] {
  const { work, attempt } = open;
  const over = { work, attempt, spent: run.spent };
  const done: GoalEventBody = { type: "work-end", data: { ...over, status: "done" } };
  const isUnwanted = state.cancelReason !== null || (open.waits?.for === "stop" && open.waits.by === "person");
  const failed = (error: Failure, more: { readonly program?: string } = {}): readonly GoalEventBody[] => [
    {
      type: "work-end",
      data: { ...over, status: isUnwanted ? "cancelled" : "failed", error, ...more },
    },
  ];
  if (work.do === "step") return stepOutcome(state, work, run, done, failed);
  if (run.error) return failed(refusalOf(open) ?? run.error);
  const said = textOf(run.outputs[WRITES]);
  if (work.do === "reflect") {
    const came = reflected(state, work.n, said, context);
    return came.ok ? [done, ...came.value] : failed(failure("provider-rejected", came.error, true));
  }
  return [done, ...refined(state, work.step, said, context)];
}

/** JSON in what a model said; nothing where it is nested deeper than anything that is asked for. */
function jsonIn(said: string): unknown {
  const json = mendJson(said)?.json;
  return isWithinDepth(json, MAX_DEPTH_SAID) ? json : undefined;
}

const MAX_DEPTH_SAID = 16;

const isWithinDepth = (json: unknown, depth: number): boolean =>
  typeof json !== "object" ||
  json === null ||
  (depth > 0 && Object.values(json).every((one) => isWithinDepth(one, depth - 1)));

const textOf = (outputs: Values | undefined): string => {
  const value = outputs?.text;
  return value?.as === "text" ? value.text : value?.as === "data" ? JSON.stringify(value.data) : "";
};

function stepOutcome(
  state: GoalState,
  work: Extract<GoalWork, { readonly do: "step" }>,
  run: EndedRun,
  done: Extract<GoalEventBody, { readonly type: "work-end" }>,
  failed: (error: Failure, more?: { readonly program?: string }) => readonly GoalEventBody[],
): readonly GoalEventBody[] {
  const step = state.steps.get(work.step);
  const open = state.works.get(workKey(work));
  if (!step?.action || !open) return failed(failure("internal", "The step is not there"));
  const isProgram = step.action.as === "program";
  const program = isProgram ? textOf(run.outputs[WRITES]) : "";
  const written = program === "" ? {} : { program };
  const refused = refusalOf(open);
  if (refused) return failed(refused);
  if (run.error) return failed(run.error, written);
  const results = step.action.as === "plan" ? planResults(step, run) : programResults(step, run.outputs[RUNS] ?? {});
  if (!results.ok) return failed(failure("provider-rejected", results.error), written);
  const room = charsIn(Object.values(results.value));
  const taken = charsIn([...state.results.values()].map(({ value }) => value));
  if (room > MAX_STEP_CHARS || taken + room > MAX_RESULTS_CHARS) {
    return failed(failure("resource-too-large", "It gives more text and data than a goal can hold"), written);
  }
  return [{ ...done, data: { ...done.data, results: results.value } }];
}

/** What a step gives by value: one event of the log holds it. */
const MAX_STEP_CHARS = 500_000;
/** What a goal holds by value: all of it is in memory, and crosses RPC as a whole. */
const MAX_RESULTS_CHARS = 4_000_000;

const charsIn = (values: readonly Value[]): number =>
  values.reduce((sum, value) => sum + (value.as === "resource" ? 0 : JSON.stringify(value).length), 0);

function planResults({ action, outputs }: StepState, run: EndedRun): Result<Record<string, Value>, string> {
  const results: Record<string, Value> = {};
  for (const { name, kind } of outputs) {
    const from = action?.as === "plan" ? action.gives[name] : undefined;
    const value = from && run.outputs[from.task]?.[from.output];
    if (!value) return err(`It gave no "${name}"`);
    if (!isOfKind(value, kind)) return err(`It gave "${name}" as ${value.kind}, and not as ${kind}`);
    results[name] = value;
  }
  return ok(results);
}

/** What became of an attempt to break a step down: a new version of the tree, or the faults that a model is told. */
function refined(state: GoalState, name: string, said: string, context: StepPlanContext): readonly GoalEventBody[] {
  const step = state.steps.get(name);
  if (step?.status !== "open") return [];
  const json = jsonIn(said);
  const body = z.looseObject({}).safeParse(Array.isArray(json) ? { steps: json } : json);
  const refuse = (faults: readonly string[]): readonly GoalEventBody[] => [
    { type: "refinement-refused", data: { step: name, faults: faults.slice(0, MAX_FAULTS) } },
  ];
  if (!body.success) return refuse(["the answer is no JSON of the form that was asked for"]);
  const read = readSteps(body.data.steps, draftContext(state, step, context));
  if (read.faults.length > 0) return refuse(read.faults);
  const outputs = name === ROOT ? outputsOfGoal(body.data.outputs, read.steps) : step.outputs;
  if (outputs.length === 0)
    return refuse(["the steps give nothing in the end: they wait for each other, or give no outputs"]);
  const given = name === ROOT ? outputs.filter((output) => state.results.has(output.name)) : [];
  if (given.length > 0)
    return refuse(given.map((output) => `"${output.name}" is there already: the goal is to give something new`));
  const lacking = name === ROOT ? [] : outputs.filter((output) => !read.steps.some((one) => gives(one, output)));
  if (lacking.length > 0) return refuse(lacking.map((output) => `no step gives "${output.name}" as ${output.kind}`));
  const change: TreeChange = { added: read.steps, dropped: [], reordered: [] };
  const judged = judge({ ...state, outputs: name === ROOT ? outputs : state.outputs }, change, name);
  if (!judged.ok) return refuse(judged.error);
  return [
    {
      type: "tree-revised",
      data: {
        ...{ version: state.version + 1, by: "refinement", reason: `${name} was broken down`, refined: name },
        ...(name === ROOT ? { outputs } : {}),
        ...judged.value,
      },
    },
  ];
}

const MAX_FAULTS = 12;

const gives = ({ outputs }: Step, { name, kind }: StepOutput): boolean =>
  outputs.some((output) => output.name === name && baseKind(output.kind) === baseKind(kind));

/** What a goal is to give: as the model says, or what its steps make for nobody else. */
function outputsOfGoal(said: unknown, steps: readonly Step[]): readonly StepOutput[] {
  const taken = new Set(steps.flatMap(({ inputs }) => inputs));
  const last = steps.flatMap(({ outputs }) => outputs.filter(({ name }) => !taken.has(name)));
  const wanted = readOutputs(goalOutputs.parse(said));
  return wanted.length > 0 ? wanted.map((output) => asMade(output, steps, last)) : last;
}

/** An output that steps make under its name, but for the ending of a file ("table.csv" and "table"): then as they make it. */
function asMade(wanted: StepOutput, steps: readonly Step[], last: readonly StepOutput[]): StepOutput {
  const bare = (name: string): string => name.replace(/(?<=.)\.[a-z]{2,5}$/, "");
  if (steps.some((step) => gives(step, wanted))) return wanted;
  return last.find(({ name, kind }) => bare(name) === bare(wanted.name) && kind === wanted.kind) ?? wanted;
}

function draftContext(state: GoalState, step: StepState, context: StepPlanContext): DraftContext {
  return {
    ...context,
    ...{ parent: step.name, depth: step.depth, taken: new Set(state.steps.keys()), known: knownKinds(state) },
    isLastTry: step.failures > 0,
  };
}

const knownKinds = (state: GoalState): ReadonlyMap<string, Kind> =>
  new Map([
    ...openSteps(state).flatMap(({ outputs }) => outputs.map(({ name, kind }) => [name, kind] as const)),
    ...[...state.results].map(([name, { value }]) => [name, value.kind] as const),
  ]);

const reflectionBody = z.object({
  verdict: z.enum(REFLECTION_VERDICTS).catch("on-way"),
  reason: z.string().catch(""),
  add: z.array(z.unknown()).catch([]),
  drop: z.array(z.object({ step: z.string(), reason: z.string().catch("") })).catch([]),
  reorder: z.array(z.object({ step: z.string(), value: z.coerce.number() })).catch([]),
  ask: z.string().catch(""),
});

/** Of what a model says to a person. */
const MAX_WORDS = 1_000;

/**
 * What became of a look at the progress: its verdict, a revision as far as one is sound, a question to the person. Or why
 * it counts as failed: it cannot be read, or would ask something while the person is asked something else.
 */
function reflected(
  state: GoalState,
  n: number,
  said: string,
  context: StepPlanContext,
): Result<readonly GoalEventBody[], string> {
  const body = reflectionBody.safeParse(jsonIn(said));
  if (!body.success) return err("Nothing was said of the progress that can be read");
  const { verdict } = body.data;
  const reason = body.data.reason.slice(0, MAX_WORDS).toWellFormed();
  const read = readChange(state, body.data, context);
  const isChange = read.ok && read.value.added.length + read.value.dropped.length + read.value.reordered.length > 0;
  const ask = body.data.ask.trim().slice(0, MAX_WORDS).toWellFormed();
  const refused = read.ok ? {} : { refused: read.error.slice(0, MAX_FAULTS) };
  const reflection: GoalEventBody = { type: "reflection", data: { n, verdict, reason, ...refused } };
  const id = state.askedCheckIns + 1;
  const isAsked = state.checkIn !== null;
  if (isChange && state.checkIns.plan) {
    if (isAsked) return err("The person is asked something else just now");
    const message = `${changeInWords(read.value)} ${reason} Is that right?`;
    return ok([reflection, { type: "check-in", data: { id, about: "revision", message, proposal: read.value } }]);
  }
  const revised: readonly GoalEventBody[] = isChange
    ? [{ type: "tree-revised", data: { version: state.version + 1, by: "reflection", reason, ...read.value } }]
    : [];
  const question =
    ask !== "" ? ask : verdict === "stuck" && !isChange ? `It is stuck: ${reason} What shall be done?` : null;
  if (question === null) return ok([reflection, ...revised]);
  if (isAsked) return err("The person is asked something else just now");
  return ok([reflection, ...revised, { type: "check-in", data: { id, about: "question", message: question } }]);
}

function changeInWords({ added, dropped, reordered }: TreeChange): string {
  const parts = [
    added.length > 0 ? `New steps: ${added.map(({ name, does }) => `${name} (${does})`).join("; ")}.` : "",
    dropped.length > 0
      ? `Steps that fall away: ${dropped.map(({ step, reason }) => `${step} (${reason})`).join("; ")}.`
      : "",
    reordered.length > 0
      ? `Steps with another value: ${reordered.map(({ step, value }) => `${step} (${value})`).join("; ")}.`
      : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function readChange(
  state: GoalState,
  { add, drop, reorder }: z.infer<typeof reflectionBody>,
  context: StepPlanContext,
): Result<TreeChange, readonly string[]> {
  const faults: string[] = [];
  const untouched = (written: string): StepState | null => {
    const step = state.steps.get(canonicalName(written) ?? "");
    if (step && canBeChanged(state, step)) return step;
    faults.push(unchangeable(written));
    return null;
  };
  const dropped = drop.flatMap(({ step, reason }) => {
    const found = untouched(step);
    return found ? [{ step: found.name, reason: reason.slice(0, MAX_WORDS).toWellFormed() || "it is not needed" }] : [];
  });
  const reordered = reorder.flatMap(({ step, value }) => {
    const found = untouched(step);
    return found && Number.isFinite(value)
      ? [{ step: found.name, value: Math.min(MAX_WEIGHT, Math.max(1, Math.round(value))) }]
      : [];
  });
  const root = state.steps.get(ROOT);
  const read =
    add.length === 0 || !root
      ? { steps: [], faults: [] }
      : readSteps(add, { ...draftContext(state, root, context), isLastTry: true });
  faults.push(...read.faults);
  if (faults.length > 0) return err(faults);
  return judge(state, { added: read.steps, dropped, reordered }, null);
}
