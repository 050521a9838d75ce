import type { CardFact } from "../../../domain/catalogue.ts";
import { inputLimitRule } from "./rules/input-limit.ts";
import { intendedForRule } from "./rules/intended-for.ts";
import { languagesRule } from "./rules/languages.ts";
import type { CardRule } from "./rules/rule.ts";
import { trainedOnRule } from "./rules/trained-on.ts";
import { cutAtWord, isNegated, sentences } from "./sentences.ts";
import { isOfThisModel } from "./subject.ts";

const RULES: readonly CardRule[] = [languagesRule, trainedOnRule, intendedForRule, inputLimitRule];

/** Of one card; a language list may be long, the rest is short. */
const MAX_FACTS = 40;
const MAX_SENTENCES = 300;
const MAX_SENTENCE_CHARS = 300;
const MAX_OBJECT_CHARS = 120;

/** What a card's sentences say of its model, each once. @param id of the model, which sentences may call it by */
export function readFacts(blocks: readonly string[], id = ""): readonly CardFact[] {
  const facts = new Map<string, CardFact>();
  for (const sentence of blocks.flatMap(sentences).slice(0, MAX_SENTENCES)) {
    if (isNegated(sentence)) continue;
    // Behind a semicolon another sentence begins, with a subject of its own.
    const clauses = sentence.split(/;\s+/).filter((clause) => isOfThisModel(clause, id));
    for (const clause of clauses) {
      for (const { relation, object } of statedIn(clause)) {
        const key = `${relation} ${object}`;
        if (object.length > MAX_OBJECT_CHARS || facts.has(key)) continue;
        facts.set(key, { relation, object, sentence: cutAtWord(sentence, MAX_SENTENCE_CHARS) });
      }
    }
  }
  return [...facts.values()].slice(0, MAX_FACTS);
}

const statedIn = (clause: string): readonly Omit<CardFact, "sentence">[] =>
  RULES.flatMap(({ relation, read }) => read(clause).map((object) => ({ relation, object })));
