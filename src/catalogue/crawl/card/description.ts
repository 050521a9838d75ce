import { cutAtWord, sentences } from "./sentences.ts";

export const MAX_DESCRIPTION_CHARS = 200;
/** What a card does not say at its beginning, it says of something else. */
const MAX_SENTENCES = 30;
const MIN_WORDS = 5;

/** Sentences about the card, the code or the reader. */
const BESIDE =
  /\b(?:model card|this card|this repo(?:sitory)?|readme|click|see (?:the|our)|check out|you can|you should|please|we release|licen[cs]e|citation|cite|pip install|download|disclaimer|generated from|automatically|trained from scratch on|was not written|team releasing|discord|join us|news|update)\b/i;
const NOUN =
  /\b(?:models?|networks?|transformers?|encoders?|decoders?|checkpoints?|adapters?|LoRA|controlnet|classifiers?|detectors?|embeddings?|system|pipeline|family|series|variant|version|tagger|tokenizer|vocoder|LLMs?|VLMs?|autoencoder|upscaler)\b/i;
const SAYS_WHAT =
  /\b(?:is|are|was|has been)\s+(?:an?|the|our|one|trained|fine-?tuned|designed|built|based|pre-?trained|optimi[sz]ed|intended|capable)\b/i;
const STARTS_AS_ONE = /^(?:an?|the|our|this|these)\s/i;

/** The first sentence of a card that says what the model is; "" where none does. */
export function describe(blocks: readonly string[]): string {
  const first = blocks.flatMap(sentences).slice(0, MAX_SENTENCES);
  return cutAtWord(first.find(saysWhatItIs) ?? "", MAX_DESCRIPTION_CHARS);
}

function saysWhatItIs(sentence: string): boolean {
  if (sentence.split(" ").length < MIN_WORDS || /https?:|[<>{}|]/.test(sentence) || BESIDE.test(sentence)) return false;
  // A heading's colon leads on to something else.
  if (sentence.endsWith(":") || sentence.endsWith("?")) return false;
  return NOUN.test(sentence) && (SAYS_WHAT.test(sentence) || STARTS_AS_ONE.test(sentence));
}
