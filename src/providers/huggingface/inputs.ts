import { AppError } from "../../domain/errors.ts";
import { baseKind } from "../../domain/kinds.ts";
import { MAX_ENCODED_INPUT_BYTES, oneInput } from "../inputs.ts";
import type { Inputs } from "../provider.ts";

/** A file whole, with its media type, as the library takes it. Nearly every way to send one holds it in base64. */
export async function fileInput(inputs: Inputs, port: string): Promise<Blob> {
  const value = oneInput(inputs, port);
  const bytes = await value.bytes(MAX_ENCODED_INPUT_BYTES);
  return new Blob([new Uint8Array(bytes)], { type: value.mediaType });
}

/** As `fileInput`, for a task that looks at a picture. @throws {AppError} `unsupported-input` for a PDF. */
export async function pictureInput(inputs: Inputs, port: string): Promise<Blob> {
  const { kind, mediaType } = oneInput(inputs, port);
  if (baseKind(kind) !== "image" && !mediaType.startsWith("image/")) {
    throw new AppError("unsupported-input", `This model looks at pictures; "${port}" is ${mediaType}.`);
  }
  return fileInput(inputs, port);
}
