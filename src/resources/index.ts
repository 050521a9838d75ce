export { decodeText } from "./documents/decode-text.ts";
export { isReadable, rowsOfDocumentFile, textOfDocumentFile } from "./documents/index.ts";
export { MAX_DOCUMENT_BYTES } from "./documents/limits.ts";
