/**
 * Words that ask for one another: a question says "how high", its text "a height of". Lemmas, in groups;
 * chosen for what people ask of facts and papers, not for any text.
 */
const GROUPS: readonly (readonly string[])[] = [
  ["build", "construct", "erect", "construction", "builder"],
  ["make", "produce", "manufacture", "production", "maker"],
  ["start", "begin", "commence", "launch", "beginning"],
  ["end", "finish", "expire", "stop", "terminate", "expiry"],
  ["die", "death", "dead"],
  ["bear", "born", "birth", "birthplace"],
  ["buy", "purchase", "acquire", "order"],
  ["pay", "settle", "payment", "paid"],
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
  ["write", "author", "writer", "wrote"],
  ["invent", "inventor", "invention"],
  ["found", "founder", "establish", "foundation"],
  ["discover", "discoverer", "discovery"],
  ["design", "designer", "architect"],
  ["create", "creator", "creation"],
  ["direct", "director"],
  ["paint", "painter", "painting"],
  ["lead", "leader", "head", "chief"],
  ["locate", "lie", "stand", "situate", "location"],
  ["cost", "price", "fee", "charge"],
  ["employ", "hire", "employee", "job"],
  ["marry", "wife", "husband", "spouse", "marriage"],
  ["leave", "depart", "departure"],
  ["arrive", "arrival"],
  ["live", "reside", "residence", "home"],
  ["visit", "visitor"],
  ["sell", "sale", "seller"],
  ["own", "owner", "belong"],
  ["replace", "substitute", "replacement"],
  ["win", "winner", "victory"],
  ["call", "name", "know"],
  ["phone", "telephone", "tel", "mobile", "call"],
  ["number", "no", "no.", "nr", "nr.", "id", "ref", "ref.", "reference", "code", "#"],
  ["colour", "color"],
  ["rent", "rental"],
  ["company", "firm", "business"],
  ["shop", "store"],
];

const BY_WORD = new Map<string, readonly string[]>();
for (const group of GROUPS) for (const word of group) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), ...group]);

/** A word and those that ask for it, itself first. */
export const relatedWords = (lemma: string): readonly string[] => [...new Set([lemma, ...(BY_WORD.get(lemma) ?? [])])];
