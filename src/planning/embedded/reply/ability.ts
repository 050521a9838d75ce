import { BASE_KINDS, type BaseKind } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { similarity, type WordVectors } from "../../../words/vectors.ts";
import type { Ranker } from "../rank/index.ts";
import type { RequestView } from "../rank/view.ts";

/** Words of the question, and words that descriptions are full of: they tell no ability from another. */
const EMPTY = new Set(
  "can you do does is it are be able to a an the your i me my have could would will also know how this that in general generally of for with and or on any there way possible support capable offer something thing tool good at some".split(
    " ",
  ),
);
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !EMPTY.has(word));

/** What the ranker's log-odds count beside a likeness of at most 1, and how far they are looked at. */
const ODDS_SHARE = 0.05;
const MAX_ODDS = 4;
/** Less like what any task type does, a question is answered with all abilities. */
const MIN_LIKENESS = 0.7;

/**
 * The task type that a question for an ability speaks of: by how like its words are to those of the type's names and
 * descriptions, and by what the ranker makes of them. "Can you take noise out of recordings?" → audio-to-audio. Null
 * where none is like it.
 */
export function abilityAsked(question: RequestView, ontology: Ontology, ranker: Ranker): TaskType | null {
  const { vectors } = ranker;
  const meant = vectors.meanOf(wordsOf(question.masked));
  const named = question.tokens.flatMap(({ word }) => BASE_KINDS.filter((kind) => word === `#${kind}`));
  const assumed: readonly (readonly BaseKind[])[] = named.length > 0 ? named.map((kind) => [kind]) : [[], ["image"]];
  const odds = assumed.map((kinds) => ranker.odds({ ...question, kinds }));
  const scored = ontology.all.map((type) => {
    const likely = Math.max(...odds.map((of) => of(`node:${type.name}`)));
    const likeness = meant ? likenessOf(type, meant, vectors) : 0;
    return { type, score: likeness + ODDS_SHARE * Math.max(-MAX_ODDS, Math.min(MAX_ODDS, likely)) };
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  return best && best.score >= MIN_LIKENESS ? best.type : null;
}

function likenessOf(type: TaskType, meant: Float32Array, vectors: WordVectors): number {
  const phrases = [type.name, ...type.aliases, type.description, ...type.outputs.map(({ description }) => description)];
  const likenesses = phrases.flatMap((phrase) => {
    const mean = vectors.meanOf(wordsOf(phrase));
    return mean ? [similarity(meant, mean)] : [];
  });
  return Math.max(0, ...likenesses);
}
