import { getDocumentProxy } from "unpdf";
import { AppError } from "../../../../domain/errors.ts";

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** pdf.js decodes pictures whole and copies them once: larger ones it must leave alone. */
const MAX_DECODED_IMAGE_PIXELS = 4_000_000;

const damaged = (cause: unknown): AppError =>
  new AppError("unreadable-resource", "The PDF is damaged: it cannot be read.", { cause });

/**
 * Opens a PDF, hands it to `use` and lets go of it.
 * @param file is taken away: pdf.js keeps its bytes
 * @throws {AppError} `unsupported-input` for a locked PDF, `unreadable-resource` for a broken one; what `use` throws.
 */
export async function withPdf<T>(file: Uint8Array, use: (document: PdfDocument) => Promise<T>): Promise<T> {
  const document = await open(file);
  try {
    return await use(document);
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged(cause);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function open(file: Uint8Array): Promise<PdfDocument> {
  try {
    // pdf.js warns of every oddity of a file unless told not to.
    return await getDocumentProxy(file, { verbosity: 0, maxImageSize: MAX_DECODED_IMAGE_PIXELS });
  } catch (cause) {
    if (cause instanceof Error && cause.name === "PasswordException") {
      throw new AppError("unsupported-input", "The PDF is locked with a password; send it unlocked.", { cause });
    }
    throw damaged(cause);
  }
}
