import type { Kind } from "../../domain/kinds.ts";
import type { PlanNote } from "../../domain/plan.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import type { PlanReply } from "../controller.ts";
import { findEntries } from "../wire/entries.ts";
import { mendJson } from "../wire/mend-json.ts";
import { isJson, isRecord } from "../wire/values.ts";
import { orderActions } from "./order-actions.ts";
import { readAnswer, withoutThought } from "./read-answer.ts";

const MENDED =
  "The JSON of the language model's answer was broken and was mended; what stood behind the break may be missing";

/**
 * What a model's choice of actions means: a plan without links, its tasks in an order in which they can happen. Repair
 * fills in what each takes from which. An answer without actions is read as any other. Never throws.
 */
export function readActions(
  answer: string,
  { atHand, ontology }: { readonly atHand: readonly Kind[]; readonly ontology: Ontology },
  notes: readonly PlanNote[],
): PlanReply {
  const said = withoutThought(answer);
  const found = mendJson(said);
  const actions = found && entriesOf(found.json);
  if (!actions || actions.length === 0) return readAnswer(answer, notes);
  const plan = orderActions(actions, atHand, ontology);
  const goals = isRecord(found.json) && Array.isArray(found.json.goals) ? { goals: found.json.goals } : {};
  const json: unknown = { plan, ...goals };
  if (!isJson(json)) return readAnswer(answer, notes);
  return { as: "written", json, notes: found.isMended ? [...notes, MENDED] : notes, said };
}

const entriesOf = (json: unknown): readonly unknown[] | null =>
  isRecord(json) && Array.isArray(json.actions) ? json.actions : findEntries(json);
