import { baseKind, fitsAny } from "../../domain/kinds.ts";
import type { Binding, Plan, SingleBinding, Task } from "../../domain/plan.ts";
import type { Resource } from "../../domain/resources.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import type { PlanRequest } from "../controller.ts";
import { askFor } from "./ask.ts";
import { type Clause, plainly } from "./clauses.ts";
import { languagePair } from "./languages.ts";
import type { MaskedRequest, MaterialPart } from "./parts.ts";
import type { PlanSketch, SketchedTask } from "./trained/sketch.ts";
import { asPrompt, labelsIn } from "./wording.ts";

/** What a sketch is bound to, or the question for what is missing. */
type Bound = { readonly plan: Plan } | { readonly missing: string };

/**
 * Binds a sketch to the letter: one task for each of it, its links and no others, files and words by their order. With
 * less understanding of the words than `composeSketch` has, for where that would make something else of it.
 */
export function bindSketch(
  sketch: PlanSketch,
  clauses: readonly Clause[],
  reading: MaskedRequest,
  request: PlanRequest,
): Bound {
  const tasks: Task[] = [];
  for (const [id, sketched] of sketch.tasks.entries()) {
    const type = request.ontology.get(sketched.type);
    if (!type) continue;
    const givers = sketch.links.flatMap(([from, to]) => (to === id ? [from] : []));
    const open = new Set(givers);
    const args: Record<string, Binding> = {};
    for (const port of inOrderOfNeed(type)) {
      const taken = isLanguage(port) ? null : takeGivers(port, open, sketch, request);
      const binding =
        taken ?? (port.required || isLanguage(port) ? materialFor(port, sketched, clauses, reading, request) : null);
      if (binding) args[port.name] = binding;
      else if (port.required) return { missing: askFor(type, port) };
    }
    tasks.push({ id, type: type.name, args });
  }
  return { plan: { tasks } };
}

/** A question is put in words more often than it comes from another task. */
const inOrderOfNeed = ({ inputs }: TaskType): readonly Port[] =>
  inputs.toSorted(
    (a, b) => Number(b.required) - Number(a.required) || Number(a.name === "question") - Number(b.name === "question"),
  );

/** The outputs of givers that a port takes: one, or all where it takes many. */
function takeGivers(port: Port, open: Set<number>, sketch: PlanSketch, { ontology }: PlanRequest): Binding | null {
  const items: SingleBinding[] = [];
  for (const giver of [...open]) {
    const output = ontology
      .get(sketch.tasks[giver]?.type ?? "")
      ?.outputs.find(({ kinds }) => kinds.some((kind) => fitsAny(kind, port.kinds)));
    if (!output || (items.length > 0 && !port.many)) continue;
    items.push({ from: "task", task: giver, output: output.name });
    open.delete(giver);
  }
  const [first] = items;
  return first === undefined ? null : port.many ? { from: "list", items } : first;
}

function materialFor(
  port: Port,
  sketched: SketchedTask,
  clauses: readonly Clause[],
  reading: MaskedRequest,
  { attached, log }: PlanRequest,
): Binding | null {
  const clause = clauses.findLast(({ start }) => start <= sketched.at) ?? clauses[0];
  const isText = port.kinds.some((kind) => baseKind(kind) === "text");
  const words = isText ? wordsFor(port, clause, reading) : null;
  if (isLanguage(port) && !words?.length) return null;
  if (words !== null && words.length > 0) {
    const items = words.map((value): SingleBinding => ({ from: "literal", value }));
    const [first] = items;
    if (first) return port.many ? { from: "list", items } : first;
  }
  const files = [...attached, ...log.toReversed().flatMap(({ resources }) => resources)];
  const file = named(clause, files, port) ?? files.find(({ kind }) => fitsAny(kind, port.kinds));
  if (file) return { from: "resource", resource: file.id };
  const own = isText && clause ? plainly(asPrompt(clause, [])) : "";
  return own === "" ? null : { from: "literal", value: own };
}

const named = (clause: Clause | undefined, files: readonly Resource[], port: Port): Resource | undefined =>
  clause?.parts
    .flatMap(({ part }) => (part.as === "file" && part.resource ? [part.resource] : []))
    .find((resource) => files.includes(resource) && fitsAny(resource.kind, port.kinds));

const SHORT_WORDS = 4;

function wordsFor(port: Port, clause: Clause | undefined, { parts }: MaskedRequest): readonly string[] | null {
  const near = [...(clause?.parts ?? []), ...parts].flatMap(({ part }) => (part.as === "file" ? [] : [part]));
  if (port.name === "question") return firstOf(near, true) ?? (clause ? [plainly(asPrompt(clause, []))] : null);
  if (isLanguage(port))
    return clause
      ? languagePair(clause.text)
          .targets.slice(0, 1)
          .map(({ name }) => name)
      : null;
  if (port.name === "labels")
    return clause
      ? (labelsIn(
          clause,
          near.map(({ text }) => text),
        ) ?? near.filter(isShort).map(({ text }) => text))
      : null;
  if (port.many) return [...new Set(near.map(({ text }) => text))].slice(1);
  return firstOf(near, false);
}

/** What a translation leads to; where it comes from is heard from the words themselves. */
const isLanguage = ({ name }: Port): boolean => name === "target-language";

type Words = Exclude<MaterialPart, { readonly as: "file" }>;

const firstOf = (parts: readonly Words[], asked: boolean): readonly string[] | null => {
  const found = parts.find((part) => asksOf(part) === asked) ?? (asked ? undefined : parts[0]);
  return found ? [found.text] : null;
};
const asksOf = (part: Words): boolean => (part.as !== "code" && part.asked) || /\?\s*$/.test(part.text);
const isShort = ({ text }: Words): boolean => text.split(" ").length <= SHORT_WORDS;
