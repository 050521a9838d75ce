import type { RefObject } from "react";

/** What was sent without an answer, and under which key. */
export interface Unsure {
  readonly body: string;
  readonly key: string;
}

const KEY_BYTES = 16;
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Sends something; one that failed may have arrived all the same: sent again as it is, it is done once. */
export async function sendOnce<Body, Sent>(
  unsure: RefObject<Unsure | null>,
  body: Body,
  send: (body: Body, idempotencyKey: string) => Promise<Sent>,
): Promise<Sent> {
  const text = JSON.stringify(body);
  const key = unsure.current?.body === text ? unsure.current.key : newKey();
  unsure.current = { body: text, key };
  const sent = await send(body, key);
  unsure.current = null;
  return sent;
}
