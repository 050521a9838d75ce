export { decodeText } from "./documents/decode-text.ts";
export { calledOf, isReadable, rowsOfDocumentFile, textOfDocumentFile } from "./documents/index.ts";
export { MAX_DOCUMENT_BYTES } from "./documents/limits.ts";
