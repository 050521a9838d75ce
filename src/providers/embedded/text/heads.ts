import stored from "./heads.json" with { type: "json" };

/**
 * Tells how likely a sentence is of each class, by its vector, as shares of 1: a logistic regression a class, fitted by
 * `npm run train:heads`.
 */
export type SentenceHead<Class extends string> = (vector: Float32Array) => Readonly<Record<Class, number>>;

function headOf<Class extends string>(weights: Readonly<Record<Class, readonly number[]>>): SentenceHead<Class> {
  const classes = Object.keys(weights) as Class[];
  return (vector) => {
    const likely = classes.map((name) => sigmoid(oddsOf(weights[name], vector)));
    const all = likely.reduce((sum, one) => sum + one, 0);
    return Object.fromEntries(classes.map((name, at) => [name, (likely[at] ?? 0) / all])) as Record<Class, number>;
  };
}

/** The last weight is of no number of the vector. */
function oddsOf(weights: readonly number[], vector: Float32Array): number {
  let sum = weights[vector.length] ?? 0;
  for (let at = 0; at < vector.length; at++) sum += (weights[at] ?? 0) * (vector[at] ?? 0);
  return sum;
}

const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Whether a sentence praises, blames or does neither, by its vector after `SENTIMENT_LAYERS`. */
export const sentimentHead = headOf(stored.sentiment);
/** Whether a summary should keep a sentence, as what was decided, found or has to be done, or it is idle. */
export const worthHead = headOf(stored.worth);
/** Whether what is written with capitals names a person, a place or an organization. */
export const nameHead = headOf(stored.names);

/** Of the encoder's six: the last keep what a sentence is about and lose how it speaks, so that after all of them one in five more of the sentences left out are judged wrong. */
export const SENTIMENT_LAYERS = 3;
