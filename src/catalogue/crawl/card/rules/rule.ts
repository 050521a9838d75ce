import type { CardFact } from "../../../../domain/catalogue.ts";

/** Reads what one sentence says; an empty list where it is not sure to say it. */
export interface CardRule {
  readonly relation: CardFact["relation"];
  readonly read: (sentence: string) => readonly string[];
}
