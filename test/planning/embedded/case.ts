import { isKind } from "../../../src/domain/kinds.ts";
import { type Binding, goals, type Plan, type SingleBinding, type Task } from "../../../src/domain/plan.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { createOntology, type Ontology } from "../../../src/domain/task-types/index.ts";
import type { PlanReply, PlanRequest } from "../../../src/planning/controller.ts";
import { embeddedController } from "../../../src/planning/embedded/standalone.ts";
import { resource } from "../resources.ts";

/** A request and what must be made of it. */
export interface Case {
  readonly text: string;
  /** File names; "edges.png image/canny" where the extension doesn't tell the kind. */
  readonly files?: readonly string[] | undefined;
  /** Earlier turns, oldest first: who, what was said, and its files. */
  readonly log?: readonly (readonly ["user" | "assistant", string, ...(readonly string[])])[] | undefined;
  /** The tasks that nothing else takes from, each with what it takes, written as `describePlan` does; in any order. */
  readonly plan?: readonly string[] | undefined;
  /** What the answer must say when it is no plan. */
  readonly ask?: RegExp | undefined;
  readonly reply?: RegExp | undefined;
}

export const ontology = createOntology();

/** An address is a resource fetched from there. */
const file = (entry: string): Resource => {
  const [url, ofKind] = entry.split(" ");
  if (url?.startsWith("http"))
    return {
      ...resource(url.slice(url.lastIndexOf("/") + 1), ofKind !== undefined && isKind(ofKind) ? ofKind : undefined, {
        by: "url",
        url,
      }),
      id: `res_${url}`,
    };
  const [, name, kind] = /^(.*?)(?: ([a-z]+(?:\/[a-z]+)?))?$/.exec(entry) ?? [];
  return kind !== undefined && isKind(kind) ? resource(name ?? entry, kind) : resource(entry);
};

export const requestOf = ({ text, files = [], log = [] }: Case): PlanRequest => ({
  text,
  attached: files.map(file),
  log: log.map(([role, said, ...names]) => ({ role, text: said, resources: names.map(file) })),
  ontology,
});

export const planned = (request: PlanRequest): Promise<PlanReply> => embeddedController.plan(request);

/** Task types that have a shorter name everyone knows. */
const SHORT: Readonly<Record<string, string>> = {
  "optical-character-recognition": "ocr",
  "automatic-speech-recognition": "asr",
  "text-to-speech": "tts",
  "token-classification": "ner",
  "question-answering": "qa",
  "visual-question-answering": "vqa",
  "document-question-answering": "dqa",
  "table-question-answering": "tqa",
};

/** A plan as nested expressions, such as `tts(summarization(ocr(invoice.png)))`, one for each task nothing takes from. */
export function describePlan(plan: Plan, types: Ontology = ontology): readonly string[] {
  return goals(plan)
    .map((task) => describeTask(task, plan, types))
    .toSorted();
}

function describeTask(task: Task, plan: Plan, types: Ontology): string {
  const single = (binding: SingleBinding): string => {
    if (binding.from === "literal")
      return `'${typeof binding.value === "string" ? binding.value : JSON.stringify(binding.value)}'`;
    if (binding.from === "resource") return binding.resource.replace(/^res_/, "");
    const producer = plan.tasks.find((other) => other.id === binding.task);
    return producer ? describeTask(producer, plan, types) : "nothing";
  };
  const value = (binding: Binding): string =>
    binding.from === "list" ? `[${binding.items.map(single).join(", ")}]` : single(binding);
  const ports = types.get(task.type)?.inputs ?? [];
  const args = ports.flatMap((port) => {
    const binding = task.args[port.name];
    return binding ? [{ name: port.name, value: value(binding) }] : [];
  });
  const [only] = args;
  const written =
    args.length === 1 && only?.name === ports[0]?.name
      ? only?.value
      : args.map((arg) => `${arg.name}=${arg.value}`).join(", ");
  return `${SHORT[task.type] ?? task.type}(${written ?? ""})`;
}

/** The outcome in the words of a case, for comparison. */
export function outcomeOf(reply: PlanReply, types: Ontology = ontology): readonly string[] {
  if (reply.as === "plan") return describePlan(reply.plan, types);
  return [reply.as === "written" ? "written" : `${reply.as}: ${reply.text}`];
}
