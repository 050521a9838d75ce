import { Maximize2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { FileFigure } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { shownName } from "../words.ts";
import { Img, usePicture } from "./img.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import styles from "./pictures.module.css";
import { Stage } from "./stage.tsx";

/** A picture, and a larger one when it is pressed. */
export function Picture({ file }: { readonly file: ResourceView }) {
  const picture = usePicture(file);
  return (
    <FileFigure file={file}>
      {picture.isFailed ? (
        <div className={styles.frame}>
          <LoadFault file={file} onRetry={picture.onRetry} />
        </div>
      ) : (
        <Stage size={picture.size} over={<Enlarge file={file} isWhole />}>
          <Img file={file} picture={picture} />
        </Stage>
      )}
    </FileFigure>
  );
}

/** Opens the picture in a window of its own. */
export function Enlarge({
  file,
  isWhole = false,
  children,
}: {
  readonly file: ResourceView;
  /** Pressing anywhere on the frame does it, and not only its corner. */
  readonly isWhole?: boolean;
  /** What lies over the picture there as well. */
  readonly children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const label = `Enlarge ${shownName(file.name)}`;
  return (
    <>
      <button
        type="button"
        className={`${styles.enlarge} ${isWhole ? styles.everywhere : ""}`}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <span className={styles.corner}>
          <Maximize2 size={16} aria-hidden />
        </span>
      </button>
      {isOpen ? (
        <PictureDialog file={file} onClose={() => setOpen(false)}>
          {children}
        </PictureDialog>
      ) : null}
    </>
  );
}
