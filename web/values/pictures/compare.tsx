import { type CSSProperties, useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { FileLine } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { shownName } from "../words.ts";
import { Img, usePicture } from "./img.tsx";
import { Enlarge } from "./picture.tsx";
import styles from "./pictures.module.css";
import { isSameShape } from "./place.ts";
import { Stage } from "./stage.tsx";

const MIDDLE = 50;

/** A picture and what was made of it: on each other with a slider between, side by side where their shapes differ. */
export function Compare({ source, result }: { readonly source: ResourceView; readonly result: ResourceView }) {
  const [cut, setCut] = useState(MIDDLE);
  const before = usePicture(source);
  const after = usePicture(result);
  const isPair = before.size !== null && after.size !== null && !isSameShape(before.size, after.size);
  const place: CSSProperties & Record<"--cut", string> = { "--cut": `${cut}%` };
  const failed = after.isFailed ? { file: result, picture: after } : { file: source, picture: before };
  const sourceName = shownName(source.name);
  const resultName = shownName(result.name);
  const seam = (
    <>
      <div className={styles.seam} />
      <input
        type="range"
        className={styles.slide}
        min={0}
        max={100}
        value={cut}
        aria-label={`Between ${sourceName} on the left and ${resultName} on the right`}
        aria-valuetext={`${Math.round(cut)}% of it is ${sourceName}`}
        onChange={({ currentTarget }) => setCut(currentTarget.valueAsNumber)}
      />
    </>
  );

  return (
    <figure className={styles.parts}>
      {before.isFailed || after.isFailed ? (
        <div className={styles.frame}>
          <LoadFault file={failed.file} onRetry={failed.picture.onRetry} />
        </div>
      ) : isPair ? (
        <div className={styles.frame}>
          <div className={styles.pair}>
            <Img file={source} picture={before} />
            <Img file={result} picture={after} />
          </div>
          <Enlarge file={result} />
        </div>
      ) : (
        <div className={styles.sliding} style={place}>
          <Stage
            size={before.size}
            over={
              <Enlarge file={result}>
                <div className={`${styles.sliding} ${styles.layer}`} style={place}>
                  <div className={styles.before}>
                    <Img file={source} picture={before} />
                  </div>
                  {seam}
                </div>
              </Enlarge>
            }
          >
            <Img file={source} picture={before} />
            <div className={styles.after}>
              <Img file={result} picture={after} />
            </div>
            {seam}
          </Stage>
        </div>
      )}
      <div className={styles.sides}>
        <span>
          Before: <bdi>{sourceName}</bdi>
        </span>
        <span>
          After: <bdi>{resultName}</bdi>
        </span>
      </div>
      <figcaption>
        <FileLine file={result} />
      </figcaption>
    </figure>
  );
}
