import { baseKind } from "../../../domain/kinds.ts";
import type { Port } from "../../../domain/task-types/index.ts";
import { isCalled, sharesWord } from "../../wire/entries.ts";
import { itemsOf, type Meaning, type WrittenArgument } from "../../wire/meanings.ts";
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
  readonly unused: readonly { readonly task: DraftTask; readonly argument: WrittenArgument }[];
}

/**
 * Binds every argument that fits just as it was meant. Arguments find their inputs by name, by alias, by a word in
 * common, by kind, and at last by what is free. References to tasks mentioned earlier are bound first, so that of the
 * links of a circle the ones that point forward in order of mention are left over.
 */
export function bindAll(draft: Draft): Leftovers {
  const gaps: Gap[] = [];
  const unused: { task: DraftTask; argument: WrittenArgument }[] = [];
  const forward: Gap[] = [];
  const places = new Map(draft.tasks.map((task, place) => [task.id, place]));
  for (const [place, task] of draft.tasks.entries()) {
    const assigned = assign(task, draft);
    for (const [argument, port] of assigned) {
      if (!port) {
        unused.push({ task, argument });
        continue;
      }
      for (const meaning of meaningsAt(port, argument)) {
        const gap = { task, port, meaning };
        const isForward = meaning.is === "task" && (places.get(meaning.task) ?? -1) >= place;
        if (isForward) forward.push(gap);
        else if (!bindMeaning(draft, gap)) gaps.push(gap);
      }
    }
    const given = new Set(assigned.map(([, port]) => port));
    for (const port of task.type?.inputs ?? [])
      if (port.required && !given.has(port)) gaps.push({ task, port, meaning: null });
  }
  gaps.push(...forward.filter((gap) => !bindMeaning(draft, gap)));
  return { gaps: gaps.toSorted((a, b) => (places.get(a.task.id) ?? 0) - (places.get(b.task.id) ?? 0)), unused };
}

const meaningsAt = (port: Port, { meanings }: WrittenArgument): readonly Meaning[] =>
  port.many ? meanings.flatMap(itemsOf) : meanings;

/** Binds an input to what was meant for it, where that fits. */
export function bindMeaning(draft: Draft, { task, port, meaning }: Gap): boolean {
  const single = meaning && draft.fit(task.id, port, meaning);
  return single ? draft.bind(task, port, single) : false;
}

type Matches = (argument: WrittenArgument, port: Port) => boolean;

function assign(task: DraftTask, draft: Draft): readonly (readonly [WrittenArgument, Port | null])[] {
  const inputs = task.type?.inputs ?? [];
  const ports = new Map<WrittenArgument, Port>();
  const fits = fitting(task, draft);
  const rounds: readonly Matches[] = [
    ({ name }, port) => name === port.name,
    ({ name }, port) => name !== null && isCalled(port, name),
    ({ name }, port) => name !== null && sharesWord(port, name),
    (argument, port) => port.required && port.name === "question" && asks(argument) && fits(argument, port),
    (argument, port) => port.required && fits(argument, port),
    // Nearly everything is data: what need not be there is meant only by its name.
    (argument, port) => !port.kinds.every((kind) => baseKind(kind) === "data") && fits(argument, port),
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

/** Whether an argument fits a port just as it was meant. A long text is parsed to tell, so the answer is kept. */
function fitting(task: DraftTask, draft: Draft): Matches {
  const known = new Map<WrittenArgument, Map<Port, boolean>>();
  return (argument, port) => {
    const answers = known.get(argument) ?? new Map<Port, boolean>();
    known.set(argument, answers);
    const cached = answers.get(port);
    if (cached !== undefined) return cached;
    const meanings = meaningsAt(port, argument);
    const answer =
      (port.many || meanings.length === 1) && meanings.every((meaning) => draft.fit(task.id, port, meaning) !== null);
    answers.set(port, answer);
    return answer;
  };
}

/** Written like a question: among several texts, the one that is the question. */
const asks = ({ meanings: [first] }: WrittenArgument): boolean =>
  first?.is === "literal" && typeof first.value === "string" && first.value.trimEnd().endsWith("?");
