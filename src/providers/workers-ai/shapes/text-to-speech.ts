import { AppError } from "../../../domain/errors.ts";
import { languageCode } from "../languages.ts";
import { madeFile } from "../made-file.ts";
import { optionalText, type Shape, type ShapedCall, textInput, usageOf } from "../shape.ts";

/** Deepgram's own limit for Aura (https://developers.deepgram.com/docs/tts-rest); none is documented for MeloTTS. */
const MAX_CHARACTERS = 2_000;
const MAX_TEXT_BYTES = 16 * 1024;

type WriteRequest = (text: string, language: string | null, model: string) => Readonly<Record<string, unknown>>;

const speech = (write: WriteRequest): Shape => ({
  maxInputBytes: MAX_TEXT_BYTES,
  copies: 1,
  call: async (call) => {
    const text = await textInput(call, "text");
    if (text.length > MAX_CHARACTERS) {
      throw new AppError(
        "resource-too-large",
        `The text has ${text.length} characters; ${call.model} reads at most ${MAX_CHARACTERS} aloud.`,
      );
    }
    const answer = await call.run({ as: "json", json: write(text, await languageOf(call), call.model) });
    return {
      outputs: { audio: await madeFile(answer, "audio", call.model) },
      usage: usageOf(answer, { characters: text.length }),
    };
  },
});

async function languageOf(call: ShapedCall): Promise<string | null> {
  const written = await optionalText(call, "language");
  return written === null ? null : languageCode(written);
}

const refuse = (model: string, language: string): never => {
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
  throw new AppError("unsupported-input", `${model} does not speak ${name}.`);
};

/** MeloTTS's own codes (https://github.com/myshell-ai/MeloTTS), in lower case as Cloudflare's examples are. */
const MELO_CODES: Readonly<Record<string, string>> = { en: "en", fr: "fr", es: "es", zh: "zh", ja: "jp", ko: "kr" };

/** `@cf/myshell-ai/melotts`: `{prompt, lang}` → `{audio: base64}`, or the sound itself. */
export const meloSpeech: Shape = speech((text, language, model) => {
  const lang = MELO_CODES[language ?? "en"];
  return { prompt: text, lang: lang ?? refuse(model, language ?? "en") };
});

/** `@cf/deepgram/aura-*`: `{text}` → the sound itself, in MP3. Each model speaks one language. */
export const auraSpeech: Shape = speech((text, language, model) => {
  const spoken = /-es$/.test(model) ? "es" : "en";
  return language === null || language === spoken ? { text } : refuse(model, language);
});
