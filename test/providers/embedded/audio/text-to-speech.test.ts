import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AUDIO_EXPERTS } from "../../../../src/providers/embedded/audio/entries.ts";
import { power } from "../../../fixtures/audio/noise.ts";
import { decodeWav, type Sound } from "../../../fixtures/audio/wav.ts";
import { audioOf, callExpert, failureCode, fingerprint, speech, surroundings, value } from "./calls.ts";

const PARCEL =
  "The parcel that you ordered on Monday will be brought to your door between nine and eleven in the morning.";

const voice = async (text: string): Promise<string> => fingerprint(await speech(text));
const heard = async (text: string): Promise<Sound> => decodeWav(await speech(text));
const seconds = ({ channels, sampleRate }: Sound): number => (channels[0]?.length ?? 0) / sampleRate;
const speak = (text: string, language?: string) =>
  callExpert("text-to-speech", {
    text: value(text, "text"),
    ...(language === undefined ? {} : { language: value(language, "text") }),
  });

describe("text-to-speech", () => {
  it("makes a WAV file that one can hear, as long as its text", async () => {
    const sound = await heard(PARCEL);
    const [samples] = sound.channels;
    expect(sound.channels).toHaveLength(1);
    expect(sound.sampleRate).toBe(16_000);
    const charactersPerSecond = PARCEL.length / seconds(sound);
    expect(charactersPerSecond).toBeGreaterThan(12);
    expect(charactersPerSecond).toBeLessThan(25);
    const level = Math.sqrt(power(samples ?? new Float32Array()));
    expect(level).toBeGreaterThan(0.02);
    expect(level).toBeLessThan(0.5);
  });

  it("says the same text in the same way, whatever was said between", async () => {
    const first = await voice(PARCEL);
    await speech(
      "Something else, and rather longer than that, so that the synthesizer's memory has to grow. ".repeat(3),
    );
    expect(await voice(PARCEL)).toBe(first);
  });

  it("says sums and dates in words, and every last word", async () => {
    expect(await voice("Pay EUR 1,234.50 by 2026-12-15.")).toBe(
      await voice("Pay 1,234 euros and 50 cents by December 15, 2026."),
    );
    const alone = seconds(await heard("One."));
    expect(seconds(await heard("One.\n\nTwo\n\nThree"))).toBeGreaterThan(2.5 * alone);
  });

  it("joins a long text from pieces into one file, and tells how far it is", async () => {
    const fractions: (number | undefined)[] = [];
    const text = `${PARCEL} `.repeat(12);
    const result = await callExpert(
      "text-to-speech",
      { text: value(text, "text") },
      { progress: (_note, fraction) => void fractions.push(fraction) },
    );
    expect(seconds(decodeWav(await audioOf(result)))).toBeGreaterThan(text.length / 25);
    expect(result.notes).toEqual([]);
    expect(fractions.length).toBeGreaterThan(0);
    expect(fractions).toEqual(fractions.toSorted());
  });

  it("reads the beginning of a text that is too long, and says so", async () => {
    const result = await speak(`${PARCEL} `.repeat(100));
    expect(result.notes).toEqual(["Only the first 5,000 characters were read aloud."]);
    const length = seconds(decodeWav(await audioOf(result)));
    expect(length).toBeGreaterThan(200);
    expect(length).toBeLessThan(420);
  });

  it.each(["en", "en-GB", "EN_us", "eng", "English", "British English", " "])(
    "takes %o for English",
    async (language) => {
      expect((await speak("Hello.", language)).outputs.audio?.as).toBe("bytes");
    },
  );

  it.each(["de", "fr-FR", "German", "中文", "end", "x".repeat(100)])("refuses to speak %s", async (language) => {
    expect(await failureCode(speak("Hello.", language))).toBe("unsupported-input");
  });

  it("says when a text is plainly not English, and refuses other scripts", async () => {
    const german = await speak("Der Zug nach München fährt heute leider zwanzig Minuten später ab.");
    expect(german.notes).toEqual(["The text looks like German; the voice read it by the rules of English."]);
    expect(await failureCode(speak("Привет, как у вас дела?"))).toBe("unsupported-input");
    expect((await speak("Moscow is Москва in Russian.")).notes).toEqual([
      "6 letters of other scripts were left out of the speech.",
    ]);
  });

  it.each(["", "   ", "\u0000", "😀😀", "--", "***", "\"'"])("refuses a text of nothing to say: %o", async (text) => {
    expect(await failureCode(speak(text))).toBe("unsupported-input");
  });

  it("refuses a text beyond a megabyte", async () => {
    expect(await failureCode(speak("a ".repeat(600_000)))).toBe("resource-too-large");
  });

  it("says what looks like an option, a command or a break-out as the words that it holds", async () => {
    expect(await voice("-voice kal16 -o /speech")).toBe(await voice("voice kal16, o speech"));
    expect(await voice("--help")).toBe(await voice("help"));
    expect(await voice('"; cat /text `x` $(y) \u0000')).toBe(await voice("cat text x, y"));
  });

  it("survives any text", async () => {
    const unit = fc.constantFrom(
      "a",
      "Z",
      "7",
      " ",
      ".",
      "-",
      "'",
      "$",
      "%",
      "\n",
      "é",
      "世",
      "\u0000",
      "!",
      "://",
      "1,",
      "2026-",
    );
    const texts = fc.oneof(
      fc.string({ unit, maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 60 }),
      unit.map((part) => part.repeat(80)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const code = await failureCode(speak(text).then(audioOf).then(decodeWav));
        expect(["none", "unsupported-input"]).toContain(code);
      }),
      { numRuns: 25 },
    );
  });

  it("stops when it is cancelled", async () => {
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    await expect(callExpert("text-to-speech", { text: value(PARCEL, "text") }, { signal: cancelled })).rejects.toThrow(
      "cancelled",
    );
  });

  it("is not offered without a Worker Loader, and says why when called all the same", async () => {
    const without = { ...surroundings, loader: undefined };
    const entry = AUDIO_EXPERTS.find(({ taskType }) => taskType === "text-to-speech");
    expect(entry?.available?.(without)).toBe(false);
    expect(entry?.available?.(surroundings)).toBe(true);
    const call = callExpert("text-to-speech", { text: value("Hello.", "text") }, { surroundings: without });
    expect(await failureCode(call)).toBe("misconfigured");
  });
});
