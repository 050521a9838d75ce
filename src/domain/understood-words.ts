import type { TaskId } from "./plan.ts";
import { CONFIDENCE_THRESHOLDS, type RequestParts, type Understood } from "./understanding.ts";

/** A part of a request, as it is told; what is quoted from the request stands in quotation marks. */
export interface ToldPart {
  readonly title: string;
  readonly items: readonly string[];
}

const quoted = (items: readonly string[]): readonly string[] => items.map((item) => `“${item}”`);

/** Every part but the instruction. */
const PARTS: readonly (readonly [string, (parts: RequestParts) => readonly string[]])[] = [
  ["Texts", ({ texts }) => quoted(texts)],
  ["Questions", ({ questions }) => quoted(questions)],
  ["Files", ({ files }) => files],
  ["Addresses", ({ urls }) => urls],
  ["Tables", ({ tables }) => tables],
  ["Labels to choose from", ({ categories }) => quoted(categories)],
  ["From the language", ({ languages }) => languages.source],
  ["Into the language", ({ languages }) => languages.target],
];

/** The parts of a request that are there, but for the instruction. */
export const partsInWords = (parts: RequestParts): readonly ToldPart[] =>
  PARTS.flatMap(([title, of]) => {
    const items = of(parts);
    return items.length === 0 ? [] : [{ title, items }];
  });

/**
 * How sure the embedded planner was of its plan, and what was done about its doubt.
 * @param confidence from 0 to 1
 * @param controller who made the plan; null where that is not known
 */
export function confidenceInWords(confidence: number, controller: string | null): string {
  const share = `about ${Math.round(confidence * 100)} in a hundred plans like this one are right`;
  if (confidence >= CONFIDENCE_THRESHOLDS.handOver) return `Sure enough to run it: ${share}.`;
  if (controller !== null && controller !== "embedded") {
    return `The embedded planner was in doubt (${share}), so that it did not make this plan.`;
  }
  return confidence < CONFIDENCE_THRESHOLDS.ask
    ? `In doubt: ${share} in every detail. Such a plan is told first, and runs only after a yes.`
    : `Not certain: ${share} in every detail. The plan is proved to be able to run; where it is not what was meant, a further message can put it right.`;
}

/** Why a task is in the plan; null where nobody said. */
export function reasonInWords(task: TaskId, understood: Pick<Understood, "reasons"> | null): string | null {
  const reason = understood?.reasons.find((one) => one.task === task);
  if (!reason) return null;
  return reason.words.length === 0
    ? "Another task needs it."
    : `Because of the words ${quoted(reason.words).join(", ")}.`;
}
