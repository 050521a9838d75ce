import type { AskedBudget, Constraints } from "./constraints.ts";
import type { TaskId } from "./plan.ts";

/** The parts of a request (HIVE, arXiv 2412.12839, section 3.3). A part that is not there is empty. */
export interface RequestParts {
  /** The steps to be done, including implied ones. */
  readonly instruction: readonly string[];
  /** Texts to work on, and descriptions of what is to be made; the beginning of each. */
  readonly texts: readonly string[];
  readonly questions: readonly string[];
  /** Names of files, tables apart. */
  readonly files: readonly string[];
  readonly urls: readonly string[];
  /** Names of tables, and the beginning of data that stands in the request itself. */
  readonly tables: readonly string[];
  /** Labels to choose from. */
  readonly categories: readonly string[];
  /** BCP 47 or as they were said; a request may ask for several at once. */
  readonly languages: { readonly source: readonly string[]; readonly target: readonly string[] };
}

/** Why a task is in the plan: the words that decided. Empty when it was needed by another. */
export interface TaskReason {
  readonly task: TaskId;
  readonly words: readonly string[];
}

/** How the controller understood the words of a request. */
export interface Understanding {
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
  /** The probability that the plan is right, from 0 to 1, calibrated; `null` for a controller that doesn't know. */
  readonly confidence: number | null;
  readonly reasons: readonly TaskReason[];
}

/** How a request was understood, for display; `null` where the controller does not say. */
export interface Understood {
  readonly parts: RequestParts;
  /** The constraints on models in the request's words. */
  readonly constraints: Constraints | null;
  /** The constraints that the caller set explicitly. */
  readonly given: Constraints | null;
  readonly budget: AskedBudget | null;
  /** Constraints and budget in plain words. */
  readonly conditions: readonly string[];
  readonly confidence: number | null;
  readonly reasons: readonly TaskReason[];
}

/** Probabilities that a plan is right, below which it is not simply run. */
export interface Thresholds {
  /** A language model plans instead: that takes seconds and costs little, and spares a wrong answer. */
  readonly handOver: number;
  /**
   * A person is asked, where no language model can be. A wrong plan that runs counts three times a question back;
   * `scores.json` has the curve over words never seen, and docs/evaluation.md what strangers made of another threshold.
   */
  readonly ask: number;
}
export const CONFIDENCE_THRESHOLDS: Thresholds = { handOver: 0.6, ask: 0.5 };

/** A part of a request for display; quotations from the request are in quotation marks. */
interface ToldPart {
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

/** The non-empty parts of a request for display, without the instruction. */
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
