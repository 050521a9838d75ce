import * as z from "zod";

/** How one English word may stand for another, the closest first; null where WordNet says nothing of both. */
export type Kinship = "synonym" | "derived" | "broader";

/** What the words of English mean, and which of them are derived from one another. */
export interface WordSenses {
  /** Whether WordNet knows a word, in lower case. */
  has(word: string): boolean;
  /**
   * "Synonym" where both have a sense in common (salary, wage); "derived" where one is formed from the other or from a
   * synonym of it, or is the quality that an adjective is about (expensive → price, old → age, write → writer);
   * "broader" where a sense of one is a kind of the other's (worker → employee).
   */
  kinship(one: string, other: string): Kinship | null;
  /** Whether a word in its commonest sense, or in most of the others, is a kind of person: "beekeeper", "tenant". */
  isPerson(word: string): boolean;
}

/** As it is stored: `training/word-senses.ts` makes it. Lists of ids in base 36, with a comma between ids. */
const storedSenses = z.strictObject({
  /** Separated by spaces. */
  words: z.string(),
  /** Word by word, separated by semicolons: its commonest senses. */
  senses: z.string(),
  /** Word by word: senses of what it is derived from, or is said of. */
  derived: z.string(),
  /** Sense by sense, from 0: what it is a kind of. */
  broader: z.string(),
});
export type StoredSenses = z.infer<typeof storedSenses>;

/** The asset that holds them. */
export const WORD_SENSES_ASSET = "words/senses.json";

/** Reads them as they are stored. @throws {Error} for what is none. */
export const parseSenses = (text: string): WordSenses => readSenses(storedSenses.parse(JSON.parse(text)));

/** WordNet's nouns are hardly deeper. */
const MAX_STEPS = 12;

/** Unpacks stored senses. */
export function readSenses(stored: StoredSenses): WordSenses {
  const places = new Map(stored.words.split(" ").map((word, place) => [word, place]));
  const [senses, derived, broader] = [stored.senses, stored.derived, stored.broader].map((lists) => lists.split(";"));
  const idsAt = (lists: readonly string[] | undefined, place: number): number[] => {
    const list = lists?.[place] ?? "";
    return list === "" ? [] : list.split(",").map((id) => Number.parseInt(id, 36));
  };
  const above = (ids: readonly number[]): number[] => ids.flatMap((id) => idsAt(broader, id));
  const sensesOf = (word: string): number[] => {
    const place = places.get(word);
    return place === undefined ? [] : idsAt(senses, place);
  };
  return {
    has: (word) => places.has(word),
    kinship(one, other) {
      const [first, second] = [places.get(one), places.get(other)];
      if (first === undefined || second === undefined) return null;
      const [own, others] = [idsAt(senses, first), idsAt(senses, second)];
      if (meet(own, others)) return "synonym";
      const [from, othersFrom] = [idsAt(derived, first), idsAt(derived, second)];
      if (meet(from, others) || meet(othersFrom, own) || meet(above(from), others)) return "derived";
      return meet(above(own), others) || meet(above(others), own) ? "broader" : null;
    },
    isPerson(word) {
      const [person] = sensesOf("person");
      const isKind = (sense: number): boolean => {
        let kinds = [sense];
        for (let step = 0; step < MAX_STEPS && kinds.length > 0; step++) {
          if (person !== undefined && kinds.includes(person)) return true;
          kinds = above(kinds);
        }
        return false;
      };
      const [first = false, ...others] = sensesOf(word).map(isKind);
      return first || 2 * others.filter((is) => is).length > others.length;
    },
  };
}

const meet = (ids: readonly number[], others: readonly number[]): boolean => ids.some((id) => others.includes(id));
