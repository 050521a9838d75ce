import type { Repair } from "../../../domain/repair.ts";
import { bindMeaning, type Gap } from "./bind.ts";
import { describeMeaning, labelOf } from "./describe.ts";
import type { Draft } from "./draft.ts";

/**
 * Arguments of one task that stand in each other's place: an empty input takes what was written for another one that
 * cannot take it. Binds what fits that way, and gives back what is still empty.
 */
export function exchangeMisplaced(
  draft: Draft,
  gaps: readonly Gap[],
): { readonly gaps: readonly Gap[]; readonly repairs: readonly Repair[] } {
  const repairs: Repair[] = [];
  const used = new Set<Gap>();
  const filled = new Set<Gap>();
  for (const group of Map.groupBy(gaps, (gap) => gap.task).values()) {
    for (const gap of group) {
      const { task, port } = gap;
      if (task.bound.has(port.name)) continue;
      const other = group.find(
        (one) => one !== gap && !used.has(one) && one.meaning && bindMeaning(draft, { ...gap, meaning: one.meaning }),
      );
      if (!other?.meaning) continue;
      used.add(other);
      filled.add(gap);
      const message = `${labelOf(task)}: ${describeMeaning(other.meaning, draft)} was written for "${other.port.name}", and stands for "${port.name}" now`;
      repairs.push({ kind: "rebound", task: task.id, port: port.name, message });
    }
  }
  const left = gaps.filter((gap) => !filled.has(gap) && !(used.has(gap) && gap.task.bound.has(gap.port.name)));
  return { gaps: left.map((gap) => (used.has(gap) ? { ...gap, meaning: null } : gap)), repairs };
}
