import * as z from "zod";
import { Labels, labelled } from "../../answers/scores.ts";
import type { ExpertResult } from "../../provider.ts";
import { fileInput, optionalText, textInput } from "../inputs.ts";
import { follow, make } from "../media/make.ts";
import { type HuggingFaceCall, type LibraryCall, recipe, shaped } from "../session.ts";

const Transcript = z.object({
  text: z.string(),
  chunks: z.array(z.object({ timestamp: z.array(z.number().nullable()) })).optional(),
});

export const automaticSpeechRecognition = recipe("automatic-speech-recognition", async (session) => {
  const inputs = await fileInput(session.call.inputs, "audio");
  const request: LibraryCall = (client, to, options) => client.automaticSpeechRecognition({ ...to, inputs }, options);
  if (session.to.provider === "replicate") return replicated(await follow(request, session, inputs.size), session);
  const { text, chunks = [] } = await session.ask(request, Transcript, inputs.size);
  const seconds = chunks.flatMap(({ timestamp }) => timestamp).reduce<number>((most, at) => Math.max(most, at ?? 0), 0);
  return { outputs: { text: { as: "text", text: text.trim() } }, ...(seconds > 0 ? { usage: { seconds } } : {}) };
});

/** The forms of a transcript that the library's `providers/replicate.ts` knows, but for the one that is a link. */
const Replicated = z.union([
  z.string(),
  z.tuple([z.string()], z.string()).transform((parts) => parts.join("")),
  z.object({ transcription: z.string() }).transform(({ transcription }) => transcription),
  z.object({ text: z.string() }).transform(({ text }) => text),
]);

/** Its predictions may be queued, and the library takes one that is for a wrong answer. */
function replicated(answer: unknown, { asked }: HuggingFaceCall): ExpertResult {
  const { output } = shaped(answer, z.object({ output: Replicated }), asked);
  return { outputs: { text: { as: "text", text: output.trim() } } };
}

export const audioClassification = recipe("audio-classification", async ({ call, ask }) => {
  const inputs = await fileInput(call.inputs, "audio");
  const labels = await ask(
    (client, to, options) => client.audioClassification({ ...to, inputs }, options),
    Labels,
    inputs.size,
  );
  return { outputs: labelled(labels) };
});

export const audioToAudio = recipe("audio-to-audio", async (session) => {
  const inputs = await fileInput(session.call.inputs, "audio");
  const request: LibraryCall = (client, to, options) => client.audioToAudio({ ...to, inputs }, options);
  return { outputs: { audio: await make("audio", request, session, inputs.size) } };
});

export const textToSpeech = recipe("text-to-speech", async (session) => {
  const [inputs, language] = await Promise.all([
    textInput(session.call.inputs, "text"),
    optionalText(session.call.inputs, "language"),
  ]);
  const request: LibraryCall = (client, to, options) => client.textToSpeech({ ...to, inputs }, options);
  const audio = await make("audio", request, session);
  // No inference provider takes a language: a voice has its own.
  const notes = language === null ? [] : [`${session.asked.name} speaks the language of its voice; it takes no other.`];
  return { outputs: { audio }, usage: { characters: inputs.length }, notes };
});
