import { Check, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { timeWords } from "../values/words.ts";
import styles from "./composer.module.css";
import { MAX_RECORDING_MS } from "./limits.ts";
import type { Recorder } from "./use-recorder.ts";

/** A recording under way: how loud it is, how long, and its end. */
export function Recording({ recorder }: { readonly recorder: Recorder }) {
  const { phase, level, elapsedMs, stop, cancel } = recorder;
  const end = useRef<HTMLButtonElement>(null);
  // The button that was pressed to begin is gone.
  useEffect(() => {
    if (phase === "on") end.current?.focus();
  }, [phase]);
  return (
    <fieldset className={styles.recording} aria-label="Recording">
      <span className={styles.level} aria-hidden>
        <span style={{ scale: `${level.toFixed(3)} 1` }} />
      </span>
      {phase === "asking" ? (
        <span role="status">Waiting for the microphone</span>
      ) : (
        <span role="timer">
          {timeWords(elapsedMs / 1_000)} of {timeWords(MAX_RECORDING_MS / 1_000)}
        </span>
      )}
      <span className={styles.ends}>
        <Button look="quiet" onClick={cancel}>
          <X size={18} aria-hidden /> Discard
        </Button>
        <Button look="primary" ref={end} disabled={phase !== "on"} onClick={stop}>
          <Check size={18} aria-hidden /> Attach
        </Button>
      </span>
    </fieldset>
  );
}
