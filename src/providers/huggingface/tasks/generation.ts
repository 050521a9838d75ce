import type { ExpertResult } from "../../provider.ts";
import { optionalText, pictureInput, textInput } from "../inputs.ts";
import { make } from "../media/make.ts";
import { type HuggingFaceCall, recipe } from "../session.ts";

const MADE = { images: 1 } as const;

export const textToImage = recipe("text-to-image", async (session) => {
  const inputs = await textInput(session.call.inputs, "text");
  const image = await make("image", (client, to, options) => client.textToImage({ ...to, inputs }, options), session);
  return { outputs: { image }, usage: MADE };
});

/** Edits an image by a prompt; of a control map, the map is the image that is edited. */
export const imageToImage = recipe("image-to-image", async (session) => {
  const { inputs, prompt } = await pictured(session);
  const parameters = prompt === null ? {} : { parameters: { prompt } };
  return made(session, inputs, (client, to, options) => client.imageToImage({ ...to, inputs, ...parameters }, options));
});

export const imageTextToImage = recipe("image-text-to-image", async (session) => {
  const { inputs, prompt } = await pictured(session);
  const parameters = prompt === null ? {} : { parameters: { prompt } };
  return made(session, inputs, (client, to, options) =>
    client.imageTextToImage({ ...to, inputs, ...parameters }, options),
  );
});

async function pictured({ call }: HuggingFaceCall): Promise<{ readonly inputs: Blob; readonly prompt: string | null }> {
  const [inputs, prompt] = await Promise.all([pictureInput(call.inputs, "image"), optionalText(call.inputs, "text")]);
  return { inputs, prompt };
}

async function made(
  session: HuggingFaceCall,
  inputs: Blob,
  request: Parameters<typeof make>[1],
): Promise<ExpertResult> {
  return { outputs: { image: await make("image", request, session, inputs.size) }, usage: MADE };
}

export const textToVideo = recipe("text-to-video", async (session) => {
  const inputs = await textInput(session.call.inputs, "text");
  const video = await make("video", (client, to, options) => client.textToVideo({ ...to, inputs }, options), session);
  return { outputs: { video } };
});

export const imageToVideo = recipe("image-to-video", async (session) => {
  const { inputs, parameters } = await moved(session);
  const request: Parameters<typeof make>[1] = (client, to, options) =>
    client.imageToVideo({ ...to, inputs, ...parameters }, options);
  return { outputs: { video: await make("video", request, session, inputs.size) } };
});

export const imageTextToVideo = recipe("image-text-to-video", async (session) => {
  const { inputs, parameters } = await moved(session);
  const request: Parameters<typeof make>[1] = (client, to, options) =>
    client.imageTextToVideo({ ...to, inputs, ...parameters }, options);
  return { outputs: { video: await make("video", request, session, inputs.size) } };
});

interface Moved {
  readonly inputs: Blob;
  readonly parameters: { readonly parameters?: { readonly prompt: string } };
}

async function moved({ call }: HuggingFaceCall): Promise<Moved> {
  const [inputs, prompt] = await Promise.all([pictureInput(call.inputs, "image"), optionalText(call.inputs, "text")]);
  return { inputs, parameters: prompt === null ? {} : { parameters: { prompt } } };
}
