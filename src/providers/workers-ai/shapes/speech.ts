import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { languageInWords } from "../../../domain/languages.ts";
import type { Measured } from "../../../domain/usage.ts";
import { oneInput } from "../../inputs.ts";
import { languageCode } from "../../languages.ts";
import type { RunAnswer } from "../run.ts";
import {
  binaryShape,
  encodedShape,
  listedShape,
  type MeasuredResult,
  madeFile,
  readAs,
  type Shape,
  type ShapedCall,
  textShape,
  usageOf,
} from "../shape.ts";

const MIB = 1024 * 1024;
/** Four minutes of MP3 at 128 kbit/s: as a list of numbers it is what an isolate can hold. */
const MAX_LISTED_BYTES = 4 * MIB;
/** Eight minutes. */
const MAX_ENCODED_BYTES = 8 * MIB;
/** Twenty-four minutes, sent as they are. */
const MAX_BINARY_BYTES = 24 * MIB;

const Transcript = z.object({ text: z.string() });
const seconds = z.number().nonnegative().optional().catch(undefined);

function transcribed(text: string, answer: RunAnswer, duration?: number): MeasuredResult {
  const known: Measured = duration === undefined ? {} : { seconds: duration };
  return {
    outputs: { text: { as: "text", text: text.trim() } },
    ...(text.trim() === "" ? { notes: ["No speech was heard."] } : {}),
    usage: usageOf(answer, known),
  };
}

const recording = ({ inputs, maxInputBytes }: ShapedCall): Promise<Uint8Array> =>
  oneInput(inputs, "audio").bytes(maxInputBytes);

/** `@cf/openai/whisper`, `whisper-tiny-en`: `{audio: [bytes]}` → `{text, word_count?, words?, vtt?}`. */
export const listedSpeech = listedShape(MAX_LISTED_BYTES, async (call) => {
  const answer = await call.run({ as: "bytes", field: "audio", bytes: await recording(call) });
  return transcribed(readAs(Transcript, answer, call.model).text, answer);
});

const Turbo = Transcript.extend({
  transcription_info: z.object({ duration: seconds }).optional().catch(undefined),
});

/** `@cf/openai/whisper-large-v3-turbo`: `{audio: base64}` → `{text, transcription_info?: {duration…}, segments?, vtt?}`. */
export const encodedSpeech = encodedShape(MAX_ENCODED_BYTES, async (call) => {
  const audio = (await recording(call)).toBase64();
  const answer = await call.run({ as: "json", json: { audio } });
  const { text, transcription_info: info } = readAs(Turbo, answer, call.model);
  return transcribed(text, answer, info?.duration);
});

const Nemotron = z.object({ text: z.string().optional(), duration: seconds });
const NEMOTRON_ENCODINGS: Readonly<Record<string, string>> = {
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/vnd.wave": "wav",
  "audio/flac": "flac",
  "audio/x-flac": "flac",
  "audio/ogg": "ogg",
};

/** `@cf/nvidia/nemotron-speech-streaming-*`: `{audio: base64, encoding}` → `{text?, duration?}`. */
export const nemotronSpeech = encodedShape(MAX_ENCODED_BYTES, async (call) => {
  const { mediaType } = oneInput(call.inputs, "audio");
  const encoding = NEMOTRON_ENCODINGS[mediaType];
  if (encoding === undefined) {
    throw new AppError("unsupported-input", `${call.model} takes WAV, FLAC and Ogg, and not ${mediaType}.`);
  }
  const audio = (await recording(call)).toBase64();
  const answer = await call.run({ as: "json", json: { audio, encoding } });
  const { text = "", duration } = readAs(Nemotron, answer, call.model);
  return transcribed(text, answer, duration);
});

const Nova = z.object({
  results: z.object({
    channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string() })).min(1) })).min(1),
  }),
  // As Deepgram itself answers; Cloudflare documents the results alone.
  metadata: z.object({ duration: seconds }).optional().catch(undefined),
});

/**
 * `@cf/deepgram/nova-3`: the file as it is → `{results: {channels: [{alternatives: [{transcript}]}]}}`. Left to itself
 * it takes everything for American English.
 */
export const novaSpeech = binaryShape(MAX_BINARY_BYTES, async (call) => {
  const { mediaType } = oneInput(call.inputs, "audio");
  const bytes = await recording(call);
  const parameters = { detect_language: true, smart_format: true };
  const answer = await call.run({ as: "file", field: "audio", bytes, mediaType, parameters });
  const { results, metadata } = readAs(Nova, answer, call.model);
  const text = results.channels.map(({ alternatives }) => alternatives[0]?.transcript ?? "").join("\n");
  return transcribed(text, answer, metadata?.duration);
});

/** Deepgram's own limit for Aura (https://developers.deepgram.com/docs/tts-rest); none is documented for MeloTTS. */
const MAX_CHARACTERS = 2_000;
const MAX_TEXT_BYTES = 16 * 1024;

type WriteRequest = (text: string, language: string | null, model: string) => Readonly<Record<string, unknown>>;

const speech = (write: WriteRequest): Shape =>
  textShape(MAX_TEXT_BYTES, async (call) => {
    const text = await call.texts.one("text");
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
  });

async function languageOf(call: ShapedCall): Promise<string | null> {
  const written = await call.texts.optional("language");
  return written === null ? null : languageCode(written);
}

const refuse = (model: string, language: string): never => {
  throw new AppError("unsupported-input", `${model} does not speak ${languageInWords(language)}.`);
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
