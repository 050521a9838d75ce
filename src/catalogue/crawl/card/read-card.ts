import type { CardFact } from "../../../domain/catalogue.ts";
import { describe } from "./description.ts";
import { readFacts } from "./facts.ts";
import { plainText } from "./plain-text.ts";

export interface CardReading {
  /** One sentence, or "". */
  readonly description: string;
  readonly facts: CardFact[];
}

/** What a model's README.md says of it. @param id of the model */
export function readCard(markdown: string, id = ""): CardReading {
  const blocks = plainText(markdown);
  return { description: describe(blocks), facts: [...readFacts(blocks, id)] };
}
