import * as z from "zod";
import { asUsage, measuredIn } from "../../answers/measured.ts";
import { fileAt } from "../../inputs.ts";
import { streamedDraft } from "../../media/drafts.ts";
import { holding, type TaskMethod } from "./session.ts";

/** OpenAI's first, which servers that stand in for it know by name. */
const USUAL_VOICE = "alloy";
/** OpenAI's limit: https://platform.openai.com/docs/guides/speech-to-text. */
const MAX_RECORDING_BYTES = 25 * 1024 * 1024;

/** https://platform.openai.com/docs/api-reference/audio/createSpeech */
export const textToSpeech: TaskMethod = async ({ call, texts, configured, ask, guard }) => {
  const { model, voice = USUAL_VOICE } = configured;
  const input = await texts.one("text");
  const language = await texts.optionalName("language");
  const answer = await ask(
    // MP3 is the one format that all of them have, and the one that a stream of cannot lie about its length.
    () => ({ model, input, voice, response_format: "mp3" as const }),
    (client, request, options) => client.audio.speech.create(request, options),
  );
  const audio = await guard(() => streamedDraft(answer, "audio", { name: model, signal: call.signal }));
  const notes = language === null ? [] : [`${model} speaks the language that the text is in; it takes no other.`];
  return { outputs: { audio }, usage: { characters: input.length }, ...(notes.length === 0 ? {} : { notes }) };
};

/** https://platform.openai.com/docs/api-reference/audio/json-object; the usage reported depends on the model. */
const Transcript = z.looseObject({ text: z.string() });

export const automaticSpeechRecognition: TaskMethod = async ({ call, configured, ask, json }) => {
  const { model } = configured;
  const answer = await holding(call, "form", async () => {
    const file = await fileAt(call.inputs, "audio", "audio", MAX_RECORDING_BYTES);
    return ask(
      () => ({ model, file }),
      (client, request, options) => client.audio.transcriptions.create(request, options),
    );
  });
  const told = await json(answer, Transcript);
  return { outputs: { text: { as: "text", text: told.text.trim() } }, ...asUsage(measuredIn(told)) };
};
