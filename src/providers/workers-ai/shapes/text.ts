import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { tokensFor, wishedLength } from "../../../words/wished-length.ts";
import { Labels, labelled } from "../../answers/scores.ts";
import { codesByLanguage, modelLanguage, sourceLanguage } from "../../languages.ts";
import { readAs, type ShapedCall, textShape, usageOf } from "../shape.ts";

/** `@cf/huggingface/distilbert-sst-2-int8`: `{text}` → `[{label, score}]`. It reads the first 512 tokens. */
export const textClassification = textShape(16 * 1024, async (call) => {
  const answer = await call.run({ as: "json", json: { text: await call.texts.one("text") } });
  return { outputs: labelled(readAs(Labels.min(1), answer, call.model)), usage: usageOf(answer) };
});

const Summary = z.object({ summary: z.string().min(1) });

/** `@cf/facebook/bart-large-cnn`: `{input_text, max_length?}`, in tokens → `{summary}`. It reads the first 1,024 tokens. */
export const bartSummary = textShape(6 * 1024, async (call) => {
  const [input_text, length] = [await call.texts.one("text"), await call.texts.optionalName("length")];
  const wished = length === null ? null : wishedLength(length);
  const max_length = wished === null ? null : tokensFor(wished);
  const answer = await call.run({ as: "json", json: { input_text, ...(max_length === null ? {} : { max_length }) } });
  const { summary } = readAs(Summary, answer, call.model);
  return { outputs: { text: { as: "text", text: summary.trim() } }, usage: usageOf(answer) };
});

const ENGLISH = "en";

/** The languages that a text is to be translated from and into, told or guessed: into English where nothing is told. */
async function languagesOf(call: ShapedCall, text: string): Promise<{ source: string; target: string }> {
  const [source, target] = [await call.texts.optional("source-language"), await call.texts.optional("target-language")];
  return {
    source: source === null ? await sourceLanguage(text) : modelLanguage(source),
    target: target === null ? ENGLISH : modelLanguage(target),
  };
}

const Translated = z.object({ translated_text: z.string().min(1) });

/** Some 1,024 tokens: what is longer comes back cut short. */
const MAX_M2M_BYTES = 4 * 1024;

/** `@cf/meta/m2m100-1.2b`: `{text, source_lang, target_lang}` → `{translated_text}`. It takes every text for English. */
export const m2mTranslation = textShape(MAX_M2M_BYTES, async (call) => {
  const text = await call.texts.one("text");
  const { source, target } = await languagesOf(call, text);
  if (target === source) throw new AppError("unsupported-input", "The text is in the language asked for already.");
  const answer = await call.run({ as: "json", json: { text, source_lang: source, target_lang: target } });
  const { translated_text: translated } = readAs(Translated, answer, call.model);
  return {
    outputs: { text: { as: "text", text: translated } },
    usage: usageOf(answer, { characters: text.length }),
  };
});

/** Of the languages that the model's schema lists, those with one usual script. */
const INDIC =
  codesByLanguage(`asm_Beng ben_Beng brx_Deva doi_Deva gom_Deva guj_Gujr hin_Deva kan_Knda kas_Arab mai_Deva mal_Mlym
mni_Mtei mar_Deva npi_Deva ory_Orya pan_Guru san_Deva sat_Olck snd_Arab tam_Taml tel_Telu urd_Arab`);
const MAX_SENTENCES = 100;

const Translations = z.object({ translations: z.array(z.string()).min(1) });

/** `@cf/ai4bharat/indictrans2-en-indic-1B`: `{text: sentences, target_language}` → `{translations}`, from English only. */
export const indicTranslation = textShape(16 * 1024, async (call) => {
  const text = await call.texts.one("text");
  const { source, target: language } = await languagesOf(call, text);
  const target = INDIC.get(language);
  if (target === undefined || source !== ENGLISH) {
    throw new AppError("unsupported-input", `${call.model} translates from English into languages of India only.`);
  }
  const sentences = [...new Intl.Segmenter(ENGLISH, { granularity: "sentence" }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "");
  if (sentences.length > MAX_SENTENCES) {
    throw new AppError("resource-too-large", `At most ${MAX_SENTENCES} sentences are translated at once.`);
  }
  const answer = await call.run({ as: "json", json: { text: sentences, target_language: target } });
  const { translations } = readAs(Translations, answer, call.model);
  if (translations.length !== sentences.length) {
    throw new AppError("provider-rejected", `${call.model} left out a part of the text`);
  }
  return {
    outputs: { text: { as: "text", text: translations.join(" ") } },
    usage: usageOf(answer, { characters: text.length }),
  };
});
