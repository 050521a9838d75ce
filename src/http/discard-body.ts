import { MAX_RESOURCE_BYTES } from "../domain/resources.ts";
import { within } from "../waiting.ts";

/** A client that sends more than twice what a file may hold, or takes longer, has its connection cut. */
const MAX_DISCARDED_BYTES = 2 * MAX_RESOURCE_BYTES;
const MAX_WAIT_MS = 60_000;

/**
 * Takes in what is left of a body that nobody reads: a server that closes a connection in the middle of one resets it, and
 * a client which is still sending never sees what it was answered (RFC 9112 §9.6).
 */
export async function discardBody({ body, bodyUsed }: Request, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  if (!body || bodyUsed || body.locked) return;
  const reader = body.getReader();
  await within(takeIn(reader), maxWaitMs);
  await reader.cancel().catch(() => undefined);
}

async function takeIn(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let taken = 0; taken < MAX_DISCARDED_BYTES; ) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    // Or the client has left.
    if (done || !value) return;
    taken += value.byteLength;
  }
}
