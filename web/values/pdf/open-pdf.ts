import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";

/** A canvas of more takes a phone's memory. */
const MAX_PIXELS = 4_000_000;

/** Opens a PDF; of a long one, only what the pages that are looked at need is loaded. */
export async function openPdf(address: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerSrc = workerAddress;
  const task = getDocument({
    url: new URL(address, location.origin).href,
    disableAutoFetch: true,
    disableStream: true,
    // This page's policy forbids both.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 40_000_000,
  });
  const stop = (): void => void task.destroy();
  signal.addEventListener("abort", stop);
  return task.promise;
}

/** Draws a page as wide as the canvas is shown. A later page stops it by the signal. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  {
    number,
    canvas,
    signal,
  }: { readonly number: number; readonly canvas: HTMLCanvasElement; readonly signal: AbortSignal },
): Promise<void> {
  const page = await pdf.getPage(number);
  if (signal.aborted) return;
  const { width, height } = page.getViewport({ scale: 1 });
  const wanted = (canvas.parentElement?.clientWidth ?? width) * Math.min(2, devicePixelRatio);
  const scale = Math.min(wanted / width, Math.sqrt(MAX_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale });
  // A canvas takes one drawing at a time: each page is drawn on one of its own, and shown when it is done.
  const drawn = document.createElement("canvas");
  Object.assign(drawn, { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) });
  const drawing = page.render({ canvas: drawn, viewport });
  signal.addEventListener("abort", () => drawing.cancel());
  await drawing.promise;
  if (signal.aborted) return;
  Object.assign(canvas, { width: drawn.width, height: drawn.height });
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  page.cleanup();
}
