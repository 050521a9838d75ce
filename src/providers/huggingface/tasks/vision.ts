import * as z from "zod";
import { Labels, labelled, ScoredLabel } from "../../answers/scores.ts";
import { decodeSegments, EncodedSegment, PixelBox } from "../../overlays/detected.ts";
import { showObjects, showSegments } from "../../overlays/index.ts";
import type { ExpertResult } from "../../provider.ts";
import { labelsInput, pictureInput, textInput } from "../inputs.ts";
import { follow, make } from "../media/make.ts";
import { type HuggingFaceCall, type LibraryCall, recipe, shaped } from "../session.ts";

const LOOKED_AT = { images: 1 } as const;

export const imageClassification = recipe("image-classification", async ({ call, ask }) => {
  const inputs = await pictureInput(call.inputs, "image");
  const labels = await ask(
    (client, to, options) => client.imageClassification({ ...to, inputs }, options),
    Labels,
    inputs.size,
  );
  return { outputs: labelled(labels), usage: LOOKED_AT };
});

export const zeroShotImageClassification = recipe("zero-shot-image-classification", async ({ call, ask }) => {
  const [inputs, candidate_labels] = await Promise.all([pictureInput(call.inputs, "image"), labelsInput(call.inputs)]);
  const parameters = { candidate_labels };
  const labels = await ask(
    (client, to, options) => client.zeroShotImageClassification({ ...to, inputs, parameters }, options),
    Labels,
    inputs.size,
  );
  return { outputs: labelled(labels), usage: LOOKED_AT };
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
export const imageToText = recipe("image-to-text", async (session) => {
  const inputs = await pictureInput(session.call.inputs, "image");
  const request: LibraryCall = (client, to, options) => client.imageToText({ ...to, inputs }, options);
  const text = shaped(await follow(request, session, inputs.size), Read, session.asked);
  return { outputs: { text: { as: "text", text } }, usage: LOOKED_AT };
});

export const visualQuestionAnswering = recipe("visual-question-answering", async ({ call, ask }) => {
  const [image, question] = await Promise.all([pictureInput(call.inputs, "image"), textInput(call.inputs, "question")]);
  const { answer, score } = await ask(
    (client, to, options) => client.visualQuestionAnswering({ ...to, inputs: { image, question } }, options),
    z.object({ answer: z.string(), score: z.number() }),
    image.size,
  );
  return {
    outputs: { answer: { as: "text", text: answer }, labels: { as: "data", data: [{ label: answer, score }] } },
    usage: LOOKED_AT,
  };
});

export const documentQuestionAnswering = recipe("document-question-answering", async ({ call, ask }) => {
  const [image, question] = await Promise.all([
    pictureInput(call.inputs, "document"),
    textInput(call.inputs, "question"),
  ]);
  const { answer, score = null } = await ask(
    (client, to, options) => client.documentQuestionAnswering({ ...to, inputs: { image, question } }, options),
    z.object({ answer: z.string(), score: z.number().optional() }),
    image.size,
  );
  return {
    outputs: {
      answer: { as: "text", text: answer },
      evidence: { as: "data", data: { answer, score, sentence: null } },
    },
    usage: LOOKED_AT,
  };
});

const Objects = z.array(ScoredLabel.extend({ box: PixelBox }));

export const objectDetection = recipe("object-detection", async ({ call, ask }) => {
  const inputs = await pictureInput(call.inputs, "image");
  const objects = await ask(
    (client, to, options) => client.objectDetection({ ...to, inputs }, options),
    Objects,
    inputs.size,
  );
  return { ...(await showObjects(call.inputs.image?.[0], objects, call.signal)), usage: LOOKED_AT };
});

const Segments = z.array(EncodedSegment).max(500);

export const imageSegmentation = recipe("image-segmentation", async (session) => {
  const inputs = await pictureInput(session.call.inputs, "image");
  const request: LibraryCall = (client, to, options) => client.imageSegmentation({ ...to, inputs }, options);
  return session.to.provider === "hf-inference"
    ? segmented(request, inputs, session)
    : cutOut(request, session, inputs.size);
});

/** A mask for each thing that was found. */
async function segmented(
  request: LibraryCall,
  inputs: Blob,
  { ask, asked, call }: HuggingFaceCall,
): Promise<ExpertResult> {
  const found = await ask(request, Segments, inputs.size);
  const segments = decodeSegments(found, asked.name);
  return { ...(await showSegments(call.inputs.image?.[0], segments, call.signal)), usage: LOOKED_AT };
}

/** fal-ai gives one mask and no labels. */
async function cutOut(request: LibraryCall, session: HuggingFaceCall, inputBytes: number): Promise<ExpertResult> {
  return { outputs: { image: await make("image", request, session, inputBytes) }, usage: LOOKED_AT };
}
