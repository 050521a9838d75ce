import type * as z from "zod";
import { AppError } from "../domain/errors.ts";
import { readParts } from "../resources/parts.ts";
import { InvalidRequest } from "./problem.ts";

/** Larger inputs are files, and are uploaded as such. */
export const MAX_JSON_BYTES = 1024 * 1024;
/** Deeper than any plan; values that are nested deeper could exhaust the stack of code that walks them. */
const MAX_JSON_DEPTH = 64;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
export const isJson = (contentType: string | undefined): boolean => JSON_TYPE.test(contentType ?? "");

export interface JsonBody<T> {
  readonly value: T;
  /** As it was sent. */
  readonly text: string;
}

/**
 * Reads a JSON body by its schema; no body at all stands for an empty object.
 * @throws {AppError} `unsupported-media-type`, `resource-too-large` (nothing past the limit is read), or
 *   `invalid-request` with the faults and their places.
 */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  maxBytes: number = MAX_JSON_BYTES,
): Promise<JsonBody<T>> {
  const contentType = request.headers.get("content-type") ?? undefined;
  const isUntyped = contentType === undefined;
  if (!isUntyped && !isJson(contentType)) throw notJson(`Content-Type ${contentType.slice(0, 100)}`);
  const sent = await readText(request, maxBytes);
  if (isUntyped && sent !== "") throw notJson("no Content-Type");
  const text = isUntyped ? "{}" : sent;
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw InvalidRequest.from("body", parsed.error);
  return { value: parsed.data, text };
}

const notJson = (given: string): AppError =>
  new AppError("unsupported-media-type", `The body must be application/json; the request has ${given}`);

async function readText(request: Request, maxBytes: number): Promise<string> {
  const most = `${Math.floor(maxBytes / 1024 / 1024)} MiB`;
  return decodeUtf8(await readBytes(request, maxBytes, `A JSON body may hold ${most} at most`));
}

/**
 * All bytes of a body.
 * @param tooLong the message for a larger one, of which nothing past the limit is read
 * @throws {AppError} `resource-too-large`
 */
export async function readBytes(request: Request, maxBytes: number, tooLong: string): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get("content-length"));
  if (announced > maxBytes) throw new AppError("resource-too-large", tooLong);
  if (!request.body) return new Uint8Array();
  // Parts as large as the body, so that it is held once.
  const partBytes = Number.isInteger(announced) && announced > 0 ? announced : maxBytes;
  for await (const { bytes, isLast } of readParts(request.body, partBytes, Number.POSITIVE_INFINITY)) {
    if (!isLast) throw new AppError("resource-too-large", tooLong);
    return bytes;
  }
  return new Uint8Array();
}

/** @throws {AppError} `invalid-request` for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new InvalidRequest("The body is not UTF-8");
  }
}

/**
 * The value of a JSON text.
 * @param parse in place of `JSON.parse`
 * @throws {AppError} `invalid-request` for text that is not JSON, or is nested too deep
 */
export function parseJson<T = unknown>(text: string, parse: (text: string) => T = JSON.parse): T {
  if (nestsDeeper(text, MAX_JSON_DEPTH)) {
    throw new InvalidRequest(`The JSON is nested more than ${MAX_JSON_DEPTH} levels deep`);
  }
  try {
    return parse(text);
  } catch (fault) {
    throw new InvalidRequest(`The body is not JSON: ${fault instanceof Error ? fault.message : "it cannot be parsed"}`);
  }
}

/** True for JSON that is nested too deep. Looks at the text, as the limit is to keep such values from being walked. */
function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      if (++depth > limit) return true;
    } else if (character === "}" || character === "]") depth--;
  }
  return false;
}
