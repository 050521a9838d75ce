import type { Admission } from "../../durable-objects/rpc.ts";
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
