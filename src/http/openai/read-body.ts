import type * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { cutLongStrings, type LongStrings, readBytes } from "../long-strings.ts";
import { InvalidRequest } from "../problem.ts";
import { isJson, parseJson } from "../read-json.ts";
import { type ChatBody, chatBody } from "./body.ts";

/** Files of 20 MiB in base64, and what is said beside them. */
export const MAX_CHAT_BODY_BYTES = 30 * 1024 * 1024;

export interface ReadChat {
  readonly body: ChatBody;
  /** The long strings of the body, under the names that stand in it. */
  readonly strings: LongStrings;
  /** Tells one body from another: lower-case hexadecimal SHA-256 of all of it. */
  readonly digest: string;
}

/** Reads the body of a chat completion, of whose files no text is made. @throws {AppError} as reading JSON does */
export async function readChatBody(request: Request): Promise<ReadChat> {
  if (!isJson(request.headers.get("content-type") ?? undefined)) {
    throw new AppError("unsupported-media-type", "The body must be application/json");
  }
  const bytes = await readBytes(request, MAX_CHAT_BODY_BYTES);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  const strings = cutLongStrings(bytes);
  const parsed = chatBody.safeParse(parseJson(strings.text));
  if (!parsed.success) {
    const found = parsed.error.issues.flatMap((issue) => closest(issue));
    throw new InvalidRequest("The body is not as described in /openapi.json", found);
  }
  return { body: parsed.data, strings, digest };
}

/** What is wrong; of alternatives, with the one that was most likely meant. */
function closest(issue: z.core.$ZodIssue, before: readonly PropertyKey[] = []): { path: string; message: string }[] {
  const path = [...before, ...issue.path];
  const alternatives = issue.code === "invalid_union" ? issue.errors : [];
  const meant = alternatives.toSorted((a, b) => nearness(b) - nearness(a))[0];
  if (meant) return meant.flatMap((one) => closest(one, path));
  return [{ path: path.map(String).join("."), message: issue.message }];
}

/** How far an alternative fits: something inside it is wrong, or something about it, or all of it is of another type. */
const nearness = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(...issues.map(({ code, path }) => (path.length > 0 ? path.length : code === "invalid_type" ? -1 : 0)));
