import { type BaseKind, baseKind } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { type Ranker, sketchIn } from "../rank/index.ts";
import { likenessOf, tellingWords } from "../rank/likeness.ts";
import type { RequestView } from "../read/view.ts";
import { kindOfNoun } from "../read/vocabulary.ts";

/** The kinds of things that the words name: "recordings" → audio. */
export const kindsNamed = ({ tokens }: RequestView): readonly BaseKind[] => [
  ...new Set(tokens.flatMap(({ said }) => kindOfNoun(said.toLowerCase()) ?? [])),
];

/** What a question for an ability is taken to be asked with, where it names nothing: the more common first. */
const ASSUMED: readonly (readonly BaseKind[])[] = [
  ["text", "image", "table", "document"],
  ["audio", "video"],
];
/** A question that is a less sure wish, or less like what any task type does, is answered with all abilities. */
const MIN_CONFIDENCE = 0.5;
const MIN_LIKENESS = 0.7;

/**
 * The task type that a question for an ability speaks of: what it would be planned as with something at hand, or else
 * the one whose names and description are most like its words. "Can you take noise out of recordings?" →
 * audio-to-audio. Null where none is.
 */
export function abilityAsked(question: RequestView, ontology: Ontology, ranker: Ranker): TaskType | null {
  const words = tellingWords(question.masked);
  if (words.length === 0) return null;
  const named = kindsNamed(question);
  for (const kinds of named.length > 0 ? [named] : ASSUMED) {
    const [surest] = kinds
      .map((kind) => wishWith(kind, question, ranker, ontology))
      .toSorted((a, b) => b.confidence - a.confidence);
    if (surest?.type && surest.confidence >= MIN_CONFIDENCE) return surest.type;
  }
  const meant = ranker.vectors.meanOf(words);
  const likenesses = ontology.all
    .filter((type) => named.length === 0 || named.some((kind) => concerns(type, kind)))
    .map((type) => ({ type, likeness: meant ? likenessOf(type, meant, ranker.vectors) : 0 }));
  const [best] = likenesses.toSorted((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= MIN_LIKENESS ? best.type : null;
}

const concerns = ({ inputs, outputs }: TaskType, kind: BaseKind): boolean =>
  [...inputs, ...outputs].some(({ kinds }) => kinds.some((one) => baseKind(one) === kind));

/** What a message would be planned as with something of this kind at hand; of several tasks the last that does more than read. */
function wishWith(kind: BaseKind, view: RequestView, ranker: Ranker, ontology: Ontology): Wish {
  const ranked = ranker.rank({ ...view, kinds: [kind] });
  const sketch = sketchIn(ranked);
  const types = sketch?.tasks.flatMap(({ type }) => ontology.get(type) ?? []) ?? [];
  return {
    type: types.findLast(({ converts }) => !converts) ?? types.at(-1) ?? null,
    confidence: (1 - ranked.idle) * (sketch?.confidence ?? 0),
  };
}

interface Wish {
  readonly type: TaskType | null;
  readonly confidence: number;
}
