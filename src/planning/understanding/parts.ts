import { isAddress, MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { asText, excerpt } from "../../domain/excerpt.ts";
import type { JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import {
  MAX_PLAN_TASKS,
  type Plan,
  type SingleBinding,
  singles,
  type Task,
  topologicalOrder,
} from "../../domain/plan.ts";
import type { Resource, ResourceId } from "../../domain/resources.ts";
import { planTitles } from "../../domain/task-titles.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import type { RequestParts } from "../../domain/understanding.ts";
import { itemsOf, type Role, roleOf } from "./roles.ts";

/** Enough to know a text by; the plan has it whole. */
const MAX_EXCERPT_CHARS = 200;
/** Of one part; as many as a plan may have tasks. Further ones are counted. */
const MAX_ITEMS = MAX_PLAN_TASKS;

/**
 * HIVE's parts of a request, as a plan has taken it up: what its arguments are bound to. So they are the same for
 * every controller, and what no task uses is not among them.
 * @param resources those that the plan is bound to, at least
 */
export function partsOf(plan: Plan, resources: readonly Resource[], ontology: Ontology): RequestParts {
  const context = { ontology, resources: new Map(resources.map((resource) => [resource.id, resource])) };
  const found = plan.tasks.flatMap((task) => foundIn(task, context));
  const all = (part: Part): readonly string[] => bounded(new Set(found.flatMap((one) => one[part] || [])));
  return {
    instruction: stepsOf(plan, resources, ontology),
    texts: all("text"),
    questions: all("question"),
    files: all("file"),
    urls: all("url"),
    tables: all("table"),
    categories: all("labels"),
    languages: { source: all("source-language"), target: all("target-language") },
  };
}

/** One plain sentence a task, each after those it takes from: "Translate the summary into German." */
function stepsOf(plan: Plan, resources: readonly Resource[], ontology: Ontology): readonly string[] {
  const titles = planTitles(plan.tasks, resources, ontology);
  const order = topologicalOrder(plan) ?? plan.tasks.map(({ id }) => id);
  return order.map((id) => `${titles.get(id)}.`);
}

interface Context {
  readonly resources: ReadonlyMap<ResourceId, Resource>;
  readonly ontology: Ontology;
}

/** What is asked to be done is in the sentences of the instruction already. */
type Part = Exclude<Role, "instruction"> | "file" | "url";
type Found = { readonly [Name in Part | "instruction"]?: string };

function bounded(items: ReadonlySet<string>): readonly string[] {
  const all = [...items];
  return all.length <= MAX_ITEMS ? all : [...all.slice(0, MAX_ITEMS - 1), `… and ${all.length - MAX_ITEMS + 1} more`];
}

function foundIn(task: Task, { resources, ontology }: Context): readonly Found[] {
  const ports = new Map(ontology.get(task.type)?.inputs.map((port) => [port.name, port]));
  return Object.entries(task.args).flatMap(([name, binding]) => {
    const port = ports.get(name);
    const role = port ? roleOf(port) : "text";
    return singles(binding).flatMap((single) => foundInValue(single, role, resources));
  });
}

function foundInValue(single: SingleBinding, role: Role, resources: Context["resources"]): readonly Found[] {
  switch (single.from) {
    case "task":
      return [];
    case "resource": {
      const resource = resources.get(single.resource);
      return resource ? [ofResource(resource, role)] : [];
    }
    case "literal":
      return ofLiteral(single.value, role);
  }
}

function ofResource({ name, kind, origin }: Resource, role: Role): Found {
  if (origin.by === "url") return { url: excerpt(origin.url, MAX_ADDRESS_CHARS) };
  const isTable = baseKind(kind) === "table" || (baseKind(kind) === "data" && role === "table");
  return { [isTable ? "table" : "file"]: excerpt(name, MAX_EXCERPT_CHARS) };
}

function ofLiteral(value: JsonValue, role: Role): readonly Found[] {
  if (typeof value === "string" && isAddress(value)) return [{ url: excerpt(value, MAX_ADDRESS_CHARS) }];
  return itemsOf(value, role).map((item) => ({ [role]: excerpt(asText(item), MAX_EXCERPT_CHARS) }));
}
