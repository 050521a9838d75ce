import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { measuredIn } from "../../answers/measured.ts";
import { fileAt } from "../../inputs.ts";
import { draftOf, fromBase64, streamedDraft } from "../../media/drafts.ts";
import type { ExpertResult, OutputDraft } from "../../provider.ts";
import type { RefusedFeature } from "../requests.ts";
import { holding, type OpenAiCall, type TaskMethod } from "./session.ts";

/** As bytes, form and encoded body at once, in an isolate of 128 MB; the servers' own limits are 4 to 50 MB. */
const MAX_PICTURE_BYTES = 16 * 1024 * 1024;
/** The prompt of an edit that comes without words: the endpoint for variations is retired. */
const VARIATION = "Make a variation of this picture.";

/** https://platform.openai.com/docs/api-reference/images/object; models that are paid by tokens report `usage`. */
const Images = z.looseObject({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
});

export const textToImage: TaskMethod = async (session) => {
  const { texts, configured, ask } = session;
  const prompt = await texts.one("text");
  const answer = await ask(
    (refused) => ({ model: configured.model, prompt, n: 1, ...inBase64(refused) }),
    (client, request, options) => client.images.generate(request, options),
  );
  return made(answer, session);
};

/** Edits a picture by a prompt; without one, makes a variation of it. */
export const imageToImage: TaskMethod = async (session) => {
  const text = await session.texts.optional("text");
  return edited(text ?? VARIATION, session);
};

/** As `imageToImage`, with words that explain the control map, which the model would take for any picture. */
export const mapToImage: TaskMethod = async (session) => {
  const text = await session.texts.one("text");
  const map = session.type.inputs.find(({ name }) => name === "image")?.description ?? "The map";
  return edited(
    `${text}\n\nThe given picture is a map of what to make, to be kept to and not to be shown. ${map}.`,
    session,
  );
};

async function edited(prompt: string, session: OpenAiCall): Promise<ExpertResult> {
  const { call, configured, ask } = session;
  const answer = await holding(call, "form", async () => {
    const image = await fileAt(call.inputs, "image", "image", MAX_PICTURE_BYTES);
    return ask(
      (refused) => ({ model: configured.model, prompt, image, n: 1, ...inBase64(refused) }),
      (client, request, options) => client.images.edit(request, options),
    );
  });
  return made(answer, session);
}

/** The newer models give nothing else, and refuse to be asked for it. */
const inBase64 = (refused: ReadonlySet<RefusedFeature>) =>
  refused.has("response_format") ? {} : { response_format: "b64_json" as const };

async function made(answer: Response, session: OpenAiCall): Promise<ExpertResult> {
  const told = await session.json(answer, Images);
  return { outputs: { image: await pictureIn(told.data[0], session) }, usage: { images: 1, ...measuredIn(told) } };
}

async function pictureIn(
  picture: z.infer<typeof Images>["data"][number] | undefined,
  session: OpenAiCall,
): Promise<OutputDraft> {
  const { model } = session.configured;
  const bytes = picture?.b64_json ? fromBase64(picture.b64_json) : null;
  if (bytes) return draftOf(bytes, "image", null, model);
  if (picture?.url) return session.guard(() => download(picture.url ?? "", session));
  throw new AppError("provider-rejected", `${model} answered without a picture`);
}

/** An address in an answer may lead anywhere, so that only the server itself is fetched from, without the key. */
async function download(link: string, { configured, baseUrl, fetch, call }: OpenAiCall): Promise<OutputDraft> {
  const { model } = configured;
  const url = URL.parse(link, baseUrl);
  if (url?.origin !== new URL(baseUrl).origin || url.username !== "")
    throw new AppError("provider-rejected", `${model} put its picture at an address that is not fetched from`);
  const response = await fetch(url.href, { redirect: "manual", signal: call.signal }).catch((cause: unknown) => {
    throw new AppError("provider-unavailable", `The picture that ${model} made cannot be reached`, {
      retryable: true,
      cause,
    });
  });
  if (response.ok) return streamedDraft(response, "image", { name: model, signal: call.signal });
  await response.body?.cancel();
  throw new AppError(
    "provider-rejected",
    `The picture that ${model} made cannot be fetched (status ${response.status})`,
  );
}
