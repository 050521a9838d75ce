import { AppError } from "../../../domain/errors.ts";
import { fromEncoded } from "../../media/base64.ts";

/** Where an answer has its file. */
export type AnswerFile =
  | { readonly as: "bytes"; readonly bytes: Uint8Array; readonly mediaType: string | null }
  | { readonly as: "link"; readonly url: string };

type Step = string | number;

/**
 * Where the inference providers' answers hold what they made, in base64, as a data URL or as a link:
 * OpenAI's images (together, nscale, deepinfra, hf-inference), fal's and replicate's, the video queues', and the
 * recordings of hf-inference. The shapes are those that the library's `src/providers/` reads.
 */
const PLACES: readonly (readonly Step[])[] = [
  ["data", 0, "b64_json"],
  ["data", 0, "url"],
  ["images", 0, "url"],
  ["image", "url"],
  ["video", "url"],
  ["audio_file", "url"],
  ["audio", "url"],
  ["videos", 0, "video_url"],
  ["task", "content", "url"],
  ["image_result", 0, "url"],
  ["outputs", "video_url"],
  ["outputs", 0],
  ["output", 0],
  ["output"],
  [0, "blob"],
];

/** @throws {AppError} `provider-rejected` when there is none in any place that is known. */
export function fileIn(answer: unknown, name: string): AnswerFile {
  for (const place of PLACES) {
    const value = at(answer, place);
    const file = typeof value === "string" && value !== "" ? readFile(value) : null;
    if (file) return file;
  }
  throw new AppError("provider-rejected", `${name} answered without a file`);
}

function at(value: unknown, place: readonly Step[]): unknown {
  return place.reduce<unknown>((inner, step) => {
    if (typeof step === "number") return Array.isArray(inner) ? inner[step] : undefined;
    return typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
      ? Reflect.get(inner, step)
      : undefined;
  }, value);
}

function readFile(value: string): AnswerFile | null {
  if (/^https?:\/\//.test(value)) return { as: "link", url: value };
  const file = fromEncoded(value);
  return file && file.bytes.byteLength > 0 ? { as: "bytes", ...file } : null;
}
