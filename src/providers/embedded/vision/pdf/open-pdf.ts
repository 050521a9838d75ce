import { getDocument, meter, type PDFDocumentProxy } from "#pdfjs";
import { AppError } from "../../../../domain/errors.ts";
import { within } from "../../../../waiting.ts";

/**
 * How many steps (calls of functions and turns of loops) pdf.js may do between two rests: nothing outside can end what it
 * does. Measured in docs/experts/vision.md.
 */
const OPEN_STEPS = 100_000_000;
const PAGE_STEPS = 10_000_000;
/** Of four megapixels in the dearest colours. */
const PICTURE_STEPS = 40_000_000;
/** For what comes between, such as letting go of a page: never more, as what was given up may still be going on. */
const OTHER_STEPS = 2_000_000;

/** pdf.js hands over a decoded picture within one turn, or, for a kind it cannot decode, never. */
const PICTURE_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** pdf.js decodes pictures whole and copies them once: larger ones it must leave alone. */
const MAX_DECODED_IMAGE_PIXELS = 4_000_000;

export interface PdfDocument {
  readonly numPages: number;
  /** @param number from 1 */
  readonly page: (number: number) => ReturnType<typeof pageOf>;
}

type Page = Awaited<ReturnType<PDFDocumentProxy["getPage"]>>;

const damaged = (cause: unknown): AppError =>
  new AppError("unreadable-resource", "The PDF is damaged: it cannot be read.", { cause });

/** Of those who read a PDF now. They share the meter: where it runs out, all that are at work are refused. */
const readers = new Set<() => void>();
meter.onSpent = () => {
  for (const end of readers) end();
};

/**
 * Does one thing with pdf.js, which may take so many steps.
 * @throws {AppError} `resource-too-complex` where it takes more; what `work` throws
 */
async function inSteps<T>(steps: number, what: string, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => {
    const most = steps.toLocaleString("en");
    reject(new AppError("resource-too-complex", `${what} takes over ${most} steps, which is more than is read here.`));
  };
  readers.add(end);
  meter.refuel(steps);
  try {
    // Where it runs out pdf.js may catch that and carry on with less, or never answer.
    return await Promise.race([work(), promise]);
  } finally {
    readers.delete(end);
    meter.refuel(OTHER_STEPS);
  }
}

/**
 * Opens a PDF, hands it to `use` and lets go of it.
 * @param file is taken away: pdf.js keeps its bytes
 * @throws {AppError} `unsupported-input` for a locked PDF, `unreadable-resource` for a broken one; `resource-too-complex`
 *   where it, or a page of it, takes too many steps; what `use` throws
 */
export async function withPdf<T>(file: Uint8Array, use: (document: PdfDocument) => Promise<T>): Promise<T> {
  let loading: ReturnType<typeof getDocument> | undefined;
  try {
    const proxy = await inSteps(OPEN_STEPS, "The PDF", () => {
      // pdf.js warns of every oddity of a file unless told not to.
      const options = { useSystemFonts: true, verbosity: 0, maxImageSize: MAX_DECODED_IMAGE_PIXELS };
      loading = getDocument({ data: file, ...options });
      return loading.promise;
    });
    return await use({ numPages: proxy.numPages, page: (number) => pageOf(proxy, number) });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof Error && cause.name === "PasswordException") {
      throw new AppError("unsupported-input", "The PDF is locked with a password; send it unlocked.", { cause });
    }
    throw damaged(cause);
  } finally {
    // What was given up in the middle may have used up these steps again, and may never answer.
    meter.refuel(OTHER_STEPS);
    if (loading) await within(loading.destroy(), CLOSE_TIMEOUT_MS);
  }
}

/** A page, with all that pdf.js is asked of it within its steps. */
async function pageOf(document: PDFDocumentProxy, number: number) {
  const what = `Page ${number} of the PDF`;
  const page = await inSteps(PAGE_STEPS, what, () => document.getPage(number));
  return {
    viewport: page.getViewport({ scale: 1 }),
    text: () => inSteps(PAGE_STEPS, what, () => page.getTextContent()),
    /** What is drawn on it, one operation after the other. */
    operations: () => inSteps(PAGE_STEPS, what, () => page.getOperatorList()),
    /** A picture by the name that operations have for it, as pdf.js decodes it; null where it cannot. */
    picture: (name: string) =>
      inSteps(PICTURE_STEPS, `A picture of page ${number} of the PDF`, () => pictureOf(page, name)),
    /** Lets go of what pdf.js keeps of it. */
    close: () => page.cleanup(),
  };
}

function pictureOf(page: Page, name: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  // Pictures that several pages share are kept with the document, under names that begin so.
  (name.startsWith("g_") ? page.commonObjs : page.objs).get(name, resolve);
  return within(promise, PICTURE_TIMEOUT_MS);
}
