import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import { MAX_ENCODED_INPUT_BYTES, oneInput, optionalTextAt, textAt } from "../inputs.ts";
import type { Inputs } from "../provider.ts";

/** Longer than any model's context; what a model cannot take it refuses itself. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
const MAX_LABELS = 100;
const MAX_TEXTS = 200;

/** The text at a port. @throws {AppError} `unsupported-input` when it is missing or blank. */
export const textInput = (inputs: Inputs, port: string): Promise<string> => textAt(inputs, port, MAX_TEXT_BYTES);

/** As `textInput`, null when it is missing or blank. */
export const optionalText = (inputs: Inputs, port: string): Promise<string | null> =>
  optionalTextAt(inputs, port, MAX_TEXT_BYTES);

/** All texts of a port that takes many. */
export async function textInputs(inputs: Inputs, port: string): Promise<readonly string[]> {
  const values = inputs[port] ?? [];
  if (values.length === 0) throw new AppError("unsupported-input", `The input "${port}" is missing.`);
  if (values.length > MAX_TEXTS) {
    throw new AppError("resource-too-large", `At most ${MAX_TEXTS} texts fit "${port}"; these are ${values.length}.`);
  }
  return Promise.all(values.map((value) => value.text(MAX_TEXT_BYTES)));
}

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

/** Labels to choose from: a list in JSON, or a text with one a line, or with commas between them. */
export async function labelsInput(inputs: Inputs): Promise<string[]> {
  const value = oneInput(inputs, "labels");
  const listed =
    baseKind(value.kind) === "data"
      ? labelsIn(await value.json(MAX_TEXT_BYTES))
      : split(await value.text(MAX_TEXT_BYTES));
  const labels = [...new Set(listed.map((label) => label.trim()).filter((label) => label !== ""))];
  if (labels.length === 0) throw new AppError("unsupported-input", "There are no labels to choose from.");
  if (labels.length > MAX_LABELS) {
    throw new AppError("resource-too-large", `At most ${MAX_LABELS} labels fit; these are ${labels.length}.`);
  }
  return labels;
}

const split = (text: string): string[] => text.split(text.includes("\n") ? "\n" : /[,;]/);

function labelsIn(json: JsonValue): string[] {
  if (typeof json === "string") return split(json);
  if (!Array.isArray(json)) throw new AppError("unsupported-input", 'The input "labels" is no list of labels.');
  return json.flatMap((item: JsonValue) => {
    if (typeof item === "string") return [item];
    const label = typeof item === "object" && item !== null && "label" in item ? item.label : null;
    return typeof label === "string" ? [label] : [];
  });
}
