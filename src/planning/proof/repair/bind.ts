import type { SingleBinding } from "../../../domain/plan.ts";
import type { Port } from "../../../domain/task-types/index.ts";
import { isCalled, sharesWord } from "../../wire/entries.ts";
import type { Argument, Meaning } from "../../wire/meanings.ts";
import type { Draft, DraftTask } from "./draft.ts";

/** An input that is left without a value, and what was written there, if anything. */
export interface Gap {
  readonly task: DraftTask;
  readonly port: Port;
  readonly meaning: Meaning | null;
}

/** What binding left over: inputs to be filled, and arguments that no input is meant by. */
export interface Leftovers {
  readonly gaps: readonly Gap[];
  readonly unused: readonly { readonly task: DraftTask; readonly argument: Argument }[];
}

/**
 * Binds every argument that fits just as it was meant. Arguments find their inputs by name, by alias, by a word in
 * common, by kind, and at last by what is free. References to tasks mentioned earlier are bound first, so that of the
 * links of a circle the ones that point backwards are left over.
 */
export function bindAll(draft: Draft): Leftovers {
  const gaps: Gap[] = [];
  const unused: { task: DraftTask; argument: Argument }[] = [];
  const forward: Gap[] = [];
  const places = new Map(draft.tasks.map((task, place) => [task.id, place]));
  for (const [place, task] of draft.tasks.entries()) {
    const assigned = assign(task, draft);
    for (const [argument, port] of assigned) {
      if (!port) unused.push({ task, argument });
      for (const meaning of port ? argument.meanings : []) {
        if (!port) continue;
        const isForward = meaning.is === "task" && (places.get(meaning.task) ?? -1) >= place;
        if (isForward) forward.push({ task, port, meaning });
        else if (!bindMeaning(draft, { task, port, meaning })) gaps.push({ task, port, meaning });
      }
    }
    const given = new Set(assigned.map(([, port]) => port));
    for (const port of task.type?.inputs ?? [])
      if (port.required && !given.has(port)) gaps.push({ task, port, meaning: null });
  }
  gaps.push(...forward.filter((gap) => !bindMeaning(draft, gap)));
  return { gaps: gaps.toSorted((a, b) => (places.get(a.task.id) ?? 0) - (places.get(b.task.id) ?? 0)), unused };
}

/** Adds a value to an input; one that takes a single value keeps its first. */
export function bind(task: DraftTask, port: Port, single: SingleBinding): boolean {
  const known = task.bound.get(port.name) ?? [];
  if (known.length > 0 && !port.many) return false;
  task.bound.set(port.name, [...known, single]);
  return true;
}

function bindMeaning(draft: Draft, { task, port, meaning }: Gap): boolean {
  const single = meaning && draft.fit(task.id, port, meaning);
  return single ? bind(task, port, single) : false;
}

type Matches = (argument: Argument, port: Port) => boolean;

function assign(task: DraftTask, draft: Draft): readonly (readonly [Argument, Port | null])[] {
  const inputs = task.type?.inputs ?? [];
  const ports = new Map<Argument, Port>();
  const fits: Matches = ({ meanings }, port) =>
    meanings.every((meaning) => draft.fit(task.id, port, meaning) !== null) && (port.many || meanings.length === 1);
  const named = (match: (port: Port, name: string) => boolean): Matches =>
    function isNamed(argument, port) {
      return argument.name !== null && match(port, argument.name);
    };
  const rounds: readonly Matches[] = [
    named((port, name) => port.name === name),
    named(isCalled),
    named(sharesWord),
    (argument, port) => port.required && asks(argument) && port.name === "question" && fits(argument, port),
    (argument, port) => port.required && fits(argument, port),
    fits,
    (_, port) => port.required,
  ];
  for (const matches of rounds) {
    const taken = new Set(ports.values());
    for (const argument of task.args) {
      if (ports.has(argument)) continue;
      const port = inputs.find(
        (candidate) => (candidate.many || !taken.has(candidate)) && matches(argument, candidate),
      );
      if (!port) continue;
      ports.set(argument, port);
      taken.add(port);
    }
  }
  return task.args.map((argument) => [argument, ports.get(argument) ?? null]);
}

/** Written like a question: among several texts, the one that is the question. */
const asks = ({ meanings: [first] }: Argument): boolean =>
  first?.is === "literal" && typeof first.value === "string" && first.value.trimEnd().endsWith("?");
