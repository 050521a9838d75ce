import { listed } from "../../domain/listed.ts";
import { asksWhether, asksWhich } from "../../words/question-form.ts";
import { surenessOf } from "../../words/sureness.ts";
import { percent } from "../markdown.ts";
import { labelledEntries, type TaskResult } from "../results.ts";
import { resultsThat, sourceName, type Tell, type Told } from "./told.ts";

/** A text with its labels, or a sentence to which others were compared: each with a score for a name. */
interface Scored {
  readonly result: TaskResult;
  readonly scores: readonly { readonly name: string; readonly score: number }[];
}

/**
 * Yes or no where the request names a label ("is it positive?"), and which of several comes first: of several sources the
 * one with the most of the label, of several sentences the nearest.
 */
export const labelsTold: Tell = (request, results) => {
  const [compared, further] = resultsThat(results, "similarities");
  if (compared && !further) return asksWhich(request) ? nearest(compared) : null;
  const ofWhole = resultsThat(results, "labels").filter((result) => labelledEntries(result) === null);
  const labelled = ofWhole.map((result) => ({
    result,
    scores: result.labels.map(({ label, score }) => ({ name: label, score })),
  }));
  const [name, another] = namedIn(
    request,
    labelled.flatMap(({ scores }) => scores.map((one) => one.name)),
  );
  if (name === undefined || another !== undefined) return null;
  const [only, second] = labelled;
  if (only && !second) return asksWhether(request) ? yesOrNo(name, only) : null;
  return second && asksWhich(request) ? mostOf(name, labelled) : null;
};

/** The labels that the words of a request name, each once. */
export function namedIn(request: string, labels: readonly string[]): readonly string[] {
  const words = ` ${request.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  return [...new Set(labels)].filter((name) => words.includes(` ${name.toLowerCase()} `));
}

function yesOrNo(name: string, { result, scores: [best] }: Scored): Told | null {
  if (!best) return null;
  return { text: `${best.name === name ? "Yes" : "No"}: ${best.name}${surenessOf([best.score])}.`, tells: [result] };
}

function mostOf(name: string, labelled: readonly Scored[]): Told | null {
  const [best, ...rest] = labelled
    .map(({ result, scores }) => ({ result, score: scores.find((one) => one.name === name)?.score ?? 0 }))
    .toSorted((one, other) => other.score - one.score);
  if (!best || best.score === rest[0]?.score) return null;
  const others = rest.map(({ result, score }) => `${sourceName(result, "the other")} ${percent(score)}`);
  return {
    text: `${sourceName(best.result, "the first")} is the most ${name}: ${percent(best.score)} (${listed(others)}).`,
    tells: [],
  };
}

/** Of a long sentence its beginning tells which one is meant. */
const MAX_SENTENCE_CHARS = 200;

function nearest({ sentences }: Extract<TaskResult, { readonly is: "similarities" }>): Told | null {
  const [best, next] = sentences.toSorted((one, other) => other.score - one.score);
  if (!best || !next || best.score === next.score) return null;
  const sentence = best.sentence.slice(0, MAX_SENTENCE_CHARS).toWellFormed();
  return { text: `“${sentence}” is the closest (${percent(best.score)}).`, tells: [] };
}
