import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { fromEncoded } from "../media/base64.ts";
import { draftOf } from "../media/drafts.ts";
import type { OutputDraft } from "../provider.ts";
import type { RunAnswer } from "./run.ts";

/** Models answer with a file itself, or with its base64, which a few make a data URL. */
const Encoded = z.union([
  z.object({ image: z.string() }).transform(({ image }) => image),
  z.object({ audio: z.string() }).transform(({ audio }) => audio),
]);

/**
 * The picture or sound that a model made, with its true media type: what is declared is often another.
 * @throws {AppError} `provider-rejected` when there is none.
 */
export async function madeFile({ body }: RunAnswer, base: "image" | "audio", model: string): Promise<OutputDraft> {
  const bytes = body.as === "bytes" ? body.bytes : fromEncoded(Encoded.safeParse(body.json).data ?? "")?.bytes;
  if (bytes === undefined || bytes.byteLength === 0) {
    throw new AppError("provider-rejected", `${model} answered without a file`);
  }
  return draftOf(bytes, base, body.as === "bytes" ? body.mediaType : null, model);
}
