/** The bytes, or null for anything that is not standard base64 (RFC 4648 §4). */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return null;
  }
}

/** As `fromBase64`, also of a data URL, which has a media type. */
export function fromEncoded(text: string): { readonly bytes: Uint8Array; readonly mediaType: string | null } | null {
  const [, mediaType = null, encoded = text] = /^data:([\w.+/-]{1,100});base64,(.*)$/s.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  return bytes && { bytes, mediaType };
}
