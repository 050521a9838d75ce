import type { ReactNode } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { FileLine } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { Img, type usePicture } from "./img.tsx";
import { Enlarge } from "./picture.tsx";
import styles from "./pictures.module.css";
import { Stage } from "./stage.tsx";

/** A picture with marks on it, and what they stand for below. */
export function MarkedPicture({
  file,
  picture,
  marks,
  enlargedMarks,
  children,
}: {
  readonly file: ResourceView;
  readonly picture: ReturnType<typeof usePicture>;
  readonly marks: ReactNode;
  /** What lies on it where it is shown enlarged, and nothing can be pointed at. */
  readonly enlargedMarks: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <figure className={styles.parts}>
      {picture.isFailed ? (
        <div className={styles.frame}>
          <LoadFault file={file} onRetry={picture.onRetry} />
        </div>
      ) : (
        <Stage size={picture.size} over={<Enlarge file={file}>{enlargedMarks}</Enlarge>}>
          <Img file={file} picture={picture} />
          {marks}
        </Stage>
      )}
      <figcaption>
        <FileLine file={file} />
        {children}
      </figcaption>
    </figure>
  );
}
