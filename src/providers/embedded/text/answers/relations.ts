/**
 * Words that ask for one another: a question says "how high", its text "a height of". Lemmas, in groups;
 * only such as word vectors do not show, or show of too much else (see `widen`).
 */
const GROUPS: readonly (readonly string[])[] = [
  ["end", "finish", "expire", "stop", "terminate", "expiry"],
  ["bear", "born", "birth", "birthplace"],
  ["tall", "height", "high", "elevation", "altitude", "above"],
  ["long", "length", "last"],
  ["take", "last", "duration"],
  ["wide", "width"],
  ["deep", "depth"],
  ["old", "age", "aged"],
  ["heavy", "weight", "weigh"],
  ["far", "distance"],
  ["fast", "speed"],
  ["big", "large", "size", "area"],
  ["found", "founder", "establish", "foundation"],
  ["locate", "lie", "stand", "situate", "location"],
  ["employ", "hire", "employee", "job"],
  ["leave", "depart", "departure"],
  ["own", "owner", "belong"],
  ["call", "name", "know"],
  ["phone", "telephone", "tel", "mobile", "call"],
  ["number", "no", "no.", "nr", "nr.", "id", "ref", "ref.", "reference", "code", "#"],
  ["party", "between"],
];

const BY_WORD = new Map<string, readonly string[]>();
for (const group of GROUPS) for (const word of group) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), ...group]);

/** A word and those that ask for it, itself first. */
export const relatedWords = (lemma: string): readonly string[] => [...new Set([lemma, ...(BY_WORD.get(lemma) ?? [])])];
