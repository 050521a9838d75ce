import { AppError } from "../domain/errors.ts";
import type { Inputs, InputValue } from "./provider.ts";

/** All inputs of a request in JSON: they exist as bytes, base64, JSON and encoded body at once, in an isolate of 128 MB. */
export const MAX_ENCODED_INPUT_BYTES = 8 * 1024 * 1024;
/** One byte of an input that is sent in JSON is one of bytes and four thirds each of base64, JSON and encoded body. */
export const ENCODED_COPIES = 5;

/** The bytes of all inputs together. */
export const sizeOf = (inputs: Inputs): number =>
  Object.values(inputs)
    .flat()
    .reduce((sum, { size }) => sum + size, 0);

/** The first value at a port. @throws {AppError} `unsupported-input` when there is none. */
export function oneInput(inputs: Inputs, port: string): InputValue {
  const value = inputs[port]?.[0];
  if (value === undefined) throw new AppError("unsupported-input", `The input "${port}" is missing.`);
  return value;
}

/** The text at a port. @throws {AppError} `unsupported-input` when it is missing or blank, `resource-too-large`. */
export async function textAt(inputs: Inputs, port: string, maxBytes: number): Promise<string> {
  const text = await oneInput(inputs, port).text(maxBytes);
  if (text.trim() === "") throw new AppError("unsupported-input", `The input "${port}" is empty.`);
  return text;
}

/** The text at a port without blanks around it; null when it is missing or blank. @throws {AppError} `resource-too-large` */
export async function optionalTextAt(inputs: Inputs, port: string, maxBytes: number): Promise<string | null> {
  const text = (await inputs[port]?.[0]?.text(maxBytes))?.trim() ?? "";
  return text === "" ? null : text;
}
