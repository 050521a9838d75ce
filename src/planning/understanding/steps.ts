import { isAddress } from "../../domain/addresses.ts";
import type { JsonValue } from "../../domain/json.ts";
import { type Plan, type SingleBinding, singles, type Task, type TaskId, topologicalOrder } from "../../domain/plan.ts";
import type { Resource, ResourceId } from "../../domain/resources.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { listed } from "../../words/nouns.ts";
import { asText, excerpt } from "./excerpt.ts";
import { PHRASES } from "./phrases.ts";
import { itemsOf, type Role, roleOf } from "./roles.ts";

/** Enough to know a text, a file or a description by. */
const MAX_MENTION_CHARS = 80;
/** A deployment may describe its own task types at more length. */
const MAX_DESCRIPTION_CHARS = 200;
/** More values of one input are counted. */
const MAX_MENTIONS = 4;

export interface StepsContext {
  readonly resources: ReadonlyMap<ResourceId, Resource>;
  readonly ontology: Ontology;
}

/** One plain sentence a task, each after those it takes from: "Translate the summary into German." */
export function stepsOf(plan: Plan, context: StepsContext): readonly string[] {
  const byId = new Map(plan.tasks.map((task) => [task.id, task]));
  const order = topologicalOrder(plan) ?? plan.tasks.map(({ id }) => id);
  const tasks = order.flatMap((id) => byId.get(id) ?? []);
  const nameOfResult = namesOfResults(tasks);
  return tasks.map((task) => sentenceOf(task, context, nameOfResult));
}

type NameOfResult = (task: TaskId, output: string) => string;

/** Names results by what they are, and where several steps give the same, by the step as well, counted from 1. */
function namesOfResults(tasks: readonly Task[]): NameOfResult {
  const steps = new Map(tasks.map(({ id, type }, index) => [id, { type, number: index + 1 }]));
  const givers = new Map<string, number>();
  for (const { type } of tasks) {
    for (const name of resultsOf(type)) givers.set(name, (givers.get(name) ?? 0) + 1);
  }
  return (id, output) => {
    const step = steps.get(id);
    if (!step) return "something";
    const name = resultOf(step.type, output);
    return name !== null && givers.get(name) === 1 ? name : `${name ?? `the ${output}`} of step ${step.number}`;
  };
}

const phraseOf = (type: string) => (Object.hasOwn(PHRASES, type) ? PHRASES[type] : undefined);

/** Every name that results of a task type go by; a deployment's own types have none. */
function resultsOf(type: string): ReadonlySet<string> {
  const gives = phraseOf(type)?.gives;
  if (gives === undefined) return new Set();
  return new Set(typeof gives === "string" ? [gives] : Object.values(gives));
}

function resultOf(type: string, output: string): string | null {
  const gives = phraseOf(type)?.gives;
  if (gives === undefined || typeof gives === "string") return gives ?? null;
  return Object.hasOwn(gives, output) ? (gives[output] ?? null) : null;
}

function sentenceOf(task: Task, { resources, ontology }: StepsContext, nameOfResult: NameOfResult): string {
  const type = ontology.get(task.type);
  const phrase = phraseOf(task.type);
  const mention = (port: string): string | null => {
    const binding = Object.hasOwn(task.args, port) ? task.args[port] : undefined;
    if (binding === undefined) return null;
    const known = type?.inputs.find(({ name }) => name === port);
    const role = known ? roleOf(known) : "text";
    return enumerate(singles(binding).flatMap((single) => mentionsOf(single, role, resources, nameOfResult)));
  };
  if (phrase) return `${fill(phrase.does, mention)}.`;
  const says = excerpt(type?.description ?? task.type, MAX_DESCRIPTION_CHARS).replace(/[.:\s]+$/, "");
  const inputs = Object.keys(task.args).flatMap((port) => mention(port) ?? []);
  return `${says}${inputs.length > 0 ? `: ${inputs.join("; ")}` : ""}.`;
}

/** In one pass, so that nothing that is put in can be taken for a place to put something. */
const fill = (template: string, mention: (port: string) => string | null): string =>
  template.replaceAll(
    /\[([^[\]{}]*)\{([a-z-]+)\}\]|\{([a-z-]+)\}/g,
    (_, before: string | undefined, optional: string | undefined, required: string | undefined) => {
      if (optional === undefined) return mention(required ?? "") ?? "something";
      const said = mention(optional);
      return said === null ? "" : `${before ?? ""}${said}`;
    },
  );

function mentionsOf(
  single: SingleBinding,
  role: Role,
  resources: StepsContext["resources"],
  nameOfResult: NameOfResult,
): readonly string[] {
  switch (single.from) {
    case "task":
      return [nameOfResult(single.task, single.output)];
    case "resource":
      return [excerpt(resources.get(single.resource)?.name ?? "a file", MAX_MENTION_CHARS)];
    case "literal":
      return mentionsOfLiteral(single.value, role);
  }
}

function mentionsOfLiteral(value: JsonValue, role: Role): readonly string[] {
  const said = (one: JsonValue): string => excerpt(asText(one), MAX_MENTION_CHARS);
  if (role === "source-language" || role === "target-language") return [said(value)];
  if (typeof value === "string" && isAddress(value)) return [said(value.trim())];
  return itemsOf(value, role).map((one) => `“${said(one)}”`);
}

function enumerate(mentions: readonly string[]): string {
  const shown = mentions.slice(0, MAX_MENTIONS);
  const left = mentions.length - shown.length;
  const parts = left > 0 ? [...shown, `${left} more`] : shown;
  return listed(parts) || "nothing";
}
