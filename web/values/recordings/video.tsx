import type { ResourceView } from "../../../src/client/client.ts";
import { FileFigure } from "../files/file-line.tsx";
import { LoadFault } from "../files/load-fault.tsx";
import { useFailure } from "../files/use-failure.ts";
import { useSeen } from "../files/use-seen.ts";
import { shownName } from "../words.ts";
import { playAlone } from "./one-at-a-time.ts";
import styles from "./recordings.module.css";

/** A video with the browser's own player, in a frame that has its size before the video is there. */
export function Video({ file }: { readonly file: ResourceView }) {
  const [seen, isSeen] = useSeen<HTMLDivElement>();
  const { address, isFailed, onFail, onRetry } = useFailure(file);
  return (
    <FileFigure file={file}>
      <div ref={seen} className={styles.video}>
        {isFailed ? (
          <LoadFault file={file} onRetry={onRetry} />
        ) : (
          /* biome-ignore lint/a11y/useMediaCaption: what is said in a video is a task of its own */
          <video
            key={address}
            src={address}
            controls
            playsInline
            preload={isSeen ? "metadata" : "none"}
            aria-label={`Video ${shownName(file.name)}`}
            onPlay={({ currentTarget }) => playAlone(currentTarget)}
            onError={onFail}
          />
        )}
      </div>
    </FileFigure>
  );
}
