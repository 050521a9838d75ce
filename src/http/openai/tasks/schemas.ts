import * as z from "zod";
import { components } from "../../schemas/components.ts";

const name = z.string().min(1).max(200);
/** As a message's text. */
const text = z
  .string()
  .min(1)
  .max(100_000)
  .transform((one) => one.toWellFormed());
/** Of one request: each is a task of its plan. */
const MAX_TEXTS = 64;
const MAX_IMAGES = 4;

export const speechBody = z
  .looseObject({
    model: name,
    input: text,
    response_format: z
      .string()
      .max(20)
      .nullish()
      .describe("Where the speech is made in another, `X-Impresario-Ignored` names it, and `Content-Type` says which."),
  })
  .register(components, { id: "OpenAiSpeechRequest" });

export const embeddingsBody = z
  .looseObject({
    model: name,
    input: z.union([text.transform((one) => [one]), z.array(text).min(1).max(MAX_TEXTS)]),
    encoding_format: z.enum(["float", "base64"]).default("float"),
    dimensions: z.null().optional().describe("Vectors are as long as their model makes them."),
  })
  .register(components, { id: "OpenAiEmbeddingsRequest" });

/** Of JSON and of forms. */
const whole = z.union([z.literal([false, "false"]), z.null()], "cannot be followed: it comes whole").optional();

const image = {
  model: name.default("impresario"),
  prompt: z
    .string()
    .min(1)
    .max(32_000)
    .transform((one) => one.toWellFormed()),
  n: z.coerce.number().int().min(1).max(MAX_IMAGES).nullish(),
  response_format: z.enum(["url", "b64_json"]).nullish().describe("Left out: `url`."),
  stream: whole,
};
export const imageBody = z.looseObject(image).register(components, { id: "OpenAiImageRequest" });
/** The fields of a form beside its file. */
export const imageEditFields = z.looseObject(image);

export const transcriptionFields = z.looseObject({
  model: name,
  response_format: z.enum(["json", "text"], "may be `json` or `text`: no times of words are known").default("json"),
  stream: whole,
});

z.object({ ...imageEditFields.shape, image: z.file() }).register(components, { id: "OpenAiImageEditForm" });
z.object({ ...transcriptionFields.shape, file: z.file() }).register(components, { id: "OpenAiTranscriptionForm" });
z.object({ file: z.file(), purpose: z.string().optional() }).register(components, { id: "OpenAiFileForm" });

z.object({
  object: z.literal("list"),
  model: z.string(),
  data: z.array(
    z.object({
      object: z.literal("embedding"),
      index: z.int(),
      embedding: z.union([z.array(z.number()), z.string()]).describe("In base64: 32-bit floats, little-endian."),
    }),
  ),
  usage: z.object({ prompt_tokens: z.number(), total_tokens: z.number() }),
}).register(components, { id: "OpenAiEmbeddings" });

z.object({
  created: z.int(),
  data: z.array(
    z.object({
      url: z.string().exactOptional().describe("A signed link, which expires within a day or so."),
      b64_json: z.string().exactOptional().describe("Where `response_format` is that, in place of `url`."),
    }),
  ),
}).register(components, { id: "OpenAiImages" });

z.object({ text: z.string() }).register(components, { id: "OpenAiTranscription" });

const file = z
  .object({
    id: z.string().describe("Of a file of this server: res_…"),
    object: z.literal("file"),
    bytes: z.int(),
    created_at: z.int(),
    expires_at: z.int().describe("When it is deleted, unless a conversation has it by then."),
    filename: z.string(),
    purpose: z.string(),
    status: z.literal("processed"),
  })
  .register(components, { id: "OpenAiFile" });

z.object({ id: z.string(), object: z.literal("file"), deleted: z.literal(true) }).register(components, {
  id: "OpenAiDeletedFile",
});

z.object({
  object: z.literal("list"),
  data: z.array(file),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
}).register(components, { id: "OpenAiFileList" });
