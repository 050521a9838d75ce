import type { BaseKind } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import type { Ranker } from "../rank/index.ts";
import { likenessOf, tellingWords, worthOfOdds } from "../rank/likeness.ts";
import type { RequestView } from "../read/view.ts";
import { kindOfNoun } from "../read/vocabulary.ts";

/** What is named of these is taken to be at hand. */
const MEDIA: ReadonlySet<BaseKind> = new Set(["image", "audio", "video"]);

/** The kinds of things that the words name: "recordings" → audio. */
export const kindsNamed = ({ tokens }: RequestView): readonly BaseKind[] => [
  ...new Set(tokens.flatMap(({ said }) => kindOfNoun(said.toLowerCase()) ?? [])),
];

/** Less like what any task type does, a question is answered with all abilities. */
const MIN_LIKENESS = 0.7;

/**
 * The task type that a question for an ability speaks of: by how like its words are to those of the type's names and
 * descriptions, and by what the ranker makes of them. "Can you take noise out of recordings?" → audio-to-audio. Null
 * where none is like it.
 */
export function abilityAsked(question: RequestView, ontology: Ontology, ranker: Ranker): TaskType | null {
  const meant = ranker.vectors.meanOf(tellingWords(question.masked));
  const named = kindsNamed(question).filter((kind) => MEDIA.has(kind));
  const assumed: readonly (readonly BaseKind[])[] = named.length > 0 ? named.map((kind) => [kind]) : [[], ["image"]];
  const odds = assumed.map((kinds) => ranker.rank({ ...question, kinds }).odds);
  const scored = ontology.all.map((type) => ({
    type,
    score: (meant ? likenessOf(type, meant, ranker.vectors) : 0) + Math.max(...odds.map((of) => worthOfOdds(type, of))),
  }));
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  return best && best.score >= MIN_LIKENESS ? best.type : null;
}
