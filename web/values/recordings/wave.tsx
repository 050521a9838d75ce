import { useMemo } from "react";
import { PEAKS } from "./load-peaks.ts";
import { wavePath } from "./peaks.ts";
import styles from "./recordings.module.css";

const FLAT: readonly number[] = Array.from({ length: PEAKS }, () => 0);

/** A recording as it sounds over time; what was played is in another colour. @param peaks none for a flat line */
export function Wave({ peaks, share }: { readonly peaks: readonly number[]; readonly share: number }) {
  const bars = peaks.length === 0 ? FLAT : peaks;
  const path = useMemo(() => wavePath(bars), [bars]);
  return (
    <svg className={styles.wave} viewBox={`0 0 ${bars.length} 2`} preserveAspectRatio="none" aria-hidden>
      <path d={path} className={styles.rest} />
      <path d={path} className={styles.played} style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }} />
    </svg>
  );
}
