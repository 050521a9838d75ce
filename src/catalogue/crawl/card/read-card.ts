import type { CardFact } from "../../../domain/catalogue.ts";
import { firstOfEach } from "../../../domain/first-of-each.ts";
import { type ReadCode, readCode } from "./code/read-code.ts";
import { plainText } from "./plain-text.ts";
import { statedIn } from "./rules.ts";
import { cutAtWord, isNegated, isOfThisModel, sentences } from "./sentences.ts";

interface CardReading {
  /** One sentence, or "". */
  readonly description: string;
  readonly facts: CardFact[];
  readonly code: ReadCode | null;
}

/** The description, facts and code in a model's README.md. @param id the model's id */
export function readCard(markdown: string, id = ""): CardReading {
  const blocks = plainText(markdown);
  return { description: describe(blocks), facts: readFacts(blocks, id), code: readCode(markdown, id) };
}

export const MAX_DESCRIPTION_CHARS = 200;
/** Later sentences of a card are mostly about something other than the model. */
const MAX_DESCRIPTION_SENTENCES = 30;
const MIN_DESCRIPTION_WORDS = 5;

/** Marks sentences about the card, the code or the reader instead of the model. */
const BESIDE =
  /\b(?:model card|this card|this repo(?:sitory)?|readme|click|see (?:the|our)|check out|you can|you should|please|we release|licen[cs]e|citation|cite|pip install|download|disclaimer|generated from|automatically|trained from scratch on|was not written|team releasing|discord|join us|news|update)\b/i;
const NOUN =
  /\b(?:models?|networks?|transformers?|encoders?|decoders?|checkpoints?|adapters?|LoRA|controlnet|classifiers?|detectors?|embeddings?|system|pipeline|family|series|variant|version|tagger|tokenizer|vocoder|LLMs?|VLMs?|autoencoder|upscaler)\b/i;
const SAYS_WHAT =
  /\b(?:is|are|was|has been)\s+(?:an?|the|our|one|trained|fine-?tuned|designed|built|based|pre-?trained|optimi[sz]ed|intended|capable)\b/i;
const STARTS_AS_ONE = /^(?:an?|the|our|this|these)\s/i;

/** The first sentence of a card that says what the model is; "" if none does. */
export function describe(blocks: readonly string[]): string {
  const first = blocks.flatMap(sentences).slice(0, MAX_DESCRIPTION_SENTENCES);
  return cutAtWord(first.find(saysWhatItIs) ?? "", MAX_DESCRIPTION_CHARS);
}

function saysWhatItIs(sentence: string): boolean {
  if (sentence.split(" ").length < MIN_DESCRIPTION_WORDS || /https?:|[<>{}|]/.test(sentence) || BESIDE.test(sentence))
    return false;
  // A heading's colon leads on to something else.
  if (sentence.endsWith(":") || sentence.endsWith("?")) return false;
  return NOUN.test(sentence) && (SAYS_WHAT.test(sentence) || STARTS_AS_ONE.test(sentence));
}

const MAX_FACTS = 40;
const MAX_FACT_SENTENCES = 300;
const MAX_QUOTED_CHARS = 300;

/** The facts that a card's sentences state about its model, each once. @param id the model's id, as sentences may refer to it by name */
export function readFacts(blocks: readonly string[], id = ""): CardFact[] {
  const stated = blocks
    .flatMap(sentences)
    .slice(0, MAX_FACT_SENTENCES)
    .filter((sentence) => !isNegated(sentence))
    .flatMap((sentence) => {
      // A clause after a semicolon has a subject of its own.
      const clauses = sentence.split(/;\s+/).filter((clause) => isOfThisModel(clause, id));
      return clauses.flatMap(statedIn).map((fact) => ({ ...fact, sentence: cutAtWord(sentence, MAX_QUOTED_CHARS) }));
    });
  return firstOfEach(stated, ({ relation, object }) => `${relation} ${object}`).slice(0, MAX_FACTS);
}
