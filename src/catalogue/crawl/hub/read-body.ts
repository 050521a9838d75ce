/** A body of more bytes than allowed. */
export class BodyTooLarge extends Error {}

/**
 * The text of a body, or of its first `maxBytes` where that is enough.
 * @throws {BodyTooLarge} where it is not, as soon as there are more, without reading the rest
 */
export async function readBody(response: Response, maxBytes: number, isCut: boolean): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const room = maxBytes - bytes;
      bytes += chunk.value.byteLength;
      if (bytes > maxBytes && !isCut) throw new BodyTooLarge(`a reply of more than ${maxBytes} bytes`);
      parts.push(decoder.decode(chunk.value.subarray(0, room), { stream: true }));
      if (bytes >= maxBytes && isCut) break;
    }
  } finally {
    // Leaves nothing to be received of a body that nobody wants; of one that is read to its end it does nothing.
    await reader.cancel().catch(() => undefined);
  }
  parts.push(decoder.decode());
  return parts.join("");
}
