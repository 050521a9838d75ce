import { type ConstraintReading, createConstraintReader } from "../../../../src/planning/embedded/constraints/index.ts";
import type { TaggedToken } from "../../../../src/planning/embedded/constraints/tagger.ts";
import { isTag, type Tag } from "../../../../src/planning/embedded/constraints/tags.ts";
import { type OwnToken, tokensOf } from "../../../../src/planning/embedded/constraints/tokens.ts";

const MARK = /\{([a-z]+[-+<>]?)(\?)?: ([^{}]+)\}/g;

interface MarkedWord extends Pick<TaggedToken, "tag" | "probability" | "isName"> {
  readonly text: string;
}

/**
 * Reads a request whose tagger says what its marks say: "Caption a.png {model-: without [BLIP]}" restricts models, and `?`
 * behind a tag marks words that the tagger is not sure of. Material holds no marks.
 */
export function readMarked(request: string): { readonly text: string; readonly reading: ConstraintReading } {
  const marks: (readonly MarkedWord[])[] = [];
  const text = request.replaceAll(MARK, (_, tag: string, doubt: string | undefined, words: string) => {
    if (!isTag(tag)) throw new RangeError(`${tag} is no tag`);
    marks.push(wordsOf(tag, doubt === undefined ? 0.9 : 0.4, words));
    return words.replaceAll(/[[\]]/g, "");
  });
  const readConstraints = createConstraintReader((tokens) => tagged(tokens, marks));
  return { text, reading: readConstraints(text) };
}

const wordsOf = (tag: Tag, probability: number, words: string): readonly MarkedWord[] =>
  words
    .toLowerCase()
    .split(/[[\]]/)
    .flatMap((part, place) => tokensOf(part).map(({ text }) => ({ text, tag, probability, isName: place % 2 === 1 })));

/** Of each mark the first place that has its words. */
function tagged(tokens: readonly OwnToken[], marks: readonly (readonly MarkedWord[])[]): readonly TaggedToken[] {
  const told: TaggedToken[] = tokens.map((token) => ({ ...token, tag: null, probability: 1, isName: false }));
  for (const mark of marks) {
    const at = told.findIndex((_, place) => mark.every(({ text }, more) => told[place + more]?.text === text));
    if (at !== -1)
      for (const [more, word] of mark.entries()) told[at + more] = { ...told[at + more], ...word } as TaggedToken;
  }
  return told;
}
