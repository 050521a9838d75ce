import { Pause, Play } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { IconButton } from "../../ui/button.tsx";
import { FileFigure } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { useFailure } from "../files/use-failure.ts";
import { useFile } from "../files/use-file.ts";
import { useSeen } from "../files/use-seen.ts";
import { shownName, timeWords } from "../words.ts";
import { loadPeaks, MAX_WAVE_BYTES, MAX_WAVE_SECONDS, PEAKS } from "./load-peaks.ts";
import { playAlone } from "./one-at-a-time.ts";
import { wavePath } from "./peaks.ts";
import styles from "./recordings.module.css";

const NO_PEAKS: readonly number[] = [];
/** An arrow key moves by this part of the recording. */
const STEPS = 200;

/** A recording with its wave: played, stopped, and begun anywhere. */
export function Recording({ file }: { readonly file: ResourceView }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [seen, isSeen] = useSeen<HTMLElement>();
  const [isPlaying, setPlaying] = useState(false);
  const { address, isFailed, onFail, onRetry } = useFailure(file);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState<number | null>(null);
  const isDrawn = isSeen && file.bytes <= MAX_WAVE_BYTES && length !== null && length <= MAX_WAVE_SECONDS;
  const wave = useFile(file, loadPeaks, isDrawn);
  const name = shownName(file.name);

  const toggle = (): void => {
    const element = audio.current;
    if (!element) return;
    // It rejects where the file cannot be played, which the element tells as well, and where it is stopped at once.
    if (element.paused) element.play().catch(() => {});
    else element.pause();
  };
  const seek = (share: number): void => {
    const element = audio.current;
    if (!element || length === null) return;
    element.currentTime = share * length;
    setAt(element.currentTime);
  };
  const share = length === null || length === 0 ? 0 : Math.min(1, at / length);

  return (
    <FileFigure file={file}>
      {isFailed ? (
        <LoadFault
          file={file}
          onRetry={() => {
            setLength(null);
            onRetry();
          }}
        />
      ) : (
        <section ref={seen} className={styles.player} aria-label={`Recording ${name}`}>
          {/* biome-ignore lint/a11y/useMediaCaption: what is said in a recording is a task of its own */}
          <audio
            key={address}
            ref={audio}
            src={address}
            preload={isSeen ? "metadata" : "none"}
            onLoadStart={() => {
              // Of another file, which is not begun yet.
              setPlaying(false);
              setAt(0);
            }}
            onLoadedMetadata={({ currentTarget: { duration } }) =>
              setLength(Number.isFinite(duration) ? duration : null)
            }
            onDurationChange={({ currentTarget: { duration } }) =>
              setLength(Number.isFinite(duration) ? duration : null)
            }
            onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
            onPlay={({ currentTarget }) => {
              playAlone(currentTarget);
              setPlaying(true);
            }}
            onPause={() => setPlaying(false)}
            onEnded={() => setPlaying(false)}
            onError={onFail}
          />
          <IconButton
            label={`${isPlaying ? "Pause" : "Play"} ${name}`}
            className={styles.button ?? ""}
            onClick={toggle}
          >
            {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
          </IconButton>
          <div className={styles.track}>
            <Wave peaks={wave.is === "there" ? wave.value : NO_PEAKS} share={share} />
            <input
              type="range"
              className={styles.seek}
              min={0}
              max={STEPS}
              step={1}
              value={Math.round(share * STEPS)}
              disabled={length === null}
              aria-label={`Position in ${name}`}
              aria-valuetext={`${timeWords(at)} of ${timeWords(length ?? 0)}`}
              onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber / STEPS)}
            />
          </div>
          <span className={styles.time}>
            {timeWords(at)} / {length === null ? "–:––" : timeWords(length)}
          </span>
        </section>
      )}
    </FileFigure>
  );
}

const FLAT: readonly number[] = Array.from({ length: PEAKS }, () => 0);

/** A recording as it sounds over time; what was played is in another colour. @param peaks none for a flat line */
function Wave({ peaks, share }: { readonly peaks: readonly number[]; readonly share: number }) {
  const bars = peaks.length === 0 ? FLAT : peaks;
  const path = useMemo(() => wavePath(bars), [bars]);
  return (
    <svg className={styles.wave} viewBox={`0 0 ${bars.length} 2`} preserveAspectRatio="none" aria-hidden>
      <path d={path} className={styles.rest} />
      <path d={path} className={styles.played} style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }} />
    </svg>
  );
}
