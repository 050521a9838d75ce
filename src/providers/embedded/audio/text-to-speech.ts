import { detectAll } from "tinyld/light";
import { AppError } from "../../../domain/errors.ts";
import type { ExpertCall, ExpertResult } from "../../provider.ts";
import type { CallSurroundings, EmbeddedExpert } from "../expert.ts";
import { openFlite } from "./flite-host.ts";
import { speakable } from "./speech-text/speakable.ts";
import { chunks, utterances } from "./speech-text/utterances.ts";
import { parseWavHeader, type WavHeader, wavFile } from "./wav.ts";

/** Some five minutes of speech: who needs more asks for it in parts. */
const MAX_CHARACTERS = 5_000;
/** Read before markup is taken off; what follows can hardly be within the first 5,000 characters of speech. */
const MAX_RAW_CHARACTERS = 20_000;
/** More than any text that one would have read aloud. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_LANGUAGE_BYTES = 200;
/** A text of nothing but digits takes much longer to say than its length suggests; 10 minutes are 19 MB. */
const MAX_SPEECH_SECONDS = 600;

/** Below this the detector guesses; it is wrong even about English invoices. */
const CERTAIN = 0.5;

const isEnglish = (language: string): boolean => /^en(?:g)?(?:[-_]|$)|\benglish\b/i.test(language.trim());

async function refuseOtherLanguages(call: ExpertCall): Promise<void> {
  const [input] = call.inputs.language ?? [];
  const language = input ? (await input.text(MAX_LANGUAGE_BYTES)).trim() : "";
  if (language === "" || isEnglish(language)) return;
  const name = language.replaceAll(/[^\p{L}\p{N} -]/gu, "").slice(0, 40);
  throw new AppError(
    "unsupported-input",
    `The embedded voice speaks English only, and cannot read ${name || "that language"} aloud.`,
  );
}

/** Says so when a text is plainly in another language, as English rules will make little sense of it. */
function languageNotes(text: string): string[] {
  const [best] = detectAll(text);
  if (!best || best.accuracy < CERTAIN || best.lang === "en") return [];
  const name = new Intl.DisplayNames("en", { type: "language" }).of(best.lang) ?? best.lang;
  return [`The text looks like ${name}; the voice read it by the rules of English.`];
}

interface Script {
  /** What to say, in pieces for one call of the synthesizer each. */
  readonly pieces: readonly string[];
  readonly notes: readonly string[];
}

/** @throws {AppError} `unsupported-input` when there is nothing in it that an English voice can say */
function writeScript(text: string): Script {
  const { paragraphs, letters, foreignLetters } = speakable(text.slice(0, MAX_RAW_CHARACTERS));
  if (foreignLetters > letters) {
    throw new AppError(
      "unsupported-input",
      "The embedded voice speaks English only, and the text is in another script.",
    );
  }
  const all = paragraphs.flatMap(utterances);
  const within: string[] = [];
  for (let length = 0, at = 0; at < all.length; at += 1) {
    const utterance = all[at] ?? "";
    length += utterance.length;
    if (length > MAX_CHARACTERS) break;
    within.push(utterance);
  }
  if (within.length === 0) throw new AppError("unsupported-input", "The text holds no words to read aloud.");
  const cut = within.length < all.length || text.length > MAX_RAW_CHARACTERS;
  return {
    pieces: chunks(within),
    notes: [
      ...languageNotes(within.join(" ")),
      ...(cut ? [`Only the first ${MAX_CHARACTERS.toLocaleString("en")} characters were read aloud.`] : []),
      ...(foreignLetters > 0 ? [`${foreignLetters} letters of other scripts were left out of the speech.`] : []),
    ],
  };
}

/** The samples of a WAV file that Flite made. */
function samplesOf(wav: Uint8Array): { readonly header: WavHeader; readonly samples: Uint8Array } {
  const header = parseWavHeader(wav);
  if (header?.bytesPerSample !== 2 || header.encoding !== "integer") throw new Error("Flite made no 16-bit WAV file");
  const { dataOffset, dataBytes } = header;
  return { header, samples: wav.subarray(dataOffset, dataBytes === null ? wav.length : dataOffset + dataBytes) };
}

async function speak(script: Script, call: ExpertCall, surroundings: CallSurroundings): Promise<ExpertResult> {
  const flite = await openFlite(surroundings);
  const parts: Uint8Array[] = [];
  const notes = [...script.notes];
  let format: WavHeader | undefined;
  let seconds = 0;
  for (const [index, piece] of script.pieces.entries()) {
    call.signal.throwIfAborted();
    if (index > 0) call.progress("Reading aloud", index / script.pieces.length);
    const { header, samples } = samplesOf(await flite.speak(piece));
    // Its isolate may share our thread, and the next call would follow before anyone else was answered.
    await surroundings.work.spend("characters", piece.length);
    format = header;
    parts.push(samples);
    seconds += samples.length / 2 / header.channels / header.sampleRate;
    if (seconds < MAX_SPEECH_SECONDS || index === script.pieces.length - 1) continue;
    notes.push(`The speech ends after ${Math.round(seconds / 60)} minutes, before the text does.`);
    break;
  }
  if (!format || parts.every((part) => part.length === 0)) throw new Error("Flite said nothing");
  const bytes = wavFile(format.channels, format.sampleRate, parts);
  return { outputs: { audio: { as: "bytes", bytes, mediaType: "audio/wav" } }, notes };
}

/** Reads an English text aloud with CMU Flite. Out: WAV, 16 kHz, mono, 16 bits; the same text gives the same bytes. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const [input] = call.inputs.text ?? [];
    if (!input) throw new AppError("invalid-request", "text-to-speech needs a text.");
    await refuseOtherLanguages(call);
    return speak(writeScript(await input.text(MAX_TEXT_BYTES)), call, surroundings);
  },
};
