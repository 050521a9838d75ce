import type { Repair } from "../../domain/repair.ts";
import { type StyledLine, span } from "./styled.ts";

/** What was changed to make a plan sound, a line each; of more than `most`, how many are left. */
export function repairLines(repairs: readonly Repair[], most: number): readonly StyledLine[] {
  const shown = repairs.length <= most ? repairs : repairs.slice(0, Math.max(0, most - 1));
  const left = repairs.length - shown.length;
  return [
    ...shown.map(({ message }) => [span(`  mended: ${message}`, "yellow")]),
    ...(left > 0 ? [[span(`  … and ${left} more ${left === 1 ? "change" : "changes"}`, "dim")]] : []),
  ];
}
