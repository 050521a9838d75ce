import { accepts } from "hono/accepts";
import type { Admission } from "../rpc/registry.ts";
import type { AppContext } from "./context.ts";
import { InvalidRequest } from "./problem.ts";
import { sha256Hex } from "./sha256.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The caller's `Idempotency-Key` with a fingerprint of the request, so that the key cannot be used for another.
 * @throws {InvalidRequest} for a key that is not 1 to 255 visible ASCII characters
 */
export async function readIdempotency(c: AppContext, bodyText: string): Promise<Admission["idempotency"]> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return undefined;
  if (!KEY.test(key)) throw new InvalidRequest("An Idempotency-Key is 1 to 255 visible ASCII characters");
  return { key, fingerprint: await sha256Hex(`${c.req.method}\n${c.req.path}\n${bodyText}`) };
}

/** Tokens have some forty characters; those of OAuth some hundreds. */
const TOKEN = /^hf_[\w.~+/=-]{1,4000}$/;

/** The caller's own Hugging Face token, or null. @throws {InvalidRequest} that does not repeat what was sent */
export function readHfToken(c: AppContext): string | null {
  const token = c.req.header("x-hf-token");
  if (token === undefined) return null;
  if (!TOKEN.test(token)) throw new InvalidRequest("X-HF-Token takes a token of Hugging Face, which begins with hf_");
  return token;
}

/** The longest a request is held open for the end of a run; proxies seldom allow more. */
export const MAX_WAIT_S = 300;

/** The seconds of `Prefer: wait=N` (RFC 7240), at most `MAX_WAIT_S`; null without one. */
export function preferredWait(header: string | undefined): number | null {
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(header ?? "")?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds), MAX_WAIT_S);
}

/** The media type that the `Accept` header prefers; the first one without a preference. */
export function preferredType<Type extends string>(c: AppContext, types: readonly [Type, ...Type[]]): Type {
  const wanted = accepts(c, { header: "Accept", supports: [...types], default: types[0] });
  return types.find((type) => type === wanted) ?? types[0];
}

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * The bytes that a `Range` header asks for of a file of `size` bytes (RFC 9110 §14). Null, for the whole file, without a
 * header, for a malformed one, and for several ranges at once.
 */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { offset: size - length, length };
  }
  const offset = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < offset) return null;
  return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 };
}

/** True when an `If-None-Match` header names this entity tag, weak or strong. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
