import model from "wink-eng-lite-web-model";
import winkNLP, { type ItsFunction, type WinkMethods } from "wink-nlp";
import { pieces } from "./pieces.ts";

/** A word or punctuation mark of a text: `text.slice(start, end)`, in UTF-16 units. */
export interface TextToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Dictionary form in small letters: "built" → "build". */
  readonly lemma: string;
  /** Porter's stem: joins what the dictionary form keeps apart, such as "director" and "direct". */
  readonly stem: string;
  /** Universal part of speech. */
  readonly pos: string;
}

/** A word with its forms, as `TextToken`; how it is used in its sentence has not been looked at. */
export type EnglishWord = Omit<TextToken, "pos">;

let instance: WinkMethods | undefined;

/** wink-nlp with the parts used here; made at the first call, as that takes some 60 ms. */
export function english(): WinkMethods {
  instance ??= winkNLP(model, ["sbd", "negation", "sentiment", "pos"]);
  return instance;
}

const WORD = /\p{L}[\p{L}\p{M}]{0,60}|\p{N}[\p{N}.,]{0,30}(?<![.,])/gu;

/**
 * The words and numbers of an English text, in order. Each is looked up once however often it comes, which takes a
 * tenth of the time of `tokens`; what has several base forms ("left") gets one of them.
 */
export function wordsOf(text: string): EnglishWord[] {
  const found = [...text.matchAll(WORD)];
  const vocabulary = [...new Set(found.map(([word]) => word))];
  const forms = new Map(tokens(vocabulary.join("\n")).map((token) => [token.text, token]));
  return found.map(({ 0: word, index }) => {
    const lower = word.toLowerCase();
    const { lemma, stem } = forms.get(word) ?? { lemma: lower, stem: lower };
    return { text: word, start: index, end: index + word.length, lemma, stem };
  });
}

/** The tokens of an English text, in order. Very long unbroken runs are left out; see `pieces`. */
export function tokens(text: string): TextToken[] {
  const wink = english();
  const { its } = wink;
  return pieces(text).flatMap((piece) => {
    const all = wink.readDoc(piece.text).tokens();
    // wink-nlp hands these two four arguments, and declares three of them: hence the casts.
    const values = all.out<string>(its.value);
    const lemmas = all.out<string>(its.lemma as ItsFunction<string>);
    const stems = all.out<string>(its.stem as ItsFunction<string>);
    const parts = all.out<string>(its.pos);
    const found: TextToken[] = [];
    let cursor = 0;
    for (const [index, value] of values.entries()) {
      const at = piece.text.indexOf(value, cursor);
      // wink-nlp may write a token differently from the text; it then has no place to point at.
      if (at === -1 || value.trim() === "") continue;
      cursor = at + value.length;
      const lower = value.toLowerCase();
      const word = /^\p{L}/u.test(value);
      found.push({
        text: value,
        start: piece.start + at,
        end: piece.start + cursor,
        lemma: (word ? lemmas[index] : undefined) ?? lower,
        stem: (word ? stems[index] : undefined) ?? lower,
        pos: parts[index] ?? "X",
      });
    }
    return found;
  });
}
