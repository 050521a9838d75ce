import type { RunReport } from "../../src/client/client.ts";
import type { RequestParts } from "../../src/domain/understanding.ts";

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

/** The parts of a request that are there. */
export const partsInWords = (parts: RequestParts): readonly ToldPart[] =>
  PARTS.flatMap(([title, of]) => {
    const items = of(parts);
    return items.length === 0 ? [] : [{ title, items }];
  });

/** What a probability of a plan means. */
export const confidenceInWords = (confidence: number): string =>
  `Of a hundred plans that the planner is this sure of, about ${Math.round(confidence * 100)} are right.`;

/** Why a task is in the plan; null where nobody said. */
export function reasonInWords(task: number, understood: RunReport["understood"]): string | null {
  const reason = understood?.reasons.find((one) => one.task === task);
  if (!reason) return null;
  return reason.words.length === 0
    ? "Another task needs it."
    : `Because of the words ${quoted(reason.words).join(", ")}.`;
}
