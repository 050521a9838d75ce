import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import { imageFormat } from "../embedded/vision/decode/sniff.ts";
import { fromEncoded } from "../media/base64.ts";
import type { Segment } from "../overlays/regions.ts";
import type { OutputDraft } from "../provider.ts";
import { fieldsOf } from "./json-fields.ts";

/** Where the words are, in the answers the API documents. */
const TEXT_FIELDS = ["generated_text", "summary_text", "translation_text", "text", "answer", "label", "word"];
/** Where files are: of `audio-to-audio`, of `depth-estimation`, and of what handlers of one's own answer. */
const FILE_FIELDS = ["blob", "depth", "image", "audio", "video"];

/** Some tasks answer with a list in a list, one for each input. */
export const flatten = (answer: JsonValue): JsonValue =>
  Array.isArray(answer) && answer.length === 1 && Array.isArray(answer[0]) ? answer[0] : answer;

function firstRecord(answer: JsonValue): JsonObject | null {
  const flat = flatten(answer);
  return fieldsOf(Array.isArray(flat) ? flat[0] : flat);
}

/** The words of an answer, if it has any. */
export function textIn(answer: JsonValue): string | null {
  if (typeof answer === "string") return answer;
  const record = firstRecord(answer);
  const field = TEXT_FIELDS.find((name) => typeof record?.[name] === "string");
  const words = field === undefined ? null : record?.[field];
  return typeof words === "string" ? words : null;
}

/** The file that an answer carries in base64, if it does. */
export function fileIn(answer: JsonValue): OutputDraft | null {
  const record = firstRecord(answer);
  for (const name of FILE_FIELDS) {
    const field = record?.[name];
    const bytes = typeof field === "string" ? bytesIn(field) : null;
    if (!bytes) continue;
    const declared = record?.["content-type"];
    const format = imageFormat(bytes);
    const mediaType = format ? `image/${format}` : typeof declared === "string" ? declared : "application/octet-stream";
    return { as: "bytes", bytes, mediaType };
  }
  return null;
}

const segments = z.array(z.object({ label: z.string(), score: z.number().nullish(), mask: z.string() })).max(2_000);

/** The masks of `image-segmentation`; null for an answer without. @throws {AppError} `provider-rejected` */
export function segmentsIn(answer: JsonValue): readonly Segment[] | null {
  const read = segments.safeParse(flatten(answer));
  if (!read.success) return null;
  return read.data.map(({ label, score = null, mask }) => {
    const bytes = bytesIn(mask);
    if (!bytes) throw new AppError("provider-rejected", "The endpoint answered with a mask that is no base64");
    return { label, score, mask: bytes };
  });
}

/** Of base64 as it is, or in a data URL. */
const bytesIn = (text: string): Uint8Array | null => fromEncoded(text)?.bytes ?? null;
