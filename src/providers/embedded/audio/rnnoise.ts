import createModule, { type RnnoiseModule } from "@jitsi/rnnoise-wasm/dist/rnnoise.js";
import RNNOISE from "@jitsi/rnnoise-wasm/dist/rnnoise.wasm";

/** RNNoise knows this rate only. */
export const RNNOISE_RATE_HZ = 48_000;
/** 10 ms, the unit it works in; its output lags its input by one of them. */
export const FRAME_SAMPLES = 480;
const FLOAT_BYTES = 4;
/** It was trained on samples of this scale. */
const INT16_SCALE = 32_768;

let loaded: RnnoiseModule | undefined;

/** RNNoise and its working memory of 16 MiB, one for all calls: workerd is slow to collect what is let go. */
export async function loadRnnoise(): Promise<RnnoiseModule> {
  loaded ??= await createModule({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(RNNOISE, imports);
      done(instance, RNNOISE);
      return instance.exports;
    },
    locateFile: (file) => file,
  });
  return loaded;
}

/**
 * Takes the noise out of one channel at 48 kHz that arrives in pieces. The lag of RNNoise is taken out too:
 * output sample n is input sample n, cleaned. Call `dispose` when done.
 */
export class SpeechDenoiser {
  readonly #rnnoise: RnnoiseModule;
  readonly #state: number;
  /** Address of one frame, which RNNoise reads and then overwrites. */
  readonly #frame: number;
  #pending = new Float32Array();
  #received = 0;
  #given = 0;
  #lagging = true;

  constructor(rnnoise: RnnoiseModule) {
    this.#rnnoise = rnnoise;
    this.#state = rnnoise._rnnoise_create(0);
    this.#frame = rnnoise._malloc(FRAME_SAMPLES * FLOAT_BYTES);
  }

  /** @param samples full scale at ±1; beyond that they are clipped, as huge ones would derail the filter for good. */
  push(samples: Float32Array): Float32Array {
    this.#received += samples.length;
    const joined = new Float32Array(this.#pending.length + samples.length);
    joined.set(this.#pending);
    joined.set(samples, this.#pending.length);
    const frames = Math.floor(joined.length / FRAME_SAMPLES);
    const output = new Float32Array(frames * FRAME_SAMPLES);
    for (let frame = 0; frame < frames; frame += 1) {
      const at = frame * FRAME_SAMPLES;
      this.#process(joined.subarray(at, at + FRAME_SAMPLES), output.subarray(at));
    }
    this.#pending = joined.slice(frames * FRAME_SAMPLES);
    const start = this.#lagging && frames > 0 ? FRAME_SAMPLES : 0;
    if (frames > 0) this.#lagging = false;
    const fresh = output.subarray(start);
    this.#given += fresh.length;
    return fresh;
  }

  /** The rest: in all, as many samples as were pushed. */
  end(): Float32Array {
    const missing = this.#received - this.#given;
    return this.push(new Float32Array(2 * FRAME_SAMPLES)).slice(0, missing);
  }

  dispose(): void {
    this.#rnnoise._rnnoise_destroy(this.#state);
    this.#rnnoise._free(this.#frame);
  }

  #process(input: Float32Array, output: Float32Array): void {
    const start = this.#frame / FLOAT_BYTES;
    const before = this.#rnnoise.HEAPF32;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      before[start + i] = Math.max(-1, Math.min(1, input[i] ?? 0)) * INT16_SCALE;
    }
    this.#rnnoise._rnnoise_process_frame(this.#state, this.#frame, this.#frame);
    const after = this.#rnnoise.HEAPF32;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) output[i] = (after[start + i] ?? 0) / INT16_SCALE;
  }
}
