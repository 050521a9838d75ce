import type { Resource } from "../../src/domain/resources.ts";

/** A stored file that holds `content`. */
export const resourceOf = (content: Uint8Array, fields: Partial<Resource> = {}): Resource => ({
  id: "res_1",
  name: "file.txt",
  kind: "text",
  mediaType: "text/plain",
  bytes: content.byteLength,
  sha256: "0".repeat(64),
  createdAt: 0,
  origin: { by: "upload" },
  ...fields,
});

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
