import { ChevronLeft, ChevronRight } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { IconButton } from "../../ui/button.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { useFile } from "../files/use-file.ts";
import { shownName } from "../words.ts";
import { drawPage, openPdf } from "./open-pdf.ts";
import styles from "./pdf.module.css";

/** The pages of a PDF, one at a time. */
export default function PdfPages({ file }: { readonly file: ResourceView }) {
  const pdf = useFile(file, openPdf);
  if (pdf.is === "failed") return <LoadFault file={file} onRetry={pdf.again} />;
  if (pdf.is === "waiting") return <p className={styles.waiting}>Opening the document</p>;
  return <Pages pdf={pdf.value} name={shownName(file.name)} />;
}

function Pages({ pdf, name }: { readonly pdf: PDFDocumentProxy; readonly name: string }) {
  const [number, setNumber] = useState(1);
  const [isBroken, setBroken] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const left = new AbortController();
    setBroken(false);
    drawPage(pdf, { number, canvas: canvas.current, signal: left.signal }).catch(() => {
      if (!left.signal.aborted) setBroken(true);
    });
    return () => left.abort();
  }, [pdf, number]);
  const go = (to: number): void => setNumber(Math.min(pdf.numPages, Math.max(1, to)));
  return (
    <>
      <div className={styles.sheet}>
        <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${name}`} hidden={isBroken} />
        {isBroken ? <p className={styles.waiting}>This page cannot be drawn. The download has it.</p> : null}
      </div>
      <nav className={styles.pages} aria-label={`Pages of ${name}`}>
        <IconButton label="Previous page" disabled={number === 1} onClick={() => go(number - 1)}>
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <span aria-live="polite">
          Page {number} of {pdf.numPages}
        </span>
        <IconButton label="Next page" disabled={number === pdf.numPages} onClick={() => go(number + 1)}>
          <ChevronRight size={18} aria-hidden />
        </IconButton>
      </nav>
    </>
  );
}
