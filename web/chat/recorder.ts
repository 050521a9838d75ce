import { MAX_RECORDING_MS } from "./limits.ts";
import workletUrl from "./recorder.worklet.js?url";
import { loudness, toPcm16, wavFile } from "./wav.ts";

export interface Recording {
  /** Ends it. @returns a WAV file, which every expert reads, unlike what a browser's own recorder makes */
  readonly stop: () => Promise<Blob>;
  readonly cancel: () => void;
}

export interface RecordingListener {
  /** @param level from 0 to 1 */
  readonly onHeard: (level: number, elapsedMs: number) => void;
  /** Nothing more is added: it is as long as a recording may be, or the microphone is gone. */
  readonly onOver: () => void;
}

/** For the last portion to come; it takes a few milliseconds. */
const LAST_PORTION_MS = 500;

/** Records what the microphone hears. @throws a `DOMException` of `getUserMedia`, or where the page may not record */
export async function record({ onHeard, onOver }: RecordingListener): Promise<Recording> {
  if (!navigator.mediaDevices) throw new DOMException("No microphone over plain HTTP", "SecurityError");
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const context = new AudioContext();
  const end = (): void => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== "closed") void context.close();
  };
  try {
    await context.audioWorklet.addModule(workletUrl);
    const portions: Uint8Array<ArrayBuffer>[] = [];
    const maxSamples = (MAX_RECORDING_MS / 1_000) * context.sampleRate;
    let samples = 0;
    let onLast = (): void => {};
    const source = context.createMediaStreamSource(stream);
    const recorder = new AudioWorkletNode(context, "recorder", {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: "explicit",
    });
    recorder.port.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
      if (data === null) return onLast();
      if (samples >= maxSamples) return;
      samples += data.length;
      portions.push(toPcm16(data));
      onHeard(loudness(data), (samples / context.sampleRate) * 1_000);
      if (samples >= maxSamples) onOver();
    };
    for (const track of stream.getTracks()) track.addEventListener("ended", onOver);
    source.connect(recorder);
    await context.resume();
    return {
      cancel: end,
      stop: async () => {
        await new Promise<void>((resolve) => {
          onLast = resolve;
          setTimeout(resolve, LAST_PORTION_MS);
          recorder.port.postMessage("stop");
        });
        end();
        return wavFile(portions, context.sampleRate);
      },
    };
  } catch (fault) {
    end();
    throw fault;
  }
}

/** What hinders a recording, and what to do, by the name of the exception. */
const HINDRANCES: Readonly<Record<string, string>> = {
  NotAllowedError:
    "The browser does not let this page use the microphone. Allow it beside the address, then try again.",
  NotFoundError: "There is no microphone.",
  NotReadableError: "The microphone is in use by something else.",
  SecurityError: "A microphone can be used only over HTTPS or on localhost.",
};

export const hindranceOf = (fault: unknown): string =>
  (fault instanceof DOMException ? HINDRANCES[fault.name] : undefined) ?? "The recording could not be started.";
