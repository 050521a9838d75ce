import type { EntityType } from "../entities/entity.ts";
import { findEntities } from "../entities/find-entities.ts";
import type { CandidateType } from "./kinds.ts";
import { freeValues, type Labels, labelsOf, NO_LABELS } from "./layout.ts";
import type { AskedText } from "./reading.ts";
import type { Span } from "./values.ts";

/** What may answer, and what announces it. */
export interface AnswerCandidate extends Span {
  readonly type: CandidateType;
  readonly unit: number;
  readonly labels: Labels;
}

const NAMED: Partial<Record<EntityType, CandidateType>> = { PER: "person", ORG: "organization", LOC: "place" };
/** Of a sentence or line that is given whole. */
const MAX_SENTENCE_CHARS = 400;
/** A longer stretch of a line is no value. */
const MAX_FREE_CHARS = 100;

/** A sentence or line of more values is a list of figures, or hostile: each is compared with all words of its unit. */
const MAX_PER_UNIT = 60;

/** All that may answer in the unit at an index. */
export function candidatesIn(reading: AskedText, index: number): AnswerCandidate[] {
  const unit = reading.units[index];
  if (unit === undefined) return [];
  const at = (type: CandidateType, { start, end }: Span): AnswerCandidate => ({
    type,
    start,
    end,
    unit: index,
    labels: type === "sentence" ? NO_LABELS : labelsOf(reading.units, index, { start, end }),
  });
  const free = freeValues(unit).filter(({ start, end }) => end > start && end - start <= MAX_FREE_CHARS);
  const names = findEntities(unit.text).flatMap(({ type, start, end }) => {
    const named = NAMED[type];
    return named === undefined
      ? []
      : [{ type: named, ...whole({ start: unit.start + start, end: unit.start + end }, free) }];
  });
  const values = [
    ...(reading.values[index] ?? []),
    ...names,
    ...free.map((span) => ({ type: "free" as const, ...span })),
  ];
  const sentence = unit.end - unit.start <= MAX_SENTENCE_CHARS ? [at("sentence", unit)] : [];
  return [...values.slice(0, MAX_PER_UNIT).map((value) => at(value.type, value)), ...sentence];
}

/** The value on a line that a name is most of, as "Northern Grid Energy" is of "Northern Grid Energy plc". */
function whole({ start, end }: Span, free: readonly Span[]): Span {
  const around = free.filter((value) => value.start <= start && end <= value.end);
  const [shortest] = around.toSorted((one, other) => one.end - one.start - (other.end - other.start));
  return shortest !== undefined && 2 * (end - start) >= shortest.end - shortest.start
    ? { start: shortest.start, end: shortest.end }
    : { start, end };
}

/** Of a longer one only the beginning is given. */
const MAX_LIST_LINES = 30;
const LEAST_LIST_LINES = 2;

/** Lines below each other that have an amount each: the items of a receipt, with their prices. */
export function listsIn({ units, values }: AskedText): AnswerCandidate[] {
  const lists: AnswerCandidate[] = [];
  for (let first = 0; first < units.length; first++) {
    let next = first;
    while (next - first < MAX_LIST_LINES && isItem(next) && units[next]?.block === units[first]?.block) next++;
    const [begin, end] = [units[first], units[next - 1]];
    if (next - first < LEAST_LIST_LINES || begin === undefined || end === undefined) continue;
    lists.push({ type: "list", start: begin.start, end: end.end, unit: first, labels: NO_LABELS });
    first = next;
  }
  return lists;

  function isItem(index: number): boolean {
    const [unit, amount] = [units[index], values[index]?.find(({ type }) => type === "money")];
    if (unit === undefined || unit.prose || amount === undefined) return false;
    return /\p{L}{2}/u.test(unit.text.slice(0, amount.start - unit.start));
  }
}
