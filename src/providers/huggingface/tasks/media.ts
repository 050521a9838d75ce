import type { InferenceTask } from "@huggingface/inference";
import * as z from "zod";
import { shaped } from "../../answers/failures.ts";
import { Labels, labelled, ScoredLabel } from "../../answers/scores.ts";
import { fileAt, MAX_ENCODED_INPUT_BYTES } from "../../inputs.ts";
import type { MediaBase } from "../../media/drafts.ts";
import { decodeSegments, EncodedSegment, PixelBox } from "../../overlays/detected.ts";
import { showObjects, showSegments } from "../../overlays/index.ts";
import type { ExpertCall, ExpertResult } from "../../provider.ts";
import { follow, make } from "../media/make.ts";
import { type LibraryMethod, recipe, type TaskRecipe } from "../session.ts";

/** A file whole, as the library takes it: nearly every way to send one holds it in base64. */
const pictureAt = ({ inputs }: ExpertCall, port: string): Promise<File> =>
  fileAt(inputs, port, "image", MAX_ENCODED_INPUT_BYTES);
const recordingIn = ({ inputs }: ExpertCall): Promise<File> =>
  fileAt(inputs, "audio", "audio", MAX_ENCODED_INPUT_BYTES);

/** The usage of a call that looks at a picture, or makes one. */
const ONE_PICTURE = { images: 1 } as const;

const imageClassification = recipe("image-classification", async ({ call, ask }) => {
  const inputs = await pictureAt(call, "image");
  return { outputs: labelled(await ask("imageClassification", { inputs }, Labels)), usage: ONE_PICTURE };
});

const zeroShotImageClassification = recipe("zero-shot-image-classification", async ({ call, texts, ask }) => {
  const [inputs, candidate_labels] = await Promise.all([pictureAt(call, "image"), texts.labels()]);
  const labels = await ask("zeroShotImageClassification", { inputs, parameters: { candidate_labels } }, Labels);
  return { outputs: labelled(labels), usage: ONE_PICTURE };
});

const Caption = z.object({ generated_text: z.string() });
const Read = z.union([
  Caption.transform(({ generated_text }) => generated_text),
  z.tuple([Caption]).transform(([{ generated_text }]) => generated_text),
  z.object({ md_results: z.string() }).transform(({ md_results }) => md_results),
]);

/**
 * A caption, or the words in a picture: which of them, the model decides. The answer is taken as it comes, as the
 * library refuses the list that some models' servers wrap it in (https://github.com/huggingface/huggingface_hub/pull/2285).
 */
const imageToText = recipe("image-to-text", async (session) => {
  const inputs = await pictureAt(session.call, "image");
  const text = shaped(await follow("imageToText", { inputs }, session), Read, session.asked.name);
  return { outputs: { text: { as: "text", text } }, usage: ONE_PICTURE };
});

const visualQuestionAnswering = recipe("visual-question-answering", async ({ call, texts, ask }) => {
  const [image, question] = await Promise.all([pictureAt(call, "image"), texts.one("question")]);
  const shape = z.object({ answer: z.string(), score: z.number() });
  const { answer, score } = await ask("visualQuestionAnswering", { inputs: { image, question } }, shape);
  return {
    outputs: { answer: { as: "text", text: answer }, labels: { as: "data", data: [{ label: answer, score }] } },
    usage: ONE_PICTURE,
  };
});

const documentQuestionAnswering = recipe("document-question-answering", async ({ call, texts, ask }) => {
  const [image, question] = await Promise.all([pictureAt(call, "document"), texts.one("question")]);
  const shape = z.object({ answer: z.string(), score: z.number().optional() });
  const { answer, score = null } = await ask("documentQuestionAnswering", { inputs: { image, question } }, shape);
  const evidence = { answer, score, sentence: null };
  return {
    outputs: { answer: { as: "text", text: answer }, evidence: { as: "data", data: evidence } },
    usage: ONE_PICTURE,
  };
});

const Objects = z.array(ScoredLabel.extend({ box: PixelBox }));

const objectDetection = recipe("object-detection", async ({ call, ask }) => {
  const objects = await ask("objectDetection", { inputs: await pictureAt(call, "image") }, Objects);
  return { ...(await showObjects(call.inputs.image?.[0], objects, call.signal)), usage: ONE_PICTURE };
});

const Segments = z.array(EncodedSegment).max(500);

/** A mask for each thing that was found; of fal-ai one mask without labels. */
const imageSegmentation = recipe("image-segmentation", async (session) => {
  const { call, ask, asked, to } = session;
  const inputs = await pictureAt(call, "image");
  if (to.provider !== "hf-inference") {
    return { outputs: { image: await make("image", "imageSegmentation", { inputs }, session) }, usage: ONE_PICTURE };
  }
  const segments = decodeSegments(await ask("imageSegmentation", { inputs }, Segments), asked.name);
  return { ...(await showSegments(call.inputs.image?.[0], segments, call.signal)), usage: ONE_PICTURE };
});

const Transcript = z.object({
  text: z.string(),
  chunks: z.array(z.object({ timestamp: z.array(z.number().nullable()) })).optional(),
});

/** The forms of a transcript that the library's `providers/replicate.ts` knows, but for the one that is a link. */
const Replicated = z.object({
  output: z.union([
    z.string(),
    z.tuple([z.string()], z.string()).transform((parts) => parts.join("")),
    z.object({ transcription: z.string() }).transform(({ transcription }) => transcription),
    z.object({ text: z.string() }).transform(({ text }) => text),
  ]),
});

const automaticSpeechRecognition = recipe("automatic-speech-recognition", async (session) => {
  const inputs = await recordingIn(session.call);
  if (session.to.provider === "replicate") {
    // Its predictions may be queued, and the library takes one that is for a wrong answer.
    const answer = await follow("automaticSpeechRecognition", { inputs }, session);
    return { outputs: { text: { as: "text", text: shaped(answer, Replicated, session.asked.name).output.trim() } } };
  }
  const { text, chunks = [] } = await session.ask("automaticSpeechRecognition", { inputs }, Transcript);
  const seconds = chunks.flatMap(({ timestamp }) => timestamp).reduce<number>((most, at) => Math.max(most, at ?? 0), 0);
  return { outputs: { text: { as: "text", text: text.trim() } }, ...(seconds > 0 ? { usage: { seconds } } : {}) };
});

const audioClassification = recipe("audio-classification", async ({ call, ask }) => ({
  outputs: labelled(await ask("audioClassification", { inputs: await recordingIn(call) }, Labels)),
}));

const audioToAudio = recipe("audio-to-audio", async (session) => {
  const inputs = await recordingIn(session.call);
  return { outputs: { audio: await make("audio", "audioToAudio", { inputs }, session) } };
});

const textToSpeech = recipe("text-to-speech", async (session) => {
  const { texts } = session;
  const [inputs, language] = await Promise.all([texts.one("text"), texts.optional("language")]);
  const audio = await make("audio", "textToSpeech", { inputs }, session);
  // No inference provider takes a language: a voice has its own.
  const notes = language === null ? [] : [`${session.asked.name} speaks the language of its voice; it takes no other.`];
  return { outputs: { audio }, usage: { characters: inputs.length }, notes };
});

const usageOf = (base: MediaBase): Pick<ExpertResult, "usage"> => (base === "image" ? { usage: ONE_PICTURE } : {});

/** A picture or video of a description. */
const fromText = (task: InferenceTask, base: MediaBase, method: LibraryMethod): TaskRecipe =>
  recipe(task, async (session) => {
    const inputs = await session.texts.one("text");
    return { outputs: { [base]: await make(base, method, { inputs }, session) }, ...usageOf(base) };
  });

/** A picture or video of a picture and a prompt about what to change in it; a control map is edited like a picture. */
const fromPicture = (task: InferenceTask, base: MediaBase, method: LibraryMethod): TaskRecipe =>
  recipe(task, async (session) => {
    const { call, texts } = session;
    const [inputs, prompt] = await Promise.all([pictureAt(call, "image"), texts.optional("text")]);
    const request = { inputs, ...(prompt === null ? {} : { parameters: { prompt } }) };
    return { outputs: { [base]: await make(base, method, request, session) }, ...usageOf(base) };
  });

const EDITED: readonly TaskRecipe[] = [
  fromPicture("image-to-image", "image", "imageToImage"),
  fromPicture("image-text-to-image", "image", "imageTextToImage"),
];

export const MEDIA_RECIPES: Readonly<Record<string, readonly TaskRecipe[]>> = {
  "image-to-text": [imageToText],
  "optical-character-recognition": [imageToText],
  "visual-question-answering": [visualQuestionAnswering],
  "document-question-answering": [documentQuestionAnswering],
  "image-classification": [imageClassification],
  "zero-shot-image-classification": [zeroShotImageClassification],
  "object-detection": [objectDetection],
  "image-segmentation": [imageSegmentation],

  "text-to-image": [fromText("text-to-image", "image", "textToImage")],
  "image-to-image": EDITED,
  "image-editing": EDITED,
  "canny-text-to-image": EDITED,
  "hed-text-to-image": EDITED,
  "mlsd-text-to-image": EDITED,
  "normal-text-to-image": EDITED,
  "openpose-text-to-image": EDITED,
  "depth-text-to-image": EDITED,
  "scribble-text-to-image": EDITED,
  "seg-text-to-image": EDITED,
  "text-to-video": [fromText("text-to-video", "video", "textToVideo")],
  "image-to-video": [
    fromPicture("image-to-video", "video", "imageToVideo"),
    fromPicture("image-text-to-video", "video", "imageTextToVideo"),
  ],

  "automatic-speech-recognition": [automaticSpeechRecognition],
  "text-to-speech": [textToSpeech],
  "audio-classification": [audioClassification],
  "audio-to-audio": [audioToAudio],
};
