import { MP3, PICTURE } from "../media.ts";
import { CREATED, chatCompletion } from "./chat.ts";
import { type Body, modesOf } from "./modes.ts";
import { error, json, type Reply } from "./reply.ts";

/** Where a picture lies that was asked for by address. */
export const PICTURE_PATH = "/made/picture.png";

/** What a `POST` answers, by its path behind `/v1`. */
export const ENDPOINTS: Readonly<Record<string, (body: Body, origin: string) => Reply>> = {
  "/chat/completions": chatCompletion,
  "/embeddings": embeddings,
  "/images/generations": images,
  "/images/edits": (body, origin) =>
    isFile(body.image) ? images(body, origin) : error(400, { message: "image is missing", param: "image" }),
  "/audio/speech": speech,
  "/audio/transcriptions": transcription,
};

/** https://platform.openai.com/docs/api-reference/models/list */
export const models = (): Reply =>
  json({
    object: "list",
    data: ["fake-chat", "fake-vision", "fake-embeddings", "fake-images", "fake-speech", "fake-transcription"].map(
      (id) => ({
        id,
        object: "model",
        created: CREATED,
        owned_by: "fake",
      }),
    ),
  });

const isFile = (field: unknown): boolean => typeof field === "object" && field !== null && "size" in field;

/** Three counts for each text, so that texts alike have vectors alike. */
const vectorOf = (text: string): readonly number[] => [
  text.length,
  text.match(/[aeiou]/gi)?.length ?? 0,
  text.match(/\s/g)?.length ?? 0,
];

/** https://platform.openai.com/docs/api-reference/embeddings/create */
function embeddings(body: Body): Reply {
  const modes = modesOf(body);
  const texts = [body.input].flat().map(String);
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  if (modes.has("backwards")) data.reverse();
  if (modes.has("one-missing")) data.pop();
  if (modes.has("ragged")) data.splice(0, 1, { object: "embedding", index: 0, embedding: [1] });
  return json({
    object: "list",
    data,
    model: body.model,
    ...(modes.has("no-usage") ? {} : { usage: { prompt_tokens: 8, total_tokens: 8 } }),
  });
}

/** https://platform.openai.com/docs/api-reference/images/create: by tokens with the newer models. */
function images(body: Body, origin: string): Reply {
  const modes = modesOf(body);
  const b64_json = (modes.has("no-picture") ? Buffer.from("[fake] no picture") : PICTURE).toString("base64");
  const link = modes.has("by-foreign-url")
    ? `http://127.0.0.1:1${PICTURE_PATH}`
    : modes.has("by-lost-url")
      ? `${origin}/made/nothing.png`
      : `${origin}${PICTURE_PATH}`;
  const isLinked = [...modes].some((mode) => mode.endsWith("-url"));
  return json({
    created: CREATED,
    data: modes.has("none") ? [] : [isLinked ? { url: link } : { b64_json }],
    ...(modes.has("by-tokens") ? { usage: { input_tokens: 50, output_tokens: 1_056, total_tokens: 1_106 } } : {}),
  });
}

/** https://platform.openai.com/docs/api-reference/audio/createSpeech */
function speech(body: Body): Reply {
  if (typeof body.input !== "string" || typeof body.voice !== "string")
    return error(400, { message: "input and voice are required", param: "input" });
  if (modesOf(body).has("json-for-sound")) return json({ fake: "no sound" });
  return { status: 200, headers: { "content-type": "audio/mpeg" }, body: MP3 };
}

/** https://platform.openai.com/docs/api-reference/audio/createTranscription */
function transcription(body: Body): Reply {
  const { file } = body;
  if (!isFile(file)) return error(400, { message: "file is missing", param: "file" });
  const modes = modesOf(body);
  const usage = modes.has("by-tokens")
    ? { type: "tokens", input_tokens: 14, output_tokens: 45, total_tokens: 59 }
    : { type: "duration", seconds: 9 };
  return json({ text: "[fake] This is what was said. ", ...(modes.has("no-usage") ? {} : { usage }) });
}
