import { useCallback, useEffect, useRef, useState } from "react";
import { hindranceOf, type Recording, record } from "./recorder.ts";

export interface RecorderState {
  readonly phase: "off" | "asking" | "on";
  /** From 0 to 1. */
  readonly level: number;
  readonly elapsedMs: number;
  /** Why nothing is recorded. */
  readonly hindrance: string | null;
}

export interface Recorder extends RecorderState {
  readonly start: () => void;
  readonly stop: () => void;
  readonly cancel: () => void;
}

const OFF: RecorderState = { phase: "off", level: 0, elapsedMs: 0, hindrance: null };

/** The microphone, for one recording at a time. @param onRecorded gets each recording that was not cancelled */
export function useRecorder(onRecorded: (wav: Blob) => void): Recorder {
  const [state, setState] = useState(OFF);
  const recording = useRef<Recording | null>(null);
  /** Counts up with each start and end, so that what comes late is known as such. */
  const turn = useRef(0);
  const deliver = useRef(onRecorded);
  useEffect(() => {
    deliver.current = onRecorded;
  });

  const stop = useCallback(async () => {
    const ended = recording.current;
    if (!ended) return;
    recording.current = null;
    turn.current += 1;
    const mine = turn.current;
    const wav = await ended.stop();
    // Discarded, or the page was left, while its last portion came.
    if (turn.current !== mine) return;
    setState(OFF);
    deliver.current(wav);
  }, []);

  const cancel = useCallback(() => {
    turn.current += 1;
    recording.current?.cancel();
    recording.current = null;
    setState(OFF);
  }, []);

  const start = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setState({ ...OFF, phase: "asking" });
    try {
      const started = await record({
        onHeard: (level, elapsedMs) => {
          if (turn.current === mine) setState({ phase: "on", level, elapsedMs, hindrance: null });
        },
        onOver: () => void stop(),
      });
      if (turn.current !== mine) return started.cancel();
      recording.current = started;
      setState({ ...OFF, phase: "on" });
    } catch (fault) {
      if (turn.current === mine) setState({ ...OFF, hindrance: hindranceOf(fault) });
    }
  }, [stop]);

  useEffect(
    () => () => {
      turn.current += 1;
      recording.current?.cancel();
      recording.current = null;
    },
    [],
  );
  return { ...state, start: () => void start(), stop: () => void stop(), cancel };
}
