export type EntityType = "PER" | "LOC" | "ORG" | "DATE" | "MONEY" | "EMAIL";

/** Something named in a text: `text.slice(start, end)`, in UTF-16 units. */
export interface Entity {
  readonly type: EntityType;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export const entityAt = (type: EntityType, text: string, start: number, end: number): Entity => ({
  type,
  text: text.slice(start, end),
  start,
  end,
});

/** The entities that touch none of the taken ones; both lists in the order of the text, without overlaps. */
export function besides(taken: readonly Entity[], entities: readonly Entity[]): Entity[] {
  let at = 0;
  return entities.filter((entity) => {
    while (at < taken.length && (taken[at]?.end ?? 0) <= entity.start) at++;
    const next = taken[at];
    return next === undefined || next.start >= entity.end;
  });
}

/**
 * Of entities that overlap the longest, and of equally long ones the first in the list; in the order of the text.
 */
export function keepLongest(entities: readonly Entity[]): Entity[] {
  const kept: Entity[] = [];
  const byStart = entities
    .map((entity, rank) => ({ entity, rank }))
    .sort((a, b) => a.entity.start - b.entity.start || b.entity.end - a.entity.end || a.rank - b.rank);
  for (const { entity } of byStart) {
    const last = kept.at(-1);
    if (last === undefined || entity.start >= last.end) kept.push(entity);
    else if (entity.end - entity.start > last.end - last.start) kept[kept.length - 1] = entity;
  }
  return kept;
}
