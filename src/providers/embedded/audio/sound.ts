/** A recording that is decoded piece by piece. */
export interface Sound {
  readonly channels: number;
  /** Frames a second, in Hz. */
  readonly sampleRate: number;
  /** Of the whole recording, one sample a channel each; null where the file does not say. */
  readonly frames: number | null;
  /** What is held of the file for as long as it is read. */
  readonly heldBytes: number;
  /** The sound in blocks, one array a channel, full scale at ±1. To be read once. */
  readonly blocks: AsyncGenerator<Float32Array[]>;
  /** Lets go of the file; to be called in any case. */
  close(): Promise<void>;
}
