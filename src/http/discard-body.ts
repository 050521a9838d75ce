import { MAX_RESOURCE_BYTES } from "../domain/resources.ts";

/** A client that sends more than twice what a file may hold has its connection cut. */
const MAX_DISCARDED_BYTES = 2 * MAX_RESOURCE_BYTES;

/**
 * Takes in what is left of a body that nobody reads: a server that closes a connection in the middle of one resets it, and
 * a client which is still sending never sees what it was answered (RFC 9112 §9.6).
 */
export async function discardBody({ body, bodyUsed }: Request): Promise<void> {
  if (!body || bodyUsed || body.locked) return;
  const reader = body.getReader();
  try {
    for (let taken = 0; taken < MAX_DISCARDED_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      taken += value.byteLength;
    }
  } catch {
    // The client has left.
  } finally {
    reader.releaseLock();
  }
}
