import type { ReactNode } from "react";
import styles from "./pictures.module.css";
import { placeIn, type Size } from "./place.ts";

/** As in the style of the frame: it has its size before the picture is there, so that nothing moves when it comes. */
const FRAME: Size = { width: 4, height: 3 };

const percent = (part: number): string => `${part * 100}%`;

/** A picture in a frame whose size does not depend on it, with what lies over the picture. */
export function Stage({
  size,
  children,
  over,
}: {
  /** Null until it is known. */
  readonly size: Size | null;
  readonly children: ReactNode;
  /** Over the frame, and not only over the picture. */
  readonly over?: ReactNode;
}) {
  const { left, top, width, height } = placeIn(FRAME, size ?? FRAME);
  const place = { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
  return (
    <div className={styles.frame}>
      <div className={styles.stage} style={place}>
        {children}
      </div>
      {over}
    </div>
  );
}
