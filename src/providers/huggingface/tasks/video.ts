import { optionalText, pictureInput, textInput } from "../inputs.ts";
import { make } from "../media/make.ts";
import type { HuggingFaceCall } from "../session.ts";
import { way } from "./way.ts";

export const textToVideo = way("text-to-video", async (session) => {
  const inputs = await textInput(session.call.inputs, "text");
  const video = await make("video", (client, to, options) => client.textToVideo({ ...to, inputs }, options), session);
  return { outputs: { video } };
});

export const imageToVideo = way("image-to-video", async (session) => {
  const { inputs, parameters } = await moved(session);
  const request: Parameters<typeof make>[1] = (client, to, options) =>
    client.imageToVideo({ ...to, inputs, ...parameters }, options);
  return { outputs: { video: await make("video", request, session, inputs.size) } };
});

export const imageTextToVideo = way("image-text-to-video", async (session) => {
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
