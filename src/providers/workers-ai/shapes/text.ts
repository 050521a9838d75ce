import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { Labels, labelled } from "../../answers/scores.ts";
import { guessLanguage, languageCode } from "../../languages.ts";
import { optionalText, readAs, type Shape, type ShapedCall, textInput, usageOf } from "../shape.ts";

/** `@cf/huggingface/distilbert-sst-2-int8`: `{text}` → `[{label, score}]`. It reads the first 512 tokens. */
export const textClassification: Shape = {
  maxInputBytes: 16 * 1024,
  copies: 1,
  call: async (call) => {
    const answer = await call.run({ as: "json", json: { text: await textInput(call, "text") } });
    return { outputs: labelled(readAs(Labels.min(1), answer, call.model)), usage: usageOf(answer) };
  },
};

const Summary = z.object({ summary: z.string().min(1) });

/** `@cf/facebook/bart-large-cnn`: `{input_text}` → `{summary}`. It reads the first 1,024 tokens. */
export const bartSummary: Shape = {
  maxInputBytes: 6 * 1024,
  copies: 1,
  call: async (call) => {
    const answer = await call.run({ as: "json", json: { input_text: await textInput(call, "text") } });
    const { summary } = readAs(Summary, answer, call.model);
    return { outputs: { text: { as: "text", text: summary.trim() } }, usage: usageOf(answer) };
  },
};

const ENGLISH = "en";

/** The language asked for; English where none is. */
async function targetOf(call: ShapedCall): Promise<string> {
  const written = await optionalText(call, "target-language");
  return written === null ? ENGLISH : languageCode(written);
}

/** The language of the text: told, or guessed from its words; English where these don't tell. */
async function sourceOf(call: ShapedCall, text: string): Promise<string> {
  const written = await optionalText(call, "source-language");
  if (written !== null) return languageCode(written);
  const guess = await guessLanguage(text);
  return guess === null ? ENGLISH : languageCode(guess);
}

const Translated = z.object({ translated_text: z.string().min(1) });

/** `@cf/meta/m2m100-1.2b`: `{text, source_lang, target_lang}` → `{translated_text}`. It takes every text for English. */
export const m2mTranslation: Shape = {
  // Of some 1,024 tokens: what is longer comes back cut short.
  maxInputBytes: 4 * 1024,
  copies: 1,
  call: async (call) => {
    const text = await textInput(call, "text");
    const target = await targetOf(call);
    const source = await sourceOf(call, text);
    if (target === source) throw new AppError("unsupported-input", "The text is in the language asked for already.");
    const answer = await call.run({ as: "json", json: { text, source_lang: source, target_lang: target } });
    const { translated_text: translated } = readAs(Translated, answer, call.model);
    return {
      outputs: { text: { as: "text", text: translated } },
      usage: usageOf(answer, { characters: text.length }),
    };
  },
};

/** Of the languages that the model's schema lists, those with one usual script. */
const INDIC: Readonly<Record<string, string>> = {
  as: "asm_Beng",
  bn: "ben_Beng",
  brx: "brx_Deva",
  doi: "doi_Deva",
  gom: "gom_Deva",
  gu: "guj_Gujr",
  hi: "hin_Deva",
  kn: "kan_Knda",
  ks: "kas_Arab",
  mai: "mai_Deva",
  ml: "mal_Mlym",
  mni: "mni_Mtei",
  mr: "mar_Deva",
  ne: "npi_Deva",
  or: "ory_Orya",
  pa: "pan_Guru",
  sa: "san_Deva",
  sat: "sat_Olck",
  sd: "snd_Arab",
  ta: "tam_Taml",
  te: "tel_Telu",
  ur: "urd_Arab",
};
const MAX_SENTENCES = 100;

const Translations = z.object({ translations: z.array(z.string()).min(1) });

/** `@cf/ai4bharat/indictrans2-en-indic-1B`: `{text: sentences, target_language}` → `{translations}`, from English only. */
export const indicTranslation: Shape = {
  maxInputBytes: 16 * 1024,
  copies: 1,
  call: async (call) => {
    const text = await textInput(call, "text");
    const target = INDIC[await targetOf(call)];
    const source = await sourceOf(call, text);
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
  },
};
