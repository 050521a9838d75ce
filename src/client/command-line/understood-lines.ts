import type { RequestParts, Understood } from "../../domain/understanding.ts";
import { type StyledLine, span } from "./styled.ts";

/** The parts of a request and its conditions, a line each; of a part with more items than `most`, how many are left. */
export function understoodLines({ parts, conditions }: Understood, most: number): readonly StyledLine[] {
  const steps = parts.instruction.map((step, index) => [span(`  ${index + 1}. ${step}`)]);
  return [
    ...steps.slice(0, most),
    ...(steps.length > most ? [[span(`  … and ${steps.length - most} more`, "dim")]] : []),
    ...PARTS.flatMap(([title, part]) => {
      const items = part(parts);
      return items.length === 0 ? [] : [[span(`  ${title}: `, "dim"), span(items.slice(0, most).join(", "))]];
    }),
    ...conditions.slice(0, most).map((condition) => [span("  condition: ", "dim"), span(condition)]),
  ];
}

const PARTS: readonly (readonly [string, (parts: RequestParts) => readonly string[]])[] = [
  ["texts", ({ texts }) => texts.map(quoted)],
  ["questions", ({ questions }) => questions.map(quoted)],
  ["files", ({ files }) => files],
  ["addresses", ({ urls }) => urls],
  ["tables", ({ tables }) => tables],
  ["categories", ({ categories }) => categories.map(quoted)],
  ["source language", ({ languages }) => languages.source],
  ["target language", ({ languages }) => languages.target],
];

const quoted = (text: string): string => `“${text}”`;

/** How sure the controller is of its plan, for the headline; nothing where it doesn't tell. */
export const sureness = ({ confidence }: Understood): string =>
  confidence === null ? "" : ` · ${Math.round(confidence * 100)}% sure`;

/** Why a task is in the plan: a line, or none where the controller gave no reason. */
export function reasonLine(task: number, { reasons }: Understood): readonly StyledLine[] {
  const reason = reasons.find((one) => one.task === task);
  if (!reason) return [];
  const why =
    reason.words.length === 0 ? "as another task needs it" : `because of ${reason.words.map(quoted).join(", ")}`;
  return [[span(`      ${why}`, "dim")]];
}
