/** The bytes, or null for anything that is not standard base64 (RFC 4648 §4). */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return null;
  }
}
