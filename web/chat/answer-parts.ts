export interface AnswerParts {
  readonly said: string;
  /** By whom it was done, as a list; null where the answer does not tell. */
  readonly how: string | null;
}

/** The heading of the last section of an answer, and the list that it is over. */
const HOW = /(?:^|\n\n)How it was done:\n\n(- [^\n]*(?:\n- [^\n]*)*)\n*$/;

/** An answer, and apart from it by whom it was done. */
export function answerParts(answer: string): AnswerParts {
  const found = HOW.exec(answer);
  return found?.[1] === undefined ? { said: answer, how: null } : { said: answer.slice(0, found.index), how: found[1] };
}
