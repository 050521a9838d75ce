import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import { checkParts } from "../answers/json.ts";

const json = z.json();

/**
 * A body in JSON, in UTF-8.
 * @param otherwise what is said of a body that is none
 * @throws {AppError} `provider-rejected`
 */
export function parseAnswer(body: Uint8Array, otherwise: string): JsonValue {
  checkParts(body, "The endpoint");
  try {
    return json.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body)));
  } catch (cause) {
    throw new AppError("provider-rejected", otherwise, { cause });
  }
}
