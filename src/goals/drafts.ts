import * as z from "zod";
import {
  canonicalName,
  MAX_CHILDREN,
  MAX_DEPTH,
  MAX_WEIGHT,
  type Step,
  type StepAction,
  type StepOutput,
} from "../domain/goal/step.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Kind } from "../domain/kinds.ts";
import { baseKind } from "../domain/kinds.ts";
import { listOf, NUMBER, objectOf, oneOf, TEXT } from "../planning/index.ts";
import { type InputKinds, kindOf, proveStepPlan, type StepPlanContext } from "./plan-step.ts";

const KINDS = ["text", "data", "table", "image", "audio", "video", "document"] as const;
const HOWS = ["plan", "program", "steps"] as const;

const OUTPUTS_SCHEMA = listOf(objectOf({ name: TEXT, kind: oneOf(KINDS), description: TEXT }));

/** With more names than these the schema would be longer than all that it is for. */
const MAX_NAMED_TASKS = 100;

/**
 * The JSON Schema of steps as a model writes them down.
 * @param tasks the task types that can run: small models invent others ("read-file") wherever they can
 */
export const stepsSchema = (tasks: readonly string[]): JsonObject =>
  listOf(
    objectOf({
      name: TEXT,
      does: TEXT,
      inputs: listOf(TEXT),
      outputs: OUTPUTS_SCHEMA,
      value: NUMBER,
      effort: NUMBER,
      how: oneOf(HOWS),
      tasks: listOf(
        objectOf({
          task: tasks.length > 0 && tasks.length <= MAX_NAMED_TASKS ? oneOf(tasks) : TEXT,
          args: listOf(objectOf({ name: TEXT, value: TEXT })),
        }),
      ),
    }),
  );
export const GOAL_OUTPUTS_SCHEMA = OUTPUTS_SCHEMA;

/** Longer words are cut: they are told to people and to models, again and again. */
const MAX_WORDS = 1_000;
const MAX_PORTS = 32;

const words = z
  .string()
  .transform((text) => text.trim().slice(0, MAX_WORDS).toWellFormed())
  .catch("");
const weight = z.coerce
  .number()
  .transform((number) => Math.min(MAX_WEIGHT, Math.max(1, Math.round(number))))
  .catch(5);
const name = z.union([z.string(), z.object({ name: z.string() }).transform((named) => named.name)]);
const output = z.union([
  z.object({ name: z.string(), kind: z.string().catch("text"), description: words.default("") }),
  z.string().transform((text) => ({ name: text, kind: "text", description: "" })),
]);
const draft = z.object({
  name: z.string(),
  does: words.default(""),
  inputs: z.array(name).max(MAX_CHILDREN).nullish(),
  outputs: z.array(output).max(MAX_PORTS).nullish(),
  value: weight.default(5),
  effort: weight.default(5),
  how: z.enum(HOWS).nullish().catch(null),
  tasks: z.array(z.json()).catch([]).default([]),
});
type Draft = z.infer<typeof draft>;

export const goalOutputs = z.array(output).max(MAX_PORTS).catch([]).default([]);

/** What steps are read with. */
export interface DraftContext extends StepPlanContext {
  readonly parent: string;
  readonly depth: number;
  /** Names that steps of the goal have already. */
  readonly taken: ReadonlySet<string>;
  /** Kinds of the values that are there, or that other steps give. */
  readonly known: InputKinds;
  /** A plan that cannot be proved makes its step one that is to be broken down, in place of a fault. */
  readonly isLastTry: boolean;
}

/** Steps as a model wrote them, and what is wrong with them in words that it can act on. */
export interface ReadSteps {
  readonly steps: readonly Step[];
  readonly faults: readonly string[];
}

/** Reads the steps that a model wrote down, and proves the plans of those that have one. Never throws. */
export function readSteps(json: unknown, context: DraftContext): ReadSteps {
  const list = z.array(z.unknown()).safeParse(json);
  if (!list.success || list.data.length === 0) return { steps: [], faults: ["there is no list of steps"] };
  if (list.data.length > MAX_CHILDREN) {
    return { steps: [], faults: [`there are ${list.data.length} steps, and ${MAX_CHILDREN} are the most`] };
  }
  const faults: string[] = [];
  const drafts = list.data.flatMap((entry, place) => {
    const read = draft.safeParse(entry);
    if (read.success && canonicalName(read.data.name) !== null) return [read.data];
    const why = read.success
      ? "has no name"
      : `cannot be read: ${read.error.issues[0]?.path.join("/") ?? ""} ${read.error.issues[0]?.message ?? ""}`;
    faults.push(`step ${place + 1} ${why}`);
    return [];
  });
  const kinds = new Map(context.known);
  for (const { outputs } of drafts) for (const one of readOutputs(outputs ?? [])) kinds.set(one.name, one.kind);
  const names = new Set(context.taken);
  const steps = drafts.map((one) => {
    const { step, fault } = readStep(one, freeName(one.name, names), kinds, context);
    if (fault !== null) faults.push(`step "${step.name}": ${fault}`);
    return step;
  });
  return { steps, faults };
}

export function readOutputs(outputs: readonly z.infer<typeof output>[]): readonly StepOutput[] {
  const read = outputs.flatMap(({ name: written, kind, description }) => {
    const canonical = canonicalName(written);
    return canonical === null ? [] : [{ name: canonical, kind: baseKind(kindOf(kind) ?? "text") as Kind, description }];
  });
  return [...new Map(read.map((one) => [one.name, one])).values()];
}

/** A name that no other step has; it is taken from then on. */
function freeName(written: string, taken: Set<string>): string {
  const base = canonicalName(written) ?? "step";
  let free = base;
  for (let n = 2; taken.has(free); n++) free = `${base}-${n}`;
  taken.add(free);
  return free;
}

function readStep(
  { does, inputs: written, outputs: given, value, effort, how, tasks }: Draft,
  name: string,
  kinds: InputKinds,
  context: DraftContext,
): { readonly step: Step; readonly fault: string | null } {
  const inputs = [...new Set((written ?? []).flatMap((one) => canonicalName(one.replaceAll(/[<>]/g, "")) ?? []))];
  const outputs = readOutputs(given ?? []);
  const { parent, depth } = context;
  const step = { name, parent, depth: depth + 1, does: does || name, inputs, outputs, value, effort };
  if (outputs.length === 0) return { step: { ...step, action: null }, fault: "gives nothing: each step needs outputs" };
  const action = actionOf(step, how ?? (tasks.length > 0 ? "plan" : "program"), tasks, kinds, context);
  return typeof action === "string"
    ? { step: { ...step, action: null }, fault: action }
    : { step: { ...step, action }, fault: null };
}

/** The action; null for a step that is to be broken down; or what is wrong. */
function actionOf(
  { inputs, outputs, does }: Pick<Step, "inputs" | "outputs" | "does">,
  how: (typeof HOWS)[number],
  tasks: readonly z.core.util.JSONType[],
  kinds: InputKinds,
  context: DraftContext,
): StepAction | null | string {
  const isDeepest = context.depth + 1 >= MAX_DEPTH;
  if (how === "steps") return isDeepest ? "it must be a plan or a program: it cannot be broken down any further" : null;
  if (how === "program") {
    const files = inputs.find((input) => !isReadable(kinds.get(input)));
    return files === undefined
      ? { as: "program" }
      : `a program cannot take "${files}", which is ${kinds.get(files)}: read it by a plan first`;
  }
  const known = new Map(
    inputs.flatMap((input) => {
      const kind = kinds.get(input);
      return kind === undefined ? [] : [[input, kind] as const];
    }),
  );
  const proved = proveStepPlan(tasks, { inputs: known, outputs, does }, context);
  if (proved.ok) return proved.value;
  return context.isLastTry && !isDeepest ? null : `its plan cannot be: ${proved.error}`;
}

/** What a program may take: it sees texts, JSON and tables. An input that is not known is a fault of its own. */
const isReadable = (kind: Kind | undefined): boolean =>
  kind === undefined || ["text", "data", "table"].includes(baseKind(kind));
