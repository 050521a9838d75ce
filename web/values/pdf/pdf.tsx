import { ExternalLink } from "lucide-react";
import { lazy, Suspense } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { addressOf } from "../files/address.ts";
import { FileFigure } from "../files/file-line.tsx";
import lineStyles from "../files/files.module.css";
import { useSeen } from "../files/use-seen.ts";
import { shownName } from "../words.ts";
import styles from "./pdf.module.css";

const PdfPages = lazy(() => import("./pdf-pages.tsx"));

/** A PDF in a frame that has its size before the document is there. */
export function Pdf({ file }: { readonly file: ResourceView }) {
  const [seen, isSeen] = useSeen<HTMLDivElement>();
  const label = `Open ${shownName(file.name)} in a new tab`;
  const open = (
    <a
      className={lineStyles.act}
      href={addressOf(file)}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={label}
      title={label}
    >
      <ExternalLink size={18} aria-hidden />
    </a>
  );
  return (
    <FileFigure file={file} actions={open}>
      <div ref={seen} className={styles.pdf}>
        {isSeen ? (
          <Suspense fallback={<p className={styles.waiting}>Opening the document</p>}>
            <PdfPages file={file} />
          </Suspense>
        ) : null}
      </div>
    </FileFigure>
  );
}
