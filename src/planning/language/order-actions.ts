import { fitsAny, type Kind } from "../../domain/kinds.ts";
import { MAX_PLAN_TASKS } from "../../domain/plan.ts";
import type { Ontology, Port, TaskType } from "../../domain/task-types/index.ts";
import { argumentsOf, isCalled, nameOf } from "../wire/entries.ts";
import { parseReference } from "../wire/references.ts";
import { isAbsent, isRecord } from "../wire/values.ts";

/** An action with the place at which it was written: its id in the plan. */
interface Placed {
  readonly id: number;
  readonly entry: unknown;
  readonly type: TaskType | undefined;
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Actions in an order in which each can happen, with ids by their places as written: first what the files at hand allow,
 * then what that allows. Nothing is used up, so that whatever can happen at any time can still happen later: no search is
 * needed. Actions that none of it allows stay last, in their order, for repair to find what is missing.
 */
export function orderActions(
  actions: readonly unknown[],
  atHand: readonly Kind[],
  ontology: Ontology,
): readonly Readonly<Record<string, unknown>>[] {
  // One too many is kept, so that a plan that is too long is told from one that is not.
  const open = actions.slice(0, MAX_PLAN_TASKS + 1).map((entry, id) => place(entry, id, ontology));
  const kinds: Kind[] = [...atHand];
  const done = new Set<number>();
  const ordered: Placed[] = [];
  while (open.length > 0) {
    const possible = open.findIndex((action) => canHappen(action, kinds, done));
    const [next] = open.splice(Math.max(possible, 0), 1);
    if (!next) break;
    ordered.push(next);
    done.add(next.id);
    kinds.push(...(next.type?.outputs.flatMap((port) => port.kinds) ?? []));
  }
  return ordered.map(({ id, entry, given }) => ({
    ...(isRecord(entry) ? entry : { task: entry }),
    id,
    inputs: given,
  }));
}

function place(entry: unknown, id: number, ontology: Ontology): Placed {
  const name = isRecord(entry) ? nameOf(entry) : typeof entry === "string" ? entry : null;
  const given = isRecord(entry) ? argumentsOf(entry) : {};
  return { id, entry, type: ontology.read(name ?? ""), given: isRecord(given) ? given : {} };
}

/** What was written is at hand, but for another action's result; the rest has to be of a kind that is. */
function canHappen({ type, given }: Placed, kinds: readonly Kind[], done: ReadonlySet<number>): boolean {
  const values = Object.entries(given).filter(([, value]) => !isAbsent(value));
  const waits = values.flatMap(([, value]) => [value].flat()).some((value) => isOpenResult(value, done));
  if (waits || !type) return false;
  const isGiven = (port: Port): boolean => values.some(([name]) => isCalled(port, name));
  return type.inputs.every(
    (port) => !port.required || port.asks || isGiven(port) || kinds.some((kind) => fitsAny(kind, port.kinds)),
  );
}

function isOpenResult(value: unknown, done: ReadonlySet<number>): boolean {
  const reference = typeof value === "string" ? parseReference(value) : null;
  return reference !== null && !done.has(reference.task);
}
