import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { fromBase64 } from "../custom/base64.ts";
import type { OutputDraft } from "../provider.ts";
import type { RunAnswer } from "./run.ts";

/** Models answer with a file itself, or with its base64, which a few make a data URL. */
const Encoded = z
  .union([
    z.object({ image: z.string() }).transform(({ image }) => image),
    z.object({ audio: z.string() }).transform(({ audio }) => audio),
  ])
  .transform((text) => text.replace(/^data:[\w.+/-]{1,100};base64,/, ""));

/**
 * The picture or sound that a model made, with its true media type: what is declared is often another.
 * @throws {AppError} `provider-rejected` when there is none.
 */
export async function madeFile({ body }: RunAnswer, base: "image" | "audio", model: string): Promise<OutputDraft> {
  const bytes = body.as === "bytes" ? body.bytes : fromBase64(Encoded.safeParse(body.json).data ?? "");
  if (bytes === null || bytes.byteLength === 0) {
    throw new AppError("provider-rejected", `${model} answered without a file`);
  }
  // Some hundred kilobytes of parsers that only files need.
  const { fileTypeFromBuffer } = await import("file-type");
  const [sniffed = ""] = ((await fileTypeFromBuffer(bytes))?.mime ?? "").split(";", 1);
  // A container looks alike whether or not it holds pictures.
  const mediaType = base === "audio" ? sniffed.replace(/^(?:video|application)\/(mp4|webm|ogg)$/, "audio/$1") : sniffed;
  if (mediaType.startsWith(`${base}/`)) return { as: "bytes", bytes, mediaType };
  throw new AppError(
    "provider-rejected",
    `${model} answered with ${sniffed || "something else"} where ${base} is wanted`,
  );
}
